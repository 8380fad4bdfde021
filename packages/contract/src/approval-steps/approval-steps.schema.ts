import { z } from "zod";
import { Money } from "../kit/money.ts";

/** A step is pending, approved, rejected (the order was rejected at it), or dropped. */
export const STEP_STATES = ["open", "done", "rejected", "dropped"] as const;

/**
 * Why a user may act on a step: named by it, as a holder of its role, as a blanket approver, by an earlier approval of
 * the same order, as a company admin when there is no other eligible approver, in place of someone who is away, or
 * because the step was not decided in time.
 */
export const ENTITLEMENTS = [
  "user",
  "role",
  "blanket",
  "earlier",
  "stand-in",
  "deputy",
  "escalation",
] as const;

/** One approval an order needs or received, fixed when the order arrived. */
export const ApprovalStep = z.object({
  position: z.number(),
  type: z.enum(["role", "user"]),
  /** The name of the role or user at the time the order arrived. */
  name: z.string(),
  /** Why the order needs it: 0 means every order, otherwise the total reached this amount. */
  limit: z.number(),
  /** For a step of a budget: why, in words, such as "Rig 117, Q4: $1,240.00 beyond $50,000.00". */
  reason: z.string().optional(),
  state: z.enum(STEP_STATES),
  /** The current step of the order. */
  is_current: z.boolean(),
  /** Since when others may decide about it, too: it was not decided in time. */
  escalated_at: z.iso.datetime().nullable(),
  acted_by: z.string().nullable(),
  /** For a deputy: in whose place they acted. */
  acted_for: z.string().nullable(),
  acted_at: z.iso.datetime().nullable(),
  entitlement: z.enum(ENTITLEMENTS).nullable(),
  /** The order's total at the time of the decision; null for decisions made before totals were stored. */
  acted_total: Money.nullable(),
  /** When the order was last changed after this approval: it differs from what was approved. */
  changed_at: z.iso.datetime().nullable(),
});
export type ApprovalStep = z.output<typeof ApprovalStep>;

/** The users who may act on the current step, by name; the first ones of `count`. */
export const NextApprovers = z.object({
  count: z.number(),
  names: z.array(z.string()),
  /** There is no other eligible approver: company admins may act. */
  stand_in: z.boolean(),
  /** The deputies of these users, until when, and what that user left as a note. */
  deputies: z.array(
    z.object({
      name: z.string(),
      principal: z.string(),
      until: z.iso.datetime(),
      note: z.string(),
      is_you: z.boolean(),
    }),
  ),
});
export type NextApprovers = z.output<typeof NextApprovers>;
