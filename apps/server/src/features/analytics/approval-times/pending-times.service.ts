import { can } from "@mcc/contract/access/permissions.ts";
import {
  type ApprovalTimes,
  type LateOrders,
  USUAL_DECISIONS,
} from "@mcc/contract/analytics/approval-times.schema.ts";
import type { Chart } from "@mcc/contract/analytics/dashboard.schema.ts";
import {
  subtractWorkingTime,
  type WorkingHours,
  workingTimeOfDay,
} from "@mcc/contract/notices/working-time.ts";
import { PENDING } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import { findReminderSettings } from "../../notices/reminder-settings.service.ts";
import { daysAgo, lastMonths, listLink, ORDERS, sumUp, TOTAL } from "../chart-parts.ts";
import { type PendingAge, pendingByAge } from "./approval-times.queries.ts";
import { timesBy } from "./times-by.service.ts";

/** In working days, youngest first; the last one has no end. */
const AGES = [
  { label: "Up to 1 day", from: 0 },
  { label: "1 to 2 days", from: 1 },
  { label: "2 to 5 days", from: 2 },
  { label: "5 to 10 days", from: 5 },
  { label: "Over 10 days", from: 10 },
] as const;

/** No order is older. */
const EARLIEST = Date.UTC(1900, 0, 1);
const MINUTE_MS = 60_000;
/** This month and as many before it tell what is usual. */
const USUAL_MONTHS = 3;

/** The moment since which so much working time has passed by now. */
const agoOf = (now: number, duration: number, hours: WorkingHours): Date =>
  new Date(Math.max(EARLIEST, subtractWorkingTime(now, duration, hours, EARLIEST)));

type Usual = NonNullable<ApprovalTimes["usual"]> & { readonly minutes: number };

/** What nine of ten decisions took at most, lately; undefined until there are enough. */
const usualTime = async (scope: CompanyScope): Promise<Usual | undefined> => {
  const since = lastMonths().at(-1 - USUAL_MONTHS)?.first ?? "";
  const [found] = await timesBy(scope, { of: "step", after: since, before: daysAgo(0) }, "all", 1);
  return found && found.decisions >= USUAL_DECISIONS
    ? { minutes: found.slow, hours: found.slow / 60, since }
    : undefined;
};

/** The last moment before another one. */
const justBefore = (moment: Date): string => new Date(moment.getTime() - 1).toISOString();

/** Orders whose current step is pending since before a moment, or between two. */
const linkSince = (until: Date | undefined, after?: Date): string =>
  listLink("/orders", {
    status: PENDING,
    pending_since_after: after?.toISOString(),
    pending_since_before: until && justBefore(until),
  });

const ordersOf = (ages: readonly PendingAge[]) => sumUp(ages).orders;

/** Orders that are pending now: by age, and those that are for longer than usual. */
export const pendingTimes = async (scope: CompanyScope, now = Date.now()) => {
  const hours = await findReminderSettings(scope);
  const usual = await usualTime(scope);
  const day = workingTimeOfDay(hours);
  const moments = AGES.slice(1).map(({ from }) => agoOf(now, from * day, hours));
  const late = usual && agoOf(now, usual.minutes * MINUTE_MS, hours);
  // One query for both: what is late is one moment older.
  const ordered = [...moments, ...(late ? [late] : [])].sort((one, other) => Number(other) - Number(one));
  const lateAt = late ? ordered.indexOf(late) : ordered.length;
  const isLate = ({ age }: PendingAge) => age > lateAt;
  const ages = await pendingByAge(scope, ordered);
  const chart: Chart = {
    title: "Pending now, by age",
    hint: "Working days since the current step began, of orders that are pending now.",
    form: "columns",
    category: "Age",
    measures: [ORDERS, TOTAL],
    bars: AGES.map(({ label }, at) => {
      const { orders, total } = sumUp(ages.filter((row) => row.age - Number(isLate(row)) === at));
      return { label, values: [orders, total], link: linkSince(moments[at - 1], moments[at]) };
    }),
  };
  return {
    ...{ hours, usual, chart },
    facts: [
      {
        ...{ label: "Pending now", kind: "count", value: ordersOf(ages) },
        link: listLink("/orders", { status: PENDING, pending_since_before: new Date(now).toISOString() }),
      },
      ...(late
        ? [
            {
              ...{ label: "Longer than usual", kind: "count" },
              value: ordersOf(ages.filter(isLate)),
              link: linkSince(late),
            },
          ]
        : []),
    ] as ApprovalTimes["facts"],
  };
};

/** What the home page says about approvals, to those who may open the page of approval times; null if nothing is late. */
export const lateOrders = async (scope: CompanyScope, now = Date.now()): Promise<LateOrders | null> => {
  if (!can(scope.who, "approval-times")) return null;
  const usual = await usualTime(scope);
  if (!usual) return null;
  const hours = await findReminderSettings(scope);
  const late = agoOf(now, usual.minutes * MINUTE_MS, hours);
  const ages = await pendingByAge(scope, [late]);
  const orders = ordersOf(ages.filter(({ age }) => age === 1));
  if (orders === 0) return null;
  return {
    orders,
    usual: { hours: usual.hours, since: usual.since },
    pending_since_before: justBefore(late),
  };
};
