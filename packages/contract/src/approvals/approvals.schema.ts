import { z } from "zod";
import { Money } from "../kit/money.ts";

/** A step waits, is approved, is the one the order was rejected at, or is asked of nobody any more. */
const STEP_STATES = ["open", "done", "rejected", "dropped"] as const;

/**
 * Why somebody could act on a step: named by it, as a holder of its role, as a blanket approver, by an approval given
 * earlier on the same order, or as a company admin when nobody else could.
 */
const ENTITLEMENTS = ["user", "role", "blanket", "earlier", "stand-in"] as const;

/** One approval an order needs or has had, fixed when the order arrived. */
export const ApprovalStep = z.object({
  position: z.number(),
  type: z.enum(["role", "user"]),
  /** The role or the user as they were called when the order arrived. */
  name: z.string(),
  /** Why the order needs it: 0 stands for every order, else the total reached this amount. */
  limit: z.number(),
  state: z.enum(STEP_STATES),
  /** The step that the order waits for now. */
  is_current: z.boolean(),
  acted_by: z.string().nullable(),
  acted_at: z.iso.datetime().nullable(),
  entitlement: z.enum(ENTITLEMENTS).nullable(),
  /** The order's total as it was acted on; not known of what was decided before totals were kept. */
  acted_total: Money.nullable(),
  /** When the order was last changed after it was approved here: it is not quite what was approved. */
  changed_at: z.iso.datetime().nullable(),
});
export type ApprovalStep = z.output<typeof ApprovalStep>;

/** Who may act on the current step, by name; the first ones of `count`. */
export const NextApprovers = z.object({
  count: z.number(),
  names: z.array(z.string()),
  /** Nobody else is entitled: company admins stand in. */
  stand_in: z.boolean(),
});
export type NextApprovers = z.output<typeof NextApprovers>;
