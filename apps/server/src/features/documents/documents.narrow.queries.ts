import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import { GROUP_KEY, type ListQuery } from "@mcc/contract/kit/list.ts";
import { sql } from "kysely";
import {
  between,
  type Condition,
  containing,
  contains,
  FEW_SITES,
  siteInGroup,
} from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";

/** What is left of the documents after the scope and the filters, and whether anything is filtered at all. */
export interface Narrowing {
  readonly conditions: readonly Condition[];
  readonly filtered: boolean;
  /** The id of the order they are of, where that is asked: none when it cannot be seen. */
  readonly order?: Condition;
  /** Names the text of the conditions where nothing is typed: a plan for any values is as good as one for these. */
  readonly shape?: string | undefined;
}

/** Naming the company lets the planner read one partition only; the tenant view narrows all the same. */
export const ofCompany = (companyId: number): Condition => sql`documents.company_id = ${companyId}`;

export const visible = ({ companyId, siteIds }: CompanyScope): Condition[] => [
  ofCompany(companyId),
  ...(siteIds === "all" ? [] : [sql`documents.site_id = any(${siteIds})`]),
];

const TEXTS = ["document_name", "order_identifier", "po_number", "afe_number"];

/** The trigram index finds candidates over all texts of a document; the column itself decides. */
const textHolds = (column: string, typed: string): Condition =>
  sql`(documents.search_text like ${containing(typed)} and ${contains(sql.ref(`documents.${column}`), typed)})`;

/** The types whose names hold what was typed, by their codes. */
export const typesHolding = (typed: string): number[] =>
  DOCUMENT_TYPES.flatMap((name, at) => (name.toLowerCase().includes(typed.toLowerCase()) ? [at + 1] : []));

const conditionFor = (key: string, value: string): Condition | undefined => {
  if (TEXTS.includes(key)) return textHolds(key, value);
  if (key === "document_type") return sql`documents.document_type = any(${typesHolding(value)}::smallint[])`;
  if (key === "search") return sql`documents.search_text like ${containing(value)}`;
  const group = GROUP_KEY.exec(key);
  return group ? siteInGroup(sql`documents.site_id`, Number(group[1]), value) : undefined;
};

/** The id of an order inside the scope's company and sites; of any other there is none. */
export const seenOrder = ({ companyId, siteIds }: CompanyScope, identifier: string): Condition => sql`
  select id from orders where company_id = ${companyId} and identifier = ${identifier}
    and ${siteIds === "all" ? sql`true` : sql`site_id = any(${siteIds})`}`;

/** `order`: the documents of this order only. */
export const narrow = (
  scope: CompanyScope,
  query: Partial<ListQuery>,
  order: string | undefined,
): Narrowing => {
  const typed = [
    ...Object.entries(query).flatMap(([key, value]) => {
      const condition = typeof value === "string" ? conditionFor(key, value) : undefined;
      return condition ? [condition] : [];
    }),
    ...between(sql`documents.order_date`, query.orderDate_after, query.orderDate_before),
  ];
  const shape = typed.length === 0 ? shapeOf(scope) : undefined;
  if (order === undefined) {
    return { conditions: [...visible(scope), ...typed], filtered: typed.length > 0, shape };
  }
  const asked = seenOrder(scope, order);
  const conditions = [...visible(scope), sql`documents.order_id = (${asked})`, ...typed];
  return { conditions, filtered: true, order: asked, shape };
};

const shapeOf = ({ siteIds }: CompanyScope): string => {
  if (siteIds === "all") return "all";
  return siteIds.length <= FEW_SITES ? "few-sites" : "sites";
};
