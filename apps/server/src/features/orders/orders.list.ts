import { type OrderRow, PENDING, type PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { fastList } from "../../platform/lists/fast/fast-list.ts";
import { countRows, type DaySkip } from "../../platform/lists/fast/list-engine.ts";
import { checksOf, type FastListSource, type PageRequest } from "../../platform/lists/fast/strategies.ts";
import type { Condition } from "../../platform/lists/list.ts";
import { ordersWaitingForAnswer } from "../approvals/questions.conditions.ts";
import { listAllDelegated, ordersRequiringApproval } from "../approvals/user-approval.service.ts";
import { listedWarnings } from "../warnings/warnings.service.ts";
import {
  type OrderFilterValues,
  type OrderQuery,
  type OrderSuggestQuery,
  orderColumnSql,
} from "./orders.columns.ts";
import { dayAtOffset, rollupCount, rollupSum } from "./orders.count.queries.ts";
import {
  isAllPending,
  type OrderFilters,
  orderFilters,
  withinStatus,
  withWholeDays,
} from "./orders.filters.queries.ts";
import { countAndPage } from "./orders.page.queries.ts";
import { listedRows } from "./orders.rows.ts";
import { canSkipToDay } from "./orders.strategies.ts";
import { suggestions } from "./orders.suggest.queries.ts";
import { sumOfTotals } from "./orders.sum.queries.ts";

const source: FastListSource = {
  table: "orders",
  columns: orderColumnSql,
  defaultOrdering: "-orderDate",
  siteIndexColumn: "orderDate",
};

/** Orders as the fast lists read them. */
export const orderListRequest = <Query extends OrderFilterValues>(scope: CompanyScope, given: Query) => {
  const query = withWholeDays(given);
  const filters = orderFilters(scope, query);
  return {
    source,
    query,
    filters,
    rollupCount: () => rollupCount(scope, query),
    countAll: (all: CompanyScope) => rollupSum(all, {}),
    countAndPage: (target: PageRequest) => countAndPage(scope, query, filters, target),
    skipToDay: (target: PageRequest) => skipToOffsetDay(scope, query, filters, target),
  };
};

/** A deep page by date starts at its day, which is looked up first. */
const skipToOffsetDay = async (
  scope: CompanyScope,
  query: OrderFilterValues,
  filters: OrderFilters,
  target: PageRequest,
): Promise<DaySkip | undefined> => {
  const { sort, offset } = target;
  if (!canSkipToDay({ siteIds: scope.siteIds, sortedBy: sort.column }, filters)) return undefined;
  const day = await dayAtOffset(scope, query, sort, offset);
  return (
    day && {
      conditions: [...checksOf(filters), day.reached],
      target: { ...target, offset: offset - day.before },
    }
  );
};

export const orderSource = fastList<OrderRow, OrderQuery, OrderSuggestQuery>({
  request: orderListRequest,
  rows: (scope, listed, query) =>
    listedRows(scope, listed, { untrimmed: query.untrimmed, allPending: isAllPending(query) }),
  suggest: suggestions,
});

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

interface PendingScope extends CompanyScope {
  /** The sites of a deputy; what a warning compares with is named by these. */
  readonly ownSiteIds?: CompanyScope["siteIds"];
}

/** The sites of a deputy are checked by the filters of the pending list, not by the scope. */
const pendingScope = (scope: CompanyScope): PendingScope =>
  seesMoreAsDeputy(scope) ? { ...scope, siteIds: "all", ownSiteIds: scope.siteIds } : scope;

const pendingRows = fastList<PendingRow, OrderQuery, OrderSuggestQuery>({
  request: orderListRequest,
  rows: async (scope: PendingScope, listed, { untrimmed, decidable }) => {
    const own = { ...scope, siteIds: scope.ownSiteIds ?? scope.siteIds };
    const [rows, warningsOf] = await Promise.all([
      listedRows(scope, listed, { untrimmed, allPending: true, decidable }),
      listedWarnings(own, listed),
    ]);
    return rows.map((row) => ({ ...row, warnings: warningsOf(row.id) }));
  },
  suggest: suggestions,
});

/** The orders list with its status given; another status than that one finds nothing. */
export const pendingSource: typeof pendingRows = {
  page: async (scope, query, request) => {
    const pending = await pendingQuery(scope, query);
    return pending ? pendingRows.page(pendingScope(scope), pending, request) : { count: 0, results: [] };
  },
  stream: async (scope, query, request) => {
    const pending = await pendingQuery(scope, query);
    return pending
      ? pendingRows.stream(pendingScope(scope), pending, request)
      : { count: 0, batches: (async function* () {})() };
  },
  suggest: async (scope, query, request) => {
    const pending = await pendingQuery(scope, query);
    return pending ? pendingRows.suggest(pendingScope(scope), pending, request) : [];
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
  return { count: await countRows(seen, orderListRequest(seen, query)) };
};
