import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import { codeOf } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { dateFiltersOf, groupFiltersOf, isChosen, textFiltersOf } from "../../platform/lists/fast/columns.ts";
import type { ListFilters } from "../../platform/lists/fast/list-engine.ts";
import { ofCompany, visibleIn } from "../../platform/lists/fast/strategies.ts";
import { type Condition, FEW_SITES } from "../../platform/lists/list.ts";
import { isOrderSeen, orderSeenForm } from "../approval-steps/deputy-orders.conditions.ts";
import { type DocumentFilterValues, documentTable } from "./documents.columns.ts";

const visible = (scope: CompanyScope): Condition[] => visibleIn("documents", scope);

/** The id of an order that the user sees; of any other there is none. */
export const visibleOrder = (scope: CompanyScope, identifier: string): Condition => sql`
  select orders.id from orders where orders.identifier = ${identifier} and ${isOrderSeen(scope)}`;

/** Whoever sees an order sees its documents at the site of the order, too. */
export const visibleWithOrder = (scope: CompanyScope): Condition => {
  const { companyId, siteIds } = scope;
  const documents = ofCompany("documents", companyId);
  return siteIds === "all"
    ? documents
    : sql`${documents} and (documents.site_id = any(${siteIds}) or exists (select from orders
        where orders.id = documents.order_id and orders.site_id = documents.site_id and ${isOrderSeen(scope)}))`;
};

const typeFilters = ({ document_type: names = [] }: DocumentFilterValues): Condition[] =>
  names.length === 0
    ? []
    : [
        isChosen(
          sql`documents.document_type`,
          names.map((name) => codeOf(DOCUMENT_TYPES, name as (typeof DOCUMENT_TYPES)[number])),
        ),
      ];

/** What is left of the documents; the rollups count them all. `order`: the documents of this order only. */
export const documentFilters = (
  scope: CompanyScope,
  query: DocumentFilterValues,
  order: string | undefined,
): ListFilters => {
  const typed = textFiltersOf(documentTable, query);
  const dated = dateFiltersOf(documentTable, query);
  const others = [...typeFilters(query), ...groupFiltersOf(documentTable, query)];
  const isFiltered = typed.length + dated.length + others.length > 0;
  const ofOrder = order === undefined ? [] : [sql`documents.order_id = (${visibleOrder(scope, order)})`];
  const filtered = isFiltered || ofOrder.length > 0;
  const seen = ofOrder.length > 0 ? [visibleWithOrder(scope)] : visible(scope);
  return {
    conditions: [...seen, ...ofOrder, ...dated, ...others, ...typed.map(({ condition }) => condition)],
    checks: [
      ...seen,
      ...ofOrder,
      ...dated,
      ...others,
      ...typed.map(({ condition, check = condition }) => check),
    ],
    filtered,
    countable: !filtered,
    searchedWithin: query.search ? [...ofOrder, ...dated] : undefined,
    shape: isFiltered
      ? undefined
      : `${order === undefined ? "" : `order-${orderSeenForm(scope)}-`}${shapeOf(scope)}`,
  };
};

const shapeOf = ({ siteIds }: CompanyScope): string => {
  if (siteIds === "all") return "all";
  return siteIds.length <= FEW_SITES ? "few-sites" : "sites";
};
