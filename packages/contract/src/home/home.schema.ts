import { z } from "zod";
import { Alert } from "../alerts/alerts.schema.ts";
import { LateOrders } from "../analytics/approval-times.schema.ts";
import { Money } from "../kit/money.ts";
import { OrderRow, type OrderStatus } from "../orders/orders.schema.ts";

/** Orders in these statuses are spend: approved, and neither canceled nor rejected. The database has the same list. */
export const SPENT_STATUSES = [
  "Accepted",
  "Processing",
  "Shipped",
  "Partially Shipped",
  "Delivered",
] as const satisfies readonly OrderStatus[];

/** From the shortest to the longest. */
export const SPEND_UNITS = ["day", "week", "month", "year"] as const;
export type SpendUnit = (typeof SPEND_UNITS)[number];

const NOT_A_DAY = "This must be a day, such as 2026-03-31.";

/** A day in UTC, within the years of all dates of the product. */
export const Day = z.iso
  .date({ error: NOT_A_DAY })
  .refine((day) => day >= "1900-01-01" && day < "2200-01-01", NOT_A_DAY);

const Spent = { orders: z.number(), total: Money };
/** Null if there is no period before, as for all time. */
const SpentBefore = z.object(Spent).nullable();

const SpendPeriod = z.object({
  /** Its first day, in UTC; a week begins on Monday. */
  start: z.iso.date(),
  ...Spent,
  /** As many days earlier as the window is long. */
  before: SpentBefore,
});
export type SpendPeriod = z.output<typeof SpendPeriod>;

export const Spend = z.object({
  unit: z.enum(SPEND_UNITS),
  /** Every period up to today, also those without orders; none if nothing was spent at all. */
  periods: z.array(SpendPeriod),
  ...Spent,
  before: SpentBefore,
});
export type Spend = z.output<typeof Spend>;

/** How many records of each kind need a company admin, each counted as its list counts them. */
const Attention = z.object({
  pending: z.number().describe("Pending orders"),
  overdue: z.number().describe("Pending orders whose approvers were reminded, or that were escalated"),
  unassigned: z.number().describe("Pending orders that no one but a company admin can decide about"),
  never_signed_in: z.number().describe("Users who never signed in"),
  failed_imports: z.number().describe("Imports with rows that were not saved"),
  failing_deliveries: z.number().describe("Events that could not be delivered"),
  sites_without_approver: z.number().describe("Sites where an approval would be left to company admins"),
  since: z.iso.datetime().describe("Imports and deliveries are counted from this moment on"),
});
export type Attention = z.output<typeof Attention>;

/** In the order in which they are shown. */
export const FIRST_STEPS = ["sites", "users", "rules", "orders", "branding"] as const;
const FirstStep = z.object({ step: z.enum(FIRST_STEPS), is_done: z.boolean() });
export type FirstStep = z.output<typeof FirstStep>;

/** The preference of a user who has dismissed the first steps. */
export const FIRST_STEPS_PREFERENCE = "home:first-steps";

/** The first rows of a list, and how many it has. */
const listed = <Row extends z.ZodType>(row: Row) =>
  z.object({
    count: z.number(),
    count_is_capped: z.boolean().optional().describe("There are more than `count`"),
    results: z.array(row),
  });

/** Rows of each list on the home page. */
export const HOME_ROWS = 5;

export const Home = z.object({
  sites: z.number().describe("Sites that the user may see"),
  pending: z
    .number()
    .nullable()
    .describe(
      "Pending orders that the user may see; for approvers and company admins, while approvals are on",
    ),
  needs_user: listed(OrderRow)
    .nullable()
    .describe("Orders that need the user's approval, oldest first; for those who may approve"),
  orders: listed(OrderRow).describe("Orders of the days asked for, newest first"),
  alerts: listed(Alert).describe(
    "Alerts of the days asked for, newest first; of those with the same text the newest is in `results`",
  ),
  /** For company admins only. */
  attention: Attention.nullable(),
  /** For those who may see approval times, if a step is pending for longer than usual. */
  late_orders: LateOrders.nullable(),
  /** Null for others, once all are done, and after the user has dismissed them. */
  first_steps: z.array(FirstStep).nullable(),
  /** Orders and alerts of the period before; null if there is none, or if they are too many to count. */
  orders_before: z.number().nullable(),
  alerts_before: z.number().nullable(),
  spend: Spend,
});
export type Home = z.output<typeof Home>;
