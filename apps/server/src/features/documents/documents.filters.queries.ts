import type { documentList, orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import { GROUP_KEY, type ListQuery } from "@mcc/contract/kit/list.ts";
import type { ColumnKeyOf } from "@mcc/contract/kit/list-columns.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListFilters } from "../../platform/lists/fast/list-engine.ts";
import { visibleIn } from "../../platform/lists/fast/strategies.ts";
import { siteInGroup } from "../../platform/lists/group-filters.ts";
import { type Condition, contains, dateRange, FEW_SITES, likePattern } from "../../platform/lists/list.ts";

export const visible = (scope: CompanyScope): Condition[] => visibleIn("documents", scope);

type Lists = typeof documentList | typeof orderDocumentList;

/** The trigram index finds candidates over all texts of a document; the column itself decides. */
const columnContains = (column: string) => (text: string) =>
  sql`(documents.search_text like ${likePattern(text)} and ${contains(sql.ref(`documents.${column}`), text)})`;

/** The types whose names hold what was typed, by their codes. */
export const typesContaining = (text: string): number[] =>
  DOCUMENT_TYPES.flatMap((name, at) => (name.toLowerCase().includes(text.toLowerCase()) ? [at + 1] : []));

const TEXT_FILTERS = {
  search: (text) => sql`documents.search_text like ${likePattern(text)}`,
  document_name: columnContains("document_name"),
  document_type: (text) => sql`documents.document_type = any(${typesContaining(text)}::smallint[])`,
  order_identifier: columnContains("order_identifier"),
  po_number: columnContains("po_number"),
  afe_number: columnContains("afe_number"),
} satisfies Record<ColumnKeyOf<Lists, "text"> | "search", (text: string) => Condition>;

/** By what their range is called in the query. */
const DATE_FILTERS = {
  order_date: { range: "orderDate", moment: sql`documents.order_date` },
} satisfies Record<ColumnKeyOf<Lists, "date">, { range: string; moment: Condition }>;

const isTextFilter = (key: string): key is keyof typeof TEXT_FILTERS => Object.hasOwn(TEXT_FILTERS, key);

const textFilter = (key: string, value: string): Condition | undefined => {
  if (isTextFilter(key)) return TEXT_FILTERS[key](value);
  const group = GROUP_KEY.exec(key);
  return group ? siteInGroup(sql`documents.site_id`, Number(group[1]), value) : undefined;
};

/** The id of an order inside the scope's company and sites; of any other there is none. */
export const visibleOrder = ({ companyId, siteIds }: CompanyScope, identifier: string): Condition => sql`
  select id from orders where company_id = ${companyId} and identifier = ${identifier}
    and ${siteIds === "all" ? sql`true` : sql`site_id = any(${siteIds})`}`;

/** What is left of the documents; the rollups count them all. `order`: the documents of this order only. */
export const documentFilters = (
  scope: CompanyScope,
  query: Partial<ListQuery>,
  order: string | undefined,
): ListFilters => {
  const text = [
    ...Object.entries(query).flatMap(([key, value]) => {
      const condition = typeof value === "string" ? textFilter(key, value) : undefined;
      return condition ? [condition] : [];
    }),
    ...Object.values(DATE_FILTERS).flatMap(({ range, moment }) =>
      dateRange(moment, query[`${range}_after`], query[`${range}_before`]),
    ),
  ];
  const isFiltered = text.length > 0;
  const ofOrder = order === undefined ? [] : [sql`documents.order_id = (${visibleOrder(scope, order)})`];
  const filtered = isFiltered || ofOrder.length > 0;
  return {
    conditions: [...visible(scope), ...ofOrder, ...text],
    filtered,
    countable: !filtered,
    shape: isFiltered ? undefined : `${order === undefined ? "" : "order-"}${shapeOf(scope)}`,
  };
};

const shapeOf = ({ siteIds }: CompanyScope): string => {
  if (siteIds === "all") return "all";
  return siteIds.length <= FEW_SITES ? "few-sites" : "sites";
};
