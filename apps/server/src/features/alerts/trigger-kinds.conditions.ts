import { hasNumber, TRIGGER_RULES, type TriggerRule } from "@mcc/contract/alerts/triggers.rules.ts";
import { WEEKDAYS } from "@mcc/contract/kit/calendar.ts";
import { type RawBuilder, sql } from "kysely";

type Sql = RawBuilder<unknown>;
/** The trigger or alert rule that a query reads. */
type Rules = "triggers" | "rule" | "fired" | "alert_rules";

/** The SQL of one kind of trigger and alert rule; `range_value` and `value` are its weekdays and its number. */
interface TriggerKind {
  /**
   * Which orders it looks for, of those that were `placed`, by their `weekday`; null for all. Digests know the weekday of
   * an order and nothing else of it (`site_order_counts`).
   */
  readonly looksFor: ((range_value: Sql) => Sql) | null;
  /** What an alert about one order adds to `was placed`. */
  readonly onDay: Sql | null;
  /** What a digest of a week adds to `were placed`. */
  readonly inWeek: ((range_value: Sql) => Sql) | null;
  /** What the table of triggers shows as its value. */
  readonly shown: ((trigger: { readonly range_value: Sql; readonly value: Sql }) => Sql) | null;
  /** The trigger of a user who gets a site: frequency, value, weekdays, and whether it is enabled. */
  readonly first: Sql;
}

const dayNames = sql`(array[${sql.join(WEEKDAYS.map((day) => sql.lit(day)))}])[day]`;

const kinds: Readonly<Record<TriggerRule, TriggerKind>> = {
  CREATION: {
    looksFor: null,
    onDay: null,
    inWeek: null,
    shown: null,
    first: sql`'INSTANTLY', null::integer, '{}'::smallint[], true`,
  },
  WEEKDAY: {
    looksFor: (days) => sql`placed.weekday = any(${days})`,
    onDay: sql`' on a ' || placed.weekday_name`,
    inWeek: (days) =>
      sql`' on ' || (select string_agg(${dayNames}, ' or ' order by day) from unnest(${days}) as day)`,
    shown: ({ range_value: days }) =>
      sql`array_to_string(array(select ${dayNames} from unnest(${days}) as day order by day), ', ')`,
    first: sql`'INSTANTLY', null::integer, '{6,7}'::smallint[], false`,
  },
  COUNT: {
    looksFor: null,
    onDay: null,
    inWeek: null,
    shown: ({ value }) => sql`${value}::text`,
    first: sql`'DAILY', 10, '{}'::smallint[], false`,
  },
};

const isOf = (table: Rules, rules: readonly TriggerRule[]): Sql =>
  sql`${sql.ref(`${table}.rule`)} in (${sql.join(rules.map((rule) => sql.lit(rule)))})`;

/** Waits for a number of orders. */
export const waitsForNumber = (table: Rules): Sql => isOf(table, TRIGGER_RULES.filter(hasNumber));
/** Tells of orders, of each one at once or of all of a day or week. */
export const tellsOfOrders = (table: Rules): Sql =>
  isOf(
    table,
    TRIGGER_RULES.filter((rule) => !hasNumber(rule)),
  );

/** Those for which the contract says `isDigest`. */
export const sendsDigests = (table: Rules): Sql =>
  sql`(${tellsOfOrders(table)} and ${sql.ref(`${table}.frequency`)} <> 'INSTANTLY')`;

/** Whether it looks for an order that was `placed`, by its kind. */
export const looksForPlaced = (table: Rules): Sql => {
  const limited = TRIGGER_RULES.flatMap((rule) => {
    const condition = kinds[rule].looksFor?.(sql.ref(`${table}.range_value`));
    return condition ? sql`(${sql.ref(`${table}.rule`)} <> ${sql.lit(rule)} or ${condition})` : [];
  });
  return sql.join(limited, sql` and `);
};

/** One value by the kind of a trigger; kinds without one have what `otherwise` says. */
const byKind = (table: Rules, of: (kind: TriggerKind) => Sql | null | undefined, otherwise: Sql): Sql => {
  const cases = TRIGGER_RULES.flatMap((rule) => {
    const value = of(kinds[rule]);
    return value ? sql`when ${sql.lit(rule)} then ${value}` : [];
  });
  return sql`case ${sql.ref(`${table}.rule`)} ${sql.join(cases, sql` `)} else ${otherwise} end`;
};

/** ` on a Saturday`. */
export const onDay = (table: Rules): Sql => byKind(table, (kind) => kind.onDay, sql`''`);

/** ` on Saturday or Sunday`. */
export const inWeek = (table: Rules): Sql =>
  byKind(table, (kind) => kind.inWeek?.(sql.ref(`${table}.range_value`)), sql`''`);

export const shownValue = byKind(
  "triggers",
  (kind) => kind.shown?.({ range_value: sql`triggers.range_value`, value: sql`triggers.value` }),
  sql`null`,
);

/** The triggers of a user who gets a site. */
export const firstTriggers = sql`(values
  ${sql.join(
    TRIGGER_RULES.map((rule) => sql`(${sql.lit(rule)}, ${kinds[rule].first})`),
    sql`,
  `,
  )}) as first (rule, frequency, value, range_value, enabled)`;

/** In the order of their declaration. */
export const kindOrder = sql`array_position(array[${sql.join(TRIGGER_RULES.map((rule) => sql.lit(rule)))}], triggers.rule)`;
