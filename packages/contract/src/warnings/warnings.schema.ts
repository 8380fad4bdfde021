import { z } from "zod";
import { requiredTextArea } from "../kit/text.ts";

/** A likely split of one order into several, and a likely duplicate of another order. */
export const WARNING_KINDS = ["split", "duplicate"] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

/** What approvers should look at before they decide. It blocks nothing. */
export const OrderWarning = z.object({
  id: z.number(),
  kind: z.enum(WARNING_KINDS),
  /** The identifiers of the orders that it is compared with, as far as the user may see them. */
  orders: z.array(z.string()),
  /** Names no order that the user may not see. */
  text: z.string(),
  dismissed: z.boolean(),
  dismissal: z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string() }).nullable(),
});
export type OrderWarning = z.output<typeof OrderWarning>;

export const DISMISSAL_MAX = 1_000;

export const Dismissal = z.object({ reason: requiredTextArea("A reason is required", DISMISSAL_MAX) });
