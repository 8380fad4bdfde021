import { z } from "zod";
import { requiredText } from "../kit/text.ts";

/** How long a closed company can be opened again, unless another time is chosen. */
export const WAITING_DAYS = 30;
const MOST_WAITING_DAYS = 365;

export const closingMessages = {
  name: "Type the name of the company exactly as it is shown.",
  days: `Choose 1 to ${MOST_WAITING_DAYS} days.`,
  reopened: "The company is open again. Its users can sign in.",
} as const;

export const CloseCompany = z.object({
  /** The name of the company, as a confirmation. */
  name: requiredText(closingMessages.name),
  days: z
    .int({ error: closingMessages.days })
    .min(1, closingMessages.days)
    .max(MOST_WAITING_DAYS, closingMessages.days)
    .optional(),
});
export type CloseCompany = z.output<typeof CloseCompany>;

/** A company that was closed, with what became of it. */
export const CompanyClosing = z.object({
  id: z.number(),
  company_id: z.number(),
  name: z.string(),
  closed_at: z.string(),
  closed_by: z.string(),
  delete_after: z.string(),
  /** The deletion has begun: it cannot be opened again. */
  is_deleting: z.boolean(),
  /** Its time is over, and the deletion waits until the operator's collector has its audit and its sign-ins. */
  waits_for_collector: z.boolean(),
  deleted_at: z.string().nullable(),
  /** How many records and files were deleted so far. */
  records: z.number(),
  files: z.number(),
  /** The signed certificate of the deletion, a JSON text. */
  certificate: z.string().nullable(),
});
export type CompanyClosing = z.output<typeof CompanyClosing>;
