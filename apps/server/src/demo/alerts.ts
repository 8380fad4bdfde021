import { dayIn } from "@mcc/contract/kit/calendar.ts";
import type pg from "pg";
import type { Company } from "./company.ts";
import { ageInDays, DAY, laterMoment, startOfDay, weekdayOf } from "./dates.ts";
import { insertRows } from "./insert/insert-rows.ts";
import { toDollars } from "./money.ts";
import type { Order } from "./order.ts";
import { randomFor } from "./random.ts";
import type { Trigger } from "./triggers.ts";

const LOOK_BACK_DAYS = 60;
/** Older alerts were read. */
const UNREAD_DAYS = 4;
const HOUR = DAY / 24;

interface Alert {
  readonly trigger: Trigger;
  /** None for a digest. */
  readonly order: Order | null;
  readonly content: string;
  readonly created: Date;
}

/** Recent alerts of the triggers; a part of them, which is enough for the demo. */
export const addAlerts = async (
  client: pg.ClientBase,
  company: Company,
  triggers: readonly Trigger[],
  orders: readonly Order[],
  now: Date,
): Promise<void> => {
  const random = randomFor(`${company.plan.slug} alerts`);
  const recent = orders.filter(({ date }) => ageInDays(date, now) < LOOK_BACK_DAYS);
  const fired = triggers
    .filter(({ enabled, user }) => enabled && (user.alerts ?? true))
    .flatMap((trigger) => {
      const here = recent.filter(({ site, date }) => site === trigger.site && isOnDay(trigger, date));
      return trigger.frequency === "INSTANTLY" ? instantly(trigger, here, now) : digests(trigger, here, now);
    });
  const alerts = random
    .sample(fired, company.plan.history.alerts)
    .sort((a, b) => a.created.getTime() - b.created.getTime() || a.trigger.id - b.trigger.id);
  // The first alert about an order stands for the others, of its user and of everyone.
  const isFirst = (among: (alert: Alert) => string) => {
    const known = new Set<string>();
    return (alert: Alert): boolean =>
      alert.order === null || known.size < known.add(`${alert.order.id}:${among(alert)}`).size;
  };
  const isEntry = isFirst(({ trigger }) => String(trigger.user.id));
  const isOrderEntry = isFirst(() => "");
  await insertRows(
    client,
    "alerts",
    alerts.map((alert, index) => ({
      company_id: company.id,
      site_id: alert.trigger.site.id,
      order_id: alert.order?.id ?? null,
      order_identifier: alert.order?.identifier ?? null,
      user_id: alert.trigger.user.id,
      trigger_id: alert.trigger.id,
      content: alert.content,
      fired_for: `demo:${index + 1}`,
      created: alert.created,
      read_at: ageInDays(alert.created, now) < UNREAD_DAYS ? null : laterMoment(alert.created, HOUR, now),
      is_entry: isEntry(alert),
      is_order_entry: isOrderEntry(alert),
    })),
  );
};

const isOnDay = ({ rule, weekdays }: Trigger, date: Date): boolean =>
  rule !== "WEEKDAY" || weekdays.includes(weekdayOf(date));

const instantly = (trigger: Trigger, orders: readonly Order[], now: Date): Alert[] => {
  if (trigger.rule === "COUNT") return [];
  return orders.map((order) => ({
    trigger,
    order,
    content: `Order ${order.identifier} was placed for ${order.siteName} by ${order.orderedBy.name}, ${toDollars(order.total)}`,
    created: laterMoment(order.date, 2_000, now),
  }));
};

const dayInUtc = dayIn("UTC");

/** One alert a day or week in UTC: when it is over, or as soon as a count is reached. */
const digests = (trigger: Trigger, orders: readonly Order[], now: Date): Alert[] => {
  const length = trigger.frequency === "DAILY" ? DAY : 7 * DAY;
  const windows = Map.groupBy(orders, ({ date }) => windowStart(trigger, date));
  return [...windows].flatMap(([start, inside]) => {
    const end = new Date(start + length);
    const reached = trigger.rule === "COUNT" ? inside[(trigger.value ?? 1) - 1]?.date : end;
    if (!reached || reached > now) return [];
    const count = trigger.rule === "COUNT" ? trigger.value : inside.length;
    const orderText = count === 1 ? "1 order was" : `${count} orders were`;
    const day = dayInUtc(start);
    const when = trigger.frequency === "DAILY" ? `on ${day}` : `in the week of ${day}`;
    const content = `${orderText} placed for ${trigger.site.name} ${when}`;
    return [{ trigger, order: null, content, created: reached }];
  });
};

const windowStart = ({ frequency }: Trigger, date: Date): number => {
  const midnight = startOfDay(date).getTime();
  return frequency === "DAILY" ? midnight : midnight - (weekdayOf(date) - 1) * DAY;
};
