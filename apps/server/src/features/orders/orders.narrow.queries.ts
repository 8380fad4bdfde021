import { GROUP_KEY, type ListQuery } from "@mcc/contract/kit/list.ts";
import { codeOf, ORDER_STATUSES, PAYMENT_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import {
  between,
  type Condition,
  containing,
  contains,
  FEW_SITES,
  isTrigram,
  siteInGroup,
} from "../../platform/list.ts";
import type { Narrowing } from "../../platform/list-engine.ts";
import { visibleIn } from "../../platform/list-ways.ts";
import type { CompanyScope } from "../../platform/scope.ts";

/**
 * What is left of the orders. The rollups can count it where only statuses, payment statuses and whole days are
 * filtered. What is typed into one text has no `shape`: how to find it depends on how rare it is.
 */
export interface OrderNarrowing extends Narrowing {
  /** Something was typed that only the orders themselves can tell: reading them twice, to count and to list, is dear. */
  readonly inTexts: boolean;
  /** Only days and a status are filtered: by date, an index has what is left side by side. */
  readonly inDateOrder: boolean;
  /** One name is filtered and nothing else. */
  readonly byName?: ByName | undefined;
}

/** The small table's rows that bear the name, and which orders are theirs. */
export interface ByName {
  readonly names: Condition;
  readonly reference: Condition;
  /** The same for one row of `named`, so that an index gives its newest. */
  readonly belongs: Condition;
}

type Filters = Partial<ListQuery>;

export const visible = (scope: CompanyScope): Condition[] => visibleIn("orders", scope);

/** Names are looked up in the small tables first. */
const siteNamed = (column: string, typed: string): ByName => ({
  names: sql`select id, site_id from site_snapshots where ${contains(sql.ref(column), typed)}`,
  reference: sql`orders.site_snapshot_id`,
  belongs: sql`orders.site_id = named.site_id and orders.site_snapshot_id = named.id`,
});
const personNamed = (column: string, typed: string): ByName => {
  const reference = sql.ref(`orders.${column}_id`);
  const names = sql`select id from person_snapshots where ${contains(sql`name`, typed)}`;
  return { names, reference, belongs: sql`${reference} = named.id` };
};
const isNamed = ({ names, reference }: ByName): Condition =>
  sql`${reference} = any(array(select id from (${names}) as named))`;

/** The trigram index finds candidates over all texts of an order; the column itself decides. */
const textHolds = (column: string, typed: string): Condition => {
  const own = contains(sql.ref(`orders.${column}`), typed);
  return sql`(orders.search_text like ${containing(typed)} and ${own})`;
};

const searched = (typed: string): Condition => {
  const people = sql`array(select id from person_snapshots where ${contains(sql`name`, typed)})`;
  return sql`(orders.search_text like ${containing(typed)}
    or orders.site_snapshot_id = any(array(select id from site_snapshots where ${contains(sql`name`, typed)}))
    or orders.ordered_by_id = any(${people}) or orders.requested_by_id = any(${people}))`;
};

/** Somebody's approval stands on it, under their name or their username. */
const approvedBy = (typed: string): Condition => sql`exists (select from order_approvals given
  where given.company_id = orders.company_id and given.order_id = orders.id
    and (${contains(sql`given.name`, typed)} or ${contains(sql`given.username`, typed)}))`;

const SITE_NAMES: Readonly<Record<string, string>> = {
  site: "name",
  location_name: "location_name",
  business_unit: "business_unit",
  region: "region",
};
const PEOPLE = ["ordered_by", "requested_by"];
const TEXTS = ["identifier", "po_number", "afe_number"];

const nameFor = (key: string, value: string): ByName | undefined => {
  if (Object.hasOwn(SITE_NAMES, key)) return siteNamed(SITE_NAMES[key] as string, value);
  return PEOPLE.includes(key) ? personNamed(key, value) : undefined;
};

const conditionFor = (key: string, value: string): Condition | undefined => {
  const name = nameFor(key, value);
  if (name) return isNamed(name);
  if (TEXTS.includes(key)) return textHolds(key, value);
  const group = GROUP_KEY.exec(key);
  if (group) return siteInGroup(sql`orders.site_id`, Number(group[1]), value);
  if (key === "search") return searched(value);
  if (key === "approved_by") return approvedBy(value);
  return undefined;
};

type Named = readonly { readonly key: string; readonly value: string; readonly condition: Condition }[];

/**
 * Either some of the states and days, one digit for each, or one name or search alone. Within some sites only states,
 * which the rollups count: whether the sites, a name or the days leave less to look through depends on the values.
 */
const shapeOf = (
  { siteIds }: CompanyScope,
  named: Named,
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
  return more.length === 0 && Number(given) === 0 && canBeAlone(first) ? `all-${first.key}` : undefined;
};

const canBeAlone = ({ key, value }: Named[number]): boolean =>
  key === "search" ? isTrigram(value) : nameFor(key, value) !== undefined;

/** A day and a moment are compared by different texts. */
const digitOf = (value: unknown): number => {
  if (value === undefined) return 0;
  return isWholeDay(value) ? 1 : 2;
};

/** Whole UTC days can be counted from the day rollup; other moments cannot. */
const isWholeDay = (value: unknown): boolean => value === undefined || String(value).length === 10;

/** What is filtered by, of the orders or of the rollups, which name these columns alike. */
export const stateConditions = (
  { status, payment_status }: Filters,
  table: "orders." | "" = "",
): Condition[] => {
  const is = (column: string, code: number) => sql`${sql.raw(table + column)} = ${code}`;
  return [
    ...(status ? [is("status", codeOf<readonly string[]>(ORDER_STATUSES, String(status)))] : []),
    ...(payment_status
      ? [is("payment_status", codeOf<readonly string[]>(PAYMENT_STATUSES, String(payment_status)))]
      : []),
  ];
};

export const narrow = (scope: CompanyScope, query: Filters): OrderNarrowing => {
  const { status, payment_status, orderDate_after, orderDate_before } = query;
  const named: Named = Object.entries(query).flatMap(([key, value]) => {
    const condition = typeof value === "string" ? conditionFor(key, value) : undefined;
    return condition ? [{ key, value: value as string, condition }] : [];
  });
  const dated = between(sql`orders.order_date`, orderDate_after, orderDate_before);
  const states = stateConditions(query, "orders.");
  const wholeDays = isWholeDay(orderDate_after) && isWholeDay(orderDate_before);
  const filters = [...states, ...dated, ...named.map(({ condition }) => condition)];
  const [first] = named;
  return {
    conditions: [...visible(scope), ...filters],
    // The day rollup knows no sites, so a range of days within some sites is counted live.
    countable: named.length === 0 && wholeDays && (scope.siteIds === "all" || dated.length === 0),
    filtered: filters.length > 0,
    inTexts: named.some(({ key }) => key === "search" || TEXTS.includes(key)),
    inDateOrder: named.length === 0 && !payment_status,
    byName: first && filters.length === 1 ? nameFor(first.key, first.value) : undefined,
    shape: shapeOf(scope, named, [status, payment_status], [orderDate_after, orderDate_before]),
  };
};
