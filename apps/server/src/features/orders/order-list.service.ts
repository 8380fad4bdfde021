import { type OrderRow, PENDING } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { countRows, type FastListRequest, findAll, planPage } from "../../platform/lists/fast/list-engine.ts";
import { type FastListSource, pageRequest } from "../../platform/lists/fast/strategies.ts";
import { COUNT_CAP, type Condition, type Moments } from "../../platform/lists/list.ts";
import type { ListSource } from "../../platform/lists/list-source.ts";
import { listKnownIds } from "../../platform/lists/listed-ids.ts";
import { overdueOrders, unassignedOrders } from "../approval-steps/attention.conditions.ts";
import { listAllDelegated, ordersRequiringApproval } from "../approval-steps/user-approval.service.ts";
import { ordersWaitingForAnswer } from "../comments/questions.conditions.ts";
import {
  type OrderFilterValues,
  type OrderQuery,
  type OrderSuggestQuery,
  orderColumnSql,
} from "./orders.columns.ts";
import { fromDayRollup, rollupCount } from "./orders.count.queries.ts";
import { isAllPending, orderFilters, withinStatus, withWholeDays } from "./orders.filters.queries.ts";
import { countAndPage } from "./orders.page.queries.ts";
import { listedRows, type RowOptions } from "./orders.rows.ts";
import { canSkipToDay } from "./orders.strategies.ts";
import { suggestions } from "./orders.suggest.queries.ts";
import { sumOfTotals } from "./orders.sum.queries.ts";

const source: FastListSource = {
  table: "orders",
  columns: orderColumnSql,
  defaultOrdering: "-orderDate",
  siteIndexColumn: "orderDate",
  rollups: { company: "order_state_counts", sites: "order_site_counts" },
};

const orderCountRequest = <Query extends OrderFilterValues>(scope: CompanyScope, given: Query) => {
  const query = withWholeDays(given);
  return { source, query, filters: orderFilters(scope, query), rollupCount: rollupCount(scope, query) };
};

/** Orders as the fast lists read them. */
export const orderListRequest = (scope: CompanyScope, given: OrderQuery): FastListRequest => {
  const request = orderCountRequest(scope, given);
  const { query, filters } = request;
  const target = pageRequest(source, query);
  const isByDay = canSkipToDay({ siteIds: scope.siteIds, sortedBy: target.sort.column }, filters);
  return {
    ...request,
    countAndPage: countAndPage(scope, query, filters, target),
    days: isByDay ? fromDayRollup(scope, query) : undefined,
  };
};

const orderPage = async (scope: CompanyScope, query: OrderQuery, options: RowOptions) => {
  const list = await planPage(scope, orderListRequest(scope, query));
  const { listed, pageOf } = list();
  return pageOf(listedRows(scope, listed, options));
};

const orderStream = async (scope: CompanyScope, query: OrderQuery, options: RowOptions) => {
  const { count, idBatches } = await findAll(scope, orderListRequest(scope, query));
  return { count, batches: batchesOf(scope, idBatches, options) };
};

async function* batchesOf(scope: CompanyScope, idBatches: AsyncIterable<number[]>, options: RowOptions) {
  for await (const ids of idBatches) {
    const { listed, answer } = listKnownIds(scope.db, ids);
    const [, rows] = await Promise.all([answer, listedRows(scope, listed, options)]);
    yield rows;
  }
}

const rowOptions = (query: OrderQuery): RowOptions => ({
  untrimmed: query.untrimmed,
  allPending: isAllPending(query),
});

type OrderSource = ListSource<OrderRow, CompanyScope, undefined, OrderQuery, OrderSuggestQuery>;

export const orderSource: OrderSource = {
  page: (scope, query) => orderPage(scope, query, rowOptions(query)),
  stream: (scope, query) => orderStream(scope, query, rowOptions(query)),
  suggest: suggestions,
};

/** The query of the pending orders that the user sees; none where another status is filtered. */
const pendingQuery = async <Query extends OrderFilterValues>(
  scope: CompanyScope,
  query: Query,
): Promise<(Query & OrderFilterValues) | undefined> => {
  const pending = withinStatus(query, PENDING);
  if (!pending) return undefined;
  const isMine = query.requires_my_approval;
  const decidable = await (isMine ? ordersRequiringApproval(scope) : listAllDelegated(scope));
  const onlyOrders = [
    ...(isMine ? [sql`select unnest(${decidable}::bigint[])`] : []),
    ...(query.waiting_for_answer ? [ordersWaitingForAnswer(scope)] : []),
    ...(query.overdue ? [overdueOrders(scope)] : []),
    ...(query.unassigned ? [unassignedOrders(scope)] : []),
  ];
  const within = isMine ? undefined : seenByDeputy(scope, decidable);
  return { ...pending, onlyOrders, within, decidable: new Set(decidable) };
};

/** A deputy who sees some sites sees orders of others as well. */
const seesMoreAsDeputy = ({ siteIds, delegations }: CompanyScope): boolean =>
  siteIds !== "all" && delegations.length > 0;

/** A deputy sees the pending orders of their own sites and those that they may decide about. */
const seenByDeputy = (scope: CompanyScope, delegated: readonly number[]): Condition | undefined =>
  seesMoreAsDeputy(scope)
    ? sql`(orders.site_id = any(${scope.siteIds}) or orders.id = any(${delegated}::bigint[]))`
    : undefined;

/** The sites of a deputy are checked by the filters of the pending list, not by the scope. */
const pendingScope = (scope: CompanyScope): CompanyScope =>
  seesMoreAsDeputy(scope) ? { ...scope, siteIds: "all" } : scope;

const pendingRowOptions = ({ siteIds }: CompanyScope, { untrimmed, decidable }: OrderQuery): RowOptions => ({
  ...{ untrimmed, decidable, allPending: true, ownSiteIds: siteIds },
});

const pendingPage = async (scope: CompanyScope, query: OrderQuery) => {
  const pending = await pendingQuery(scope, query);
  return pending
    ? orderPage(pendingScope(scope), pending, pendingRowOptions(scope, pending))
    : { count: 0, results: [] };
};

/** The orders list with its status given; another status than that one finds nothing. */
export const pendingSource: OrderSource = {
  page: pendingPage,
  stream: async (scope, query) => {
    const pending = await pendingQuery(scope, query);
    return pending
      ? orderStream(pendingScope(scope), pending, pendingRowOptions(scope, pending))
      : { count: 0, batches: (async function* () {})() };
  },
  suggest: async (scope, query) => {
    const pending = await pendingQuery(scope, query);
    return pending ? suggestions(pendingScope(scope), pending) : [];
  },
};

export const orderSum = sumOfTotals;

export const pendingSum = async (scope: CompanyScope, query: OrderFilterValues) => {
  const pending = await pendingQuery(scope, query);
  return pending ? sumOfTotals(pendingScope(scope), pending) : { sum: "0.00" };
};

export const pendingCount = async (scope: CompanyScope) => {
  const seen = pendingScope(scope);
  const within = seenByDeputy(scope, await listAllDelegated(scope));
  const query = { status: [PENDING], within } satisfies OrderFilterValues;
  return { count: await countRows(seen, orderCountRequest(seen, query)) };
};

const orderedBetween = ({ after, before }: Moments) => ({
  ...(after && { orderDate_after: after }),
  ...(before && { orderDate_before: before }),
});

/** The newest orders of the list of the user between two moments, and how many there are. */
export const newestOrders = (scope: CompanyScope, moments: Moments, limit: number) => {
  const query = { ...orderedBetween(moments), ordering: "-orderDate", limit, offset: 0 };
  return orderPage(scope, query, rowOptions(query));
};

/** The orders that have waited longest for the user's approval, and how many there are. */
export const oldestRequiringApproval = (scope: CompanyScope, limit: number) =>
  pendingPage(scope, { requires_my_approval: true, ordering: "orderDate", limit, offset: 0 });

/** How many orders the list of the user has between two moments; null if they are too many to count. */
export const ordersBetween = async (scope: CompanyScope, moments: Moments): Promise<number | null> => {
  const request = orderCountRequest(scope, orderedBetween(moments));
  const count = await countRows(scope, request);
  return request.filters.countable || count <= COUNT_CAP ? count : null;
};
