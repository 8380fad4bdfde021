import { GROUP_KEY, type ListQuery } from "@mcc/contract/kit/list.ts";
import { codeOf, ORDER_STATUSES, PAYMENT_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
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

/** What is left of the orders after the scope and the filters, and what is known about it beforehand. */
export interface Narrowing {
  readonly conditions: readonly Condition[];
  /** Only statuses, payment statuses and whole days are filtered: the rollups can count it. */
  readonly countable: boolean;
  readonly filtered: boolean;
  /**
   * Names the text of the conditions where that is one of few and a plan for any values is as good as one for these.
   * What is typed into texts is not: how to find it depends on how rare it is.
   */
  readonly shape?: string;
}

type Filters = Partial<ListQuery>;

/** Naming the company lets the planner read one partition only; the tenant view narrows all the same. */
export const visible = ({ companyId, siteIds }: CompanyScope): Condition[] => [
  sql`orders.company_id = ${companyId}`,
  ...(siteIds === "all" ? [] : [sql`orders.site_id = any(${siteIds})`]),
];

/** Names are looked up in the small tables first. */
const siteNamed = (column: string, typed: string): Condition =>
  sql`orders.site_snapshot_id = any(array(select id from site_snapshots where ${contains(sql.ref(column), typed)}))`;
const personNamed = (column: string, typed: string): Condition =>
  sql`${sql.ref(`orders.${column}_id`)} = any(array(select id from person_snapshots where ${contains(sql`name`, typed)}))`;

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

const conditionFor = (key: string, value: string): Condition | undefined => {
  if (Object.hasOwn(SITE_NAMES, key)) return siteNamed(SITE_NAMES[key] as string, value);
  if (PEOPLE.includes(key)) return personNamed(key, value);
  if (TEXTS.includes(key)) return textHolds(key, value);
  const group = GROUP_KEY.exec(key);
  if (group) return siteInGroup(sql`orders.site_id`, Number(group[1]), value);
  if (key === "search") return searched(value);
  if (key === "approved_by") return approvedBy(value);
  return undefined;
};

/**
 * Either some of the states and days, one digit for each, or one name alone. Whether a filter or many sites leave less
 * to look through depends on the values.
 */
const shapeOf = (
  { siteIds }: CompanyScope,
  named: readonly string[],
  rest: readonly unknown[],
): string | undefined => {
  const where = siteIds === "all" ? "all" : "sites";
  const given = rest.map((value) => (value ? 1 : 0)).join("");
  const isFiltered = named.length > 0 || Number(given) > 0;
  if (siteIds !== "all" && siteIds.length > FEW_SITES && isFiltered) return undefined;
  const [name, ...more] = named;
  if (name === undefined) return `${where}-${given}`;
  const isName = Object.hasOwn(SITE_NAMES, name) || PEOPLE.includes(name);
  return isName && more.length === 0 && Number(given) === 0 ? `${where}-${name}` : undefined;
};

/** Whole UTC days can be counted from the day rollup; other moments cannot. */
const isWholeDay = (value: unknown): boolean => value === undefined || String(value).length === 10;

export const narrow = (scope: CompanyScope, query: Filters): Narrowing => {
  const { status, payment_status, orderDate_after, orderDate_before } = query;
  const named = Object.entries(query).flatMap(([key, value]) => {
    const condition = typeof value === "string" ? conditionFor(key, value) : undefined;
    return condition ? [{ key, condition }] : [];
  });
  const dated = between(sql`orders.order_date`, orderDate_after, orderDate_before);
  const states = [
    ...(status ? [sql`orders.status = ${codeOf<readonly string[]>(ORDER_STATUSES, String(status))}`] : []),
    ...(payment_status
      ? [sql`orders.payment_status = ${codeOf<readonly string[]>(PAYMENT_STATUSES, String(payment_status))}`]
      : []),
  ];
  const keys = named.map(({ key }) => key);
  const wholeDays = isWholeDay(orderDate_after) && isWholeDay(orderDate_before);
  return {
    conditions: [...visible(scope), ...states, ...dated, ...named.map(({ condition }) => condition)],
    // The day rollup knows no sites, so a range of days within some sites is counted live.
    countable: named.length === 0 && wholeDays && (scope.siteIds === "all" || dated.length === 0),
    filtered: named.length + dated.length + states.length > 0,
    shape: wholeDays
      ? shapeOf(scope, keys, [status, payment_status, orderDate_after, orderDate_before])
      : undefined,
  };
};
