import { codeOf, type OrderStatus, PENDING } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import {
  type ActiveTextFilter,
  amountFiltersOf,
  dateFiltersOf,
  groupFiltersOf,
  isChosen,
  type NameFilter,
  type TextFilter,
  textFiltersOf,
} from "../../platform/lists/fast/columns.ts";
import type { ListFilters } from "../../platform/lists/fast/list-engine.ts";
import { visibleIn } from "../../platform/lists/fast/strategies.ts";
import { type Condition, FEW_SITES, isAmong } from "../../platform/lists/list.ts";
import { decidedOrders, ordersPendingSince } from "../approval-steps/decided-orders.conditions.ts";
import { type OrderFilterValues, orderColumnSql, orderTable } from "./orders.columns.ts";

/**
 * What is left of the orders. The rollups can count it where only statuses, payment statuses and whole days are
 * filtered. What is typed into one text has no `shape`: how to find it depends on how rare it is.
 */
export interface OrderFilters extends ListFilters {
  /** Some filter can only be checked on the orders. Reading them twice, to count and to list, would be slow. */
  readonly needsRowScan: boolean;
  /** Only days and a status are filtered: by date, an index has what is left side by side. */
  readonly inDateOrder: boolean;
  /** One name is filtered and nothing else. */
  readonly nameFilter?: NameFilter | undefined;
}

export const visible = (scope: CompanyScope): Condition[] => visibleIn("orders", scope);

/** The filters within the list of one status; none where another status is filtered, for then nothing is found. */
export const withinStatus = <Query extends OrderFilterValues>(
  query: Query,
  status: OrderStatus,
): Query | undefined =>
  query.status === undefined || query.status.includes(status) ? { ...query, status: [status] } : undefined;

/** Whether everything that is left waits for approval. */
export const isAllPending = ({ status }: OrderFilterValues): boolean =>
  status?.length === 1 && status[0] === PENDING;

/** The codes that are chosen, by their columns. */
const choicesOf = ({ status = [], payment_status = [] }: OrderFilterValues) =>
  [
    { ...orderColumnSql.status, names: status },
    { ...orderColumnSql.payment_status, names: payment_status },
  ].map(({ options, code, names }) => ({ code, chosen: names.map((name) => codeOf(options, name)) }));

/** What is chosen, of the orders or of the rollups. */
export const stateConditions = (query: OrderFilterValues, table: "orders." | "" = ""): Condition[] =>
  choicesOf(query).flatMap(({ code, chosen }) =>
    chosen.length > 0 ? [isChosen(sql.raw(table + code), chosen)] : [],
  );

/** The codes of the statuses, where several are chosen: an index has the orders of each in order, not of all together. */
export const severalStatuses = (query: OrderFilterValues): readonly number[] | undefined => {
  const [status] = choicesOf(query);
  return status && status.chosen.length > 1 ? status.chosen : undefined;
};

/**
 * Either some of the states and days, one digit for each, or one name or search alone. Within some sites only states,
 * which the rollups count: whether the sites, a name or the days leave less to look through depends on the values. So
 * it does for groups and amounts.
 */
const shapeOf = (
  { siteIds }: CompanyScope,
  named: readonly ActiveTextFilter[],
  states: readonly { readonly chosen: readonly unknown[] }[],
  days: readonly unknown[],
): string | undefined => {
  // One and several are compared by different texts.
  const given = [...states.map(({ chosen }) => Math.min(chosen.length, 2)), ...days.map(digitOf)].join("");
  const isDated = days.some((value) => value);
  if (siteIds !== "all") {
    const where = siteIds.length <= FEW_SITES ? "sites" : "many-sites";
    return named.length > 0 || isDated ? undefined : `${where}-${given}`;
  }
  const [first, ...more] = named;
  if (first === undefined) return `all-${given}`;
  return more.length === 0 && Number(given) === 0 && canBePrepared(first)
    ? `all-${first.key}-${first.shape ?? ""}`
    : undefined;
};

const canBePrepared = ({ shape, nameFilter }: ActiveTextFilter): boolean =>
  shape !== undefined || nameFilter !== undefined;

/** A day and a moment are compared by different texts. */
const digitOf = (value: unknown): number => {
  if (value === undefined) return 0;
  return isWholeDay(value) ? 1 : 2;
};

/** Whole UTC days can be counted from the day rollup; other moments cannot. */
const isWholeDay = (value: unknown): boolean => value === undefined || String(value).length === 10;

/** A range that begins and ends with UTC days, though given as moments, is a range of days: the rollups count those. */
export const withWholeDays = <Query extends OrderFilterValues>(query: Query): Query => {
  const { orderDate_after: after, orderDate_before: before } = query;
  return {
    ...query,
    ...(after && { orderDate_after: after.replace(/T00:00:00(\.0+)?Z$/, "") }),
    ...(before && { orderDate_before: before.replace(/T23:59:59\.999Z$/, "") }),
  };
};

/** The orders of all sites that have one of these names now, however they were called when the orders were placed. */
const siteFiltersOf = ({ site_name, site_region, site_business_unit }: OrderFilterValues): Condition[] =>
  Object.entries({ name: site_name, region: site_region, business_unit: site_business_unit }).flatMap(
    ([field, names]) =>
      names
        ? [sql`orders.site_id = any(array(select id from sites where ${sql.ref(field)} = any(${names})))`]
        : [],
  );

/** Whose approval or answer an order needs, and how it was decided, can only be checked on the order, its steps, approvals and comments. */
const userFiltersOf = (scope: CompanyScope, query: OrderFilterValues): ActiveTextFilter[] => [
  ...[...(query.onlyOrders ?? []), ...decidedOrders(scope, query), ...ordersPendingSince(scope, query)].map(
    (ids) => ({
      key: "only_orders",
      condition: sql`orders.id = any(array(${ids}))`,
      check: isAmong(sql`orders.id`, ids),
      needsRowScan: true,
    }),
  ),
  ...(query.within ? [{ key: "within", condition: query.within, needsRowScan: true }] : []),
];

export const orderFilters = (scope: CompanyScope, query: OrderFilterValues): OrderFilters => {
  const { payment_status, orderDate_after, orderDate_before } = query;
  const named = [...textFiltersOf(orderTable, query), ...userFiltersOf(scope, query)];
  const dated = dateFiltersOf(orderTable, query);
  const others = [
    ...groupFiltersOf(orderTable, query),
    ...siteFiltersOf(query),
    ...amountFiltersOf(orderTable, query),
  ];
  const states = stateConditions(query, "orders.");
  const wholeDays = isWholeDay(orderDate_after) && isWholeDay(orderDate_before);
  const unnamed = [...states, ...dated, ...others];
  const filtersCount = unnamed.length + named.length;
  const conditionsOf = (texts: readonly TextFilter[]) => ({
    conditions: [...visible(scope), ...unnamed, ...texts.map(({ condition }) => condition)],
    checks: [...visible(scope), ...unnamed, ...texts.map(({ condition, check = condition }) => check)],
  });
  const names = named.find(({ withNames }) => withNames)?.withNames?.names;
  const isPlain = named.length === 0 && others.length === 0;
  return {
    ...conditionsOf(named),
    withNames: names && { names, ...conditionsOf(named.map((text) => ({ ...text, ...text.withNames }))) },
    // The day rollup knows no sites, so a range of days within some sites is counted live.
    countable: isPlain && wholeDays && (scope.siteIds === "all" || dated.length === 0),
    filtered: filtersCount > 0,
    needsRowScan: named.some(({ needsRowScan }) => needsRowScan),
    // Within one status an index has the newest; of several it is known only for each.
    searchedWithin: query.search
      ? [...(severalStatuses(query) ? [] : stateConditions({ status: query.status }, "orders.")), ...dated]
      : undefined,
    inDateOrder: isPlain && !payment_status,
    nameFilter: filtersCount === 1 ? named[0]?.nameFilter : undefined,
    shape:
      others.length > 0
        ? undefined
        : shapeOf(scope, named, choicesOf(query), [orderDate_after, orderDate_before]),
  };
};
