import { z } from "zod";
import { ApprovalStep } from "../approval-steps/approval-steps.schema.ts";
import { Money } from "../kit/money.ts";
import { Labelled, ORDER_STATUSES, OrderLine, PAYMENT_STATUSES } from "../orders/orders.schema.ts";

/**
 * Why nothing changed. unchanged: the order already had this content, or the same request was sent before. outdated:
 * different content with a version that is not above the stored one.
 */
const Unchanged = z.enum(["unchanged", "outdated"]);
export type Unchanged = z.output<typeof Unchanged>;

/** An order as the provider's systems read it. */
export const StoredOrder = z.object({
  id: z.number(),
  identifier: z.string(),
  version: z.number().nullable(),
  site: z.object({ id: z.number(), name: z.string(), ecommerce_username: z.string() }),
  status: z.enum(ORDER_STATUSES),
  payment_status: z.enum(PAYMENT_STATUSES).nullable(),
  order_date: z.iso.datetime(),
  taxful_total_price_value: Money,
  taxless_total_price_value: Money,
  tax: Money,
  creator: z.string().nullable(),
  ordered_by: z.string().nullable(),
  requested_by: z.string().nullable(),
  po_number: z.string().nullable(),
  afe_number: z.string().nullable(),
  tracking_numbers: z.array(z.string()),
  tracking_url: z.string().nullable(),
  custom_checkout_data: Labelled,
  custom_confirm_data: Labelled,
  lines: z.array(OrderLine),
  approval_steps: z.array(ApprovalStep),
  current_required_approval: z.object({ name: z.string() }).nullable(),
});
export type StoredOrder = z.output<typeof StoredOrder>;

/** An order in the response to a request that changes it. */
export const IntegrationOrder = StoredOrder.extend({
  changed: z.boolean(),
  /** Present if nothing changed. */
  reason: Unchanged.optional(),
});
export type IntegrationOrder = z.output<typeof IntegrationOrder>;

/** The result of one line of a batch. */
export const BatchResult = z.object({
  /** Counted from 1, empty lines included. */
  line: z.number(),
  identifier: z.string().nullable(),
  status: z.number(),
  changed: z.boolean(),
  /** Present if nothing changed and nothing was refused. */
  reason: Unchanged.optional(),
  /** With 400: every invalid field. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** With any other error. */
  code: z.string().optional(),
  detail: z.string().optional(),
});
export type BatchResult = z.output<typeof BatchResult>;
