import { z } from "zod";
import { Dashboard } from "./dashboard.schema.ts";

/** What the times are divided by. */
export const APPROVAL_TIMES_BY = ["month", "approver", "role", "site", "node"] as const;
export type ApprovalTimesBy = (typeof APPROVAL_TIMES_BY)[number];

/** Whether each step is timed, or each order from its first step to the last decision. */
export const TIMED = ["step", "order"] as const;
export type Timed = (typeof TIMED)[number];

/** Fewer decisions do not tell what is usual. */
export const USUAL_DECISIONS = 10;
/** What nine of ten decisions of this month and the three before it took at most. */
const Usual = z.object({ hours: z.number(), since: z.iso.date() });

/** Pending orders that have waited for their current step for longer than is usual. */
export const LateOrders = z.object({
  orders: z.number(),
  usual: Usual,
  pending_since_before: z.iso.datetime().describe("The filter of the orders list that finds them"),
});
export type LateOrders = z.output<typeof LateOrders>;

export const ApprovalTimes = z.object({
  by: z.enum(APPROVAL_TIMES_BY),
  of: z.enum(TIMED),
  /** The first and the last day, in UTC. */
  after: z.iso.date(),
  before: z.iso.date(),
  /** What the user may divide by. */
  choices: z.array(z.enum(APPROVAL_TIMES_BY)),
  /** Null until there are enough decisions. */
  usual: Usual.nullable(),
  /** When the company works, in words. */
  working_hours: z.string(),
  facts: Dashboard.shape.facts,
  charts: Dashboard.shape.charts,
});
export type ApprovalTimes = z.output<typeof ApprovalTimes>;
