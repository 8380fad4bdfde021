import type { documentList, orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import { GROUP_KEY, type ListQuery } from "@mcc/contract/kit/list.ts";
import type { ColumnKeyOf } from "@mcc/contract/kit/list-columns.ts";
import { sql } from "kysely";
import { between, type Condition, containing, contains, FEW_SITES } from "../../platform/list.ts";
import type { Narrowing } from "../../platform/list-engine.ts";
import { visibleIn } from "../../platform/list-ways.ts";
import { siteInGroup } from "../../platform/lists/group-filters.ts";
import type { CompanyScope } from "../../platform/scope.ts";

export const visible = (scope: CompanyScope): Condition[] => visibleIn("documents", scope);

type Lists = typeof documentList | typeof orderDocumentList;

/** The trigram index finds candidates over all texts of a document; the column itself decides. */
const textHolds = (column: string) => (typed: string) =>
  sql`(documents.search_text like ${containing(typed)} and ${contains(sql.ref(`documents.${column}`), typed)})`;

/** The types whose names hold what was typed, by their codes. */
export const typesHolding = (typed: string): number[] =>
  DOCUMENT_TYPES.flatMap((name, at) => (name.toLowerCase().includes(typed.toLowerCase()) ? [at + 1] : []));

const TYPED = {
  search: (typed) => sql`documents.search_text like ${containing(typed)}`,
  document_name: textHolds("document_name"),
  document_type: (typed) => sql`documents.document_type = any(${typesHolding(typed)}::smallint[])`,
  order_identifier: textHolds("order_identifier"),
  po_number: textHolds("po_number"),
  afe_number: textHolds("afe_number"),
} satisfies Record<ColumnKeyOf<Lists, "text"> | "search", (typed: string) => Condition>;

/** By what their range is called in the query. */
const MOMENTS = {
  order_date: { range: "orderDate", moment: sql`documents.order_date` },
} satisfies Record<ColumnKeyOf<Lists, "date">, { range: string; moment: Condition }>;

const isTyped = (key: string): key is keyof typeof TYPED => Object.hasOwn(TYPED, key);

const typedFilter = (key: string, value: string): Condition | undefined => {
  if (isTyped(key)) return TYPED[key](value);
  const group = GROUP_KEY.exec(key);
  return group ? siteInGroup(sql`documents.site_id`, Number(group[1]), value) : undefined;
};

/** The id of an order inside the scope's company and sites; of any other there is none. */
export const seenOrder = ({ companyId, siteIds }: CompanyScope, identifier: string): Condition => sql`
  select id from orders where company_id = ${companyId} and identifier = ${identifier}
    and ${siteIds === "all" ? sql`true` : sql`site_id = any(${siteIds})`}`;

/** What is left of the documents; the rollups count them all. `order`: the documents of this order only. */
export const narrow = (
  scope: CompanyScope,
  query: Partial<ListQuery>,
  order: string | undefined,
): Narrowing => {
  const typed = [
    ...Object.entries(query).flatMap(([key, value]) => {
      const condition = typeof value === "string" ? typedFilter(key, value) : undefined;
      return condition ? [condition] : [];
    }),
    ...Object.values(MOMENTS).flatMap(({ range, moment }) =>
      between(moment, query[`${range}_after`], query[`${range}_before`]),
    ),
  ];
  const isNarrowed = typed.length > 0;
  const ofOrder = order === undefined ? [] : [sql`documents.order_id = (${seenOrder(scope, order)})`];
  const filtered = isNarrowed || ofOrder.length > 0;
  return {
    conditions: [...visible(scope), ...ofOrder, ...typed],
    filtered,
    countable: !filtered,
    shape: isNarrowed ? undefined : `${order === undefined ? "" : "order-"}${shapeOf(scope)}`,
  };
};

const shapeOf = ({ siteIds }: CompanyScope): string => {
  if (siteIds === "all") return "all";
  return siteIds.length <= FEW_SITES ? "few-sites" : "sites";
};
