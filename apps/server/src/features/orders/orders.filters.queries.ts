import { GROUP_KEY, type ListQuery } from "@mcc/contract/kit/list.ts";
import type { ColumnKeyOf } from "@mcc/contract/kit/list-columns.ts";
import type { orderList } from "@mcc/contract/orders/orders.api.ts";
import { codeOf, ORDER_STATUSES, PAYMENT_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import type { pendingList } from "@mcc/contract/orders/pending.api.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListFilters } from "../../platform/lists/fast/list-engine.ts";
import { visibleIn } from "../../platform/lists/fast/strategies.ts";
import { siteInGroup } from "../../platform/lists/group-filters.ts";
import {
  type Condition,
  contains,
  dateRange,
  FEW_SITES,
  hasTrigram,
  isAmong,
  likePattern,
} from "../../platform/lists/list.ts";

/**
 * What is left of the orders. The rollups can count it where only statuses, payment statuses and whole days are
 * filtered. What is typed into one text has no `shape`: how to find it depends on how rare it is.
 */
export interface OrderFilters extends ListFilters {
  /** Something was typed that only the orders themselves can tell: reading them twice, to count and to list, is dear. */
  readonly inTexts: boolean;
  /** Only days and a status are filtered: by date, an index has what is left side by side. */
  readonly inDateOrder: boolean;
  /** One name is filtered and nothing else. */
  readonly nameFilter?: NameFilter | undefined;
}

/** The small table's rows that bear the name, and which orders are theirs. */
export interface NameFilter {
  readonly names: Condition;
  readonly reference: Condition;
  /** The same for one row of `named`, so that an index gives its newest. */
  readonly belongs: Condition;
}

type FilterValues = Partial<ListQuery>;

export const visible = (scope: CompanyScope): Condition[] => visibleIn("orders", scope);

type Lists = typeof orderList | typeof pendingList;

/** What one of the typed filters leaves. */
interface TextFilter {
  readonly condition: Condition;
  /** The same for rows that are read one by one. */
  readonly check?: Condition;
  readonly nameFilter?: NameFilter;
  /** Only the orders themselves can tell. */
  readonly isInTexts?: boolean;
}

/** Names are looked up in the small tables first. */
const nameFilterOf = (nameFilter: NameFilter): TextFilter => ({
  condition: sql`${nameFilter.reference} = any(array(select id from (${nameFilter.names}) as named))`,
  check: isAmong(nameFilter.reference, sql`select id from (${nameFilter.names}) as named`),
  nameFilter,
});
const siteNamed = (column: string) => (typed: string) =>
  nameFilterOf({
    names: sql`select id, site_id from site_snapshots where ${contains(sql.ref(column), typed)}`,
    reference: sql`orders.site_snapshot_id`,
    belongs: sql`orders.site_id = named.site_id and orders.site_snapshot_id = named.id`,
  });
const personNamed = (column: string) => (typed: string) => {
  const reference = sql.ref(`orders.${column}`);
  const names = sql`select id from person_snapshots where ${contains(sql`name`, typed)}`;
  return nameFilterOf({ names, reference, belongs: sql`${reference} = named.id` });
};

/** The trigram index finds candidates over all texts of an order; the column itself decides. */
const columnContains = (column: string) => (typed: string) => {
  const own = contains(sql.ref(`orders.${column}`), typed);
  return { condition: sql`(orders.search_text like ${likePattern(typed)} and ${own})`, isInTexts: true };
};

const searchFilter = (typed: string): TextFilter => {
  const people = sql`select id from person_snapshots where ${contains(sql`name`, typed)}`;
  const sites = sql`select id from site_snapshots where ${contains(sql`name`, typed)}`;
  const condition = sql`(orders.search_text like ${likePattern(typed)}
    or orders.site_snapshot_id = any(array(${sites}))
    or orders.ordered_by_id = any(array(${people})) or orders.requested_by_id = any(array(${people})))`;
  const check = sql`(orders.search_text like ${likePattern(typed)}
    or ${isAmong(sql`orders.site_snapshot_id`, sites)}
    or ${isAmong(sql`orders.ordered_by_id`, people)} or ${isAmong(sql`orders.requested_by_id`, people)})`;
  return { condition, check, isInTexts: true };
};

/** Somebody's approval stands on it, under their name or their username. */
const approvedBy = (typed: string): TextFilter => ({
  condition: sql`exists (select from order_approvals given
  where given.company_id = orders.company_id and given.order_id = orders.id
    and (${contains(sql`given.name`, typed)} or ${contains(sql`given.username`, typed)}))`,
});

const TEXT_FILTERS = {
  search: searchFilter,
  site: siteNamed("name"),
  location_name: siteNamed("location_name"),
  business_unit: siteNamed("business_unit"),
  region: siteNamed("region"),
  ordered_by: personNamed("ordered_by_id"),
  requested_by: personNamed("requested_by_id"),
  identifier: columnContains("identifier"),
  po_number: columnContains("po_number"),
  afe_number: columnContains("afe_number"),
  approved_by: approvedBy,
} satisfies Record<ColumnKeyOf<Lists, "text"> | "search", (typed: string) => TextFilter>;

/** What is chosen, by the names of its codes; the orders and their rollups name these columns alike. */
export const CHOICES = {
  status: ORDER_STATUSES,
  payment_status: PAYMENT_STATUSES,
} satisfies Record<ColumnKeyOf<Lists, "choice">, readonly string[]>;
export const isChoice = (key: string): key is keyof typeof CHOICES => Object.hasOwn(CHOICES, key);

/** The rollups of days are by this one, too. */
const DATE_FILTERS = {
  orderDate: sql`orders.order_date`,
} satisfies Record<ColumnKeyOf<Lists, "date">, Condition>;

const isTextFilter = (key: string): key is keyof typeof TEXT_FILTERS => Object.hasOwn(TEXT_FILTERS, key);

const textFilter = (key: string, value: string): TextFilter | undefined => {
  if (isTextFilter(key)) return TEXT_FILTERS[key](value);
  const group = GROUP_KEY.exec(key);
  return group ? { condition: siteInGroup(sql`orders.site_id`, Number(group[1]), value) } : undefined;
};

type ActiveTextFilters = readonly (TextFilter & { readonly key: string; readonly value: string })[];

/**
 * Either some of the states and days, one digit for each, or one name or search alone. Within some sites only states,
 * which the rollups count: whether the sites, a name or the days leave less to look through depends on the values.
 */
const shapeOf = (
  { siteIds }: CompanyScope,
  named: ActiveTextFilters,
  states: readonly unknown[],
  days: readonly unknown[],
): string | undefined => {
  const given = [...states.map((value) => (value ? 1 : 0)), ...days.map(digitOf)].join("");
  const isDated = days.some((value) => value);
  if (siteIds !== "all") {
    const where = siteIds.length <= FEW_SITES ? "sites" : "many-sites";
    return named.length > 0 || isDated ? undefined : `${where}-${given}`;
  }
  const [first, ...more] = named;
  if (first === undefined) return `all-${given}`;
  return more.length === 0 && Number(given) === 0 && canBePrepared(first) ? `all-${first.key}` : undefined;
};

const canBePrepared = ({ key, value, nameFilter }: ActiveTextFilters[number]): boolean =>
  key === "search" ? hasTrigram(value) : nameFilter !== undefined;

/** A day and a moment are compared by different texts. */
const digitOf = (value: unknown): number => {
  if (value === undefined) return 0;
  return isWholeDay(value) ? 1 : 2;
};

/** Whole UTC days can be counted from the day rollup; other moments cannot. */
const isWholeDay = (value: unknown): boolean => value === undefined || String(value).length === 10;

/** What is chosen, of the orders or of the rollups. */
export const stateConditions = (query: FilterValues, table: "orders." | "" = ""): Condition[] =>
  Object.entries(CHOICES).flatMap(([column, names]: [string, readonly string[]]) => {
    const name = query[column];
    return name ? [sql`${sql.raw(table + column)} = ${codeOf(names, String(name))}`] : [];
  });

export const orderFilters = (scope: CompanyScope, query: FilterValues): OrderFilters => {
  const { status, payment_status, orderDate_after, orderDate_before } = query;
  const named: ActiveTextFilters = Object.entries(query).flatMap(([key, value]) => {
    const filter = typeof value === "string" ? textFilter(key, value) : undefined;
    return filter ? [{ key, value: value as string, ...filter }] : [];
  });
  const dated = Object.entries(DATE_FILTERS).flatMap(([key, moment]) =>
    dateRange(moment, query[`${key}_after`], query[`${key}_before`]),
  );
  const states = stateConditions(query, "orders.");
  const wholeDays = isWholeDay(orderDate_after) && isWholeDay(orderDate_before);
  const filters = [...states, ...dated, ...named.map(({ condition }) => condition)];
  const checks = named.map(({ condition, check = condition }) => check);
  return {
    conditions: [...visible(scope), ...filters],
    checks: [...visible(scope), ...states, ...dated, ...checks],
    // The day rollup knows no sites, so a range of days within some sites is counted live.
    countable: named.length === 0 && wholeDays && (scope.siteIds === "all" || dated.length === 0),
    filtered: filters.length > 0,
    inTexts: named.some(({ isInTexts }) => isInTexts),
    inDateOrder: named.length === 0 && !payment_status,
    nameFilter: filters.length === 1 ? named[0]?.nameFilter : undefined,
    shape: shapeOf(scope, named, [status, payment_status], [orderDate_after, orderDate_before]),
  };
};
