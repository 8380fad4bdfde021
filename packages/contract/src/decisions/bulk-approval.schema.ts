import { z } from "zod";
import { OrderComment } from "../comments/comments.schema.ts";
import { bodyIds, queryId } from "../kit/id.ts";
import { UNKNOWN_PARAMETER } from "../kit/list-schema.ts";
import { Amount } from "../kit/money.ts";
import { requiredText } from "../kit/text.ts";
import { OrderWarning } from "../warnings/warnings.schema.ts";

/** The maximum number of orders in one call. */
export const BULK_MAX = 100;

/** An order as the user saw it: an order whose total has changed since, or that has a new remark, is not approved. */
const ShownOrder = z.object({
  identifier: requiredText("This field is required."),
  total: Amount.describe("The total the user saw"),
  remarks: z
    .object({ warnings: bodyIds().default([]), questions: bodyIds().default([]) })
    .describe("The ids of the warnings and open questions the user saw; without it they are not compared")
    .optional(),
});
export type ShownOrder = z.output<typeof ShownOrder>;

export const BulkApproval = z.object({
  orders: z
    .array(ShownOrder, { error: "This must be a list of orders." })
    .min(1, "At least one order is required.")
    .max(BULK_MAX, `This can't hold more than ${BULK_MAX} orders.`)
    .refine(
      (orders) => new Set(orders.map(({ identifier }) => identifier)).size === orders.length,
      "Each order can be in the list only once.",
    ),
});

/** The ids of the orders that are to be approved together: `?id=1&id=2`. */
export const ToBeApproved = z.strictObject(
  {
    id: z.preprocess(
      (given) => [given ?? []].flat(),
      z
        .array(queryId)
        .min(1, "At least one order is required.")
        .max(BULK_MAX, `This can't hold more than ${BULK_MAX} orders.`),
    ),
  },
  { error: UNKNOWN_PARAMETER },
);

/** What is to be looked at before an order is approved. */
export const OrderRemarks = z.object({
  id: z.number(),
  /** Without those that were dismissed. */
  warnings: z.array(OrderWarning),
  /** Questions that wait for an answer, oldest first. */
  questions: z.array(OrderComment),
});
export type OrderRemarks = z.output<typeof OrderRemarks>;

/** `recorded`: the approval was saved, and a further step is open. */
const APPROVAL_RESULTS = [
  "approved",
  "recorded",
  "not_pending",
  "not_allowed",
  "already_approved",
  "total_changed",
  "has_remarks",
  "not_found",
] as const;
export type ApprovalResult = (typeof APPROVAL_RESULTS)[number];

export const BulkResult = z.object({
  identifier: z.string(),
  result: z.enum(APPROVAL_RESULTS),
  detail: z.string(),
});
export type BulkResult = z.output<typeof BulkResult>;
