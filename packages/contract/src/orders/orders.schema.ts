import { z } from "zod";
import { ApprovalStep, NextApprovers } from "../approval-steps/approval-steps.schema.ts";
import { Money } from "../kit/money.ts";
import { OrderWarning } from "../warnings/warnings.schema.ts";
import { AFTER_CHANGE, CHANGEABLE_FIELDS } from "./order-changes.schema.ts";

/** In the order of their codes, 1 to 8. */
export const ORDER_STATUSES = [
  "Accepted",
  "Pending Approval",
  "Processing",
  "Shipped",
  "Partially Shipped",
  "Delivered",
  "Canceled",
  "Rejected",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** In the order of their codes, 1 to 3. */
export const PAYMENT_STATUSES = ["Paid", "Not Paid", "Partially Paid"] as const;

/** The code of a status in the database. */
export const codeOf = <Names extends readonly string[]>(names: Names, name: Names[number]): number =>
  names.indexOf(name) + 1;
/** The reverse lookup; undefined without a code. */
export const nameOf = <Names extends readonly string[]>(
  names: Names,
  code: number | null,
): Names[number] | null => (code === null ? null : (names[code - 1] ?? null));
/** Every order has a status. */
export const statusOf = (code: number): OrderStatus => nameOf(ORDER_STATUSES, code) as OrderStatus;

/** The status of a pending order. */
export const PENDING = "Pending Approval" satisfies OrderStatus;
export const PENDING_CODE = codeOf(ORDER_STATUSES, PENDING);

/** The node above a site, per hierarchy group. */
export const SiteGroup = z.object({ id: z.number(), name: z.string(), node: z.string() });

/** The site's name at the time the order was placed. */
const OrderSite = z.object({
  id: z.number(),
  name: z.string(),
  location_name: z.string().nullable(),
  business_unit: z.string().nullable(),
  region: z.string().nullable(),
  division: z.string().nullable(),
  groups: z.array(SiteGroup),
});

/** Free fields of an order: label and text. */
export const Labelled = z.record(z.string(), z.string());

/** For a deputy: in whose place they acted. */
const Principal = z.string().optional();

/** In a row: null where they are long, unless the row is untrimmed; the order itself has them. */
const RowFields = Labelled.nullable();

/** One row of the orders list. */
export const OrderRow = z.object({
  id: z.number(),
  identifier: z.string(),
  site: OrderSite,
  creator: z.string().nullable(),
  ordered_by: z.string().nullable(),
  requested_by: z.string().nullable(),
  po_number: z.string().nullable(),
  afe_number: z.string().nullable(),
  status: z.enum(ORDER_STATUSES),
  payment_status: z.enum(PAYMENT_STATUSES).nullable(),
  order_date: z.iso.datetime(),
  /** The number of lines with a product. */
  lines: z.number(),
  products: z.number(),
  taxful_total_price_value: Money,
  taxless_total_price_value: Money,
  tax: Money,
  /** The first 3 of `tracking_numbers_count`, all of them when untrimmed. */
  tracking_numbers: z.array(z.string()),
  tracking_numbers_count: z.number(),
  approved_by: z.array(z.object({ username: z.string(), name: z.string(), principal: Principal })),
  approved_by_count: z.number(),
  rejected_by: z.array(
    z.object({ username: z.string(), name: z.string(), note: z.string(), principal: Principal }),
  ),
  current_required_approval: z.object({ name: z.string() }).nullable(),
  /** The signed-in user may approve or reject this order now. */
  approvable_by_current_user: z.boolean(),
  /** Included for approvers and company admins, for pending orders. */
  approval_status: z.string().nullable(),
  /** The order is pending, and the first of the users who were asked about it has not replied yet. */
  waiting_for_answer: z.object({ from: z.string(), since: z.iso.datetime() }).nullable(),
  /** Likely splits and duplicates. In a list, those of pending orders. */
  warnings: z.array(OrderWarning),
  custom_checkout_data: RowFields,
  custom_confirm_data: RowFields,
});
export type OrderRow = z.output<typeof OrderRow>;

/** One row of the pending orders: the same as in the list of all orders, which its search asks. */
export type PendingRow = OrderRow;

export const OrderLine = z.object({
  id: z.number(),
  ordering: z.number(),
  product: z.string().nullable(),
  text: z.string(),
  quantity: z.string(),
  sku: z.string().nullable(),
  manufacturer_sku: z.string().nullable(),
  image_url: z.string().nullable(),
  type: z.string().nullable(),
  manufacturer: z.string().nullable(),
  base_unit_price_value: Money,
  discount_amount_value: Money,
  taxless_price: Money,
  tax_amount: Money,
  line_total_price: Money,
  is_catalog_plus: z.boolean(),
  /** False marks a fee line. */
  display: z.boolean(),
});
export type OrderLine = z.output<typeof OrderLine>;

/** A line that an approver removed from a pending order. */
export const RemovedLine = z.object({
  text: z.string(),
  sku: z.string().nullable(),
  quantity: z.string(),
  /** Without tax, like the price of a line. */
  price: Money,
  removed_by: z.string(),
  removed_at: z.iso.datetime(),
});
export type RemovedLine = z.output<typeof RemovedLine>;

/** A field of an order that approvers may change; a checkout field goes by its label. */
const ChangedField = z.object({
  name: z.string(),
  is_checkout: z.boolean(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ChangedField = z.output<typeof ChangedField>;

/** What an approver changed about a pending order: the quantity of a line, or fields. */
export const OrderChange = z.object({
  line: z
    .object({
      id: z.number(),
      text: z.string(),
      sku: z.string().nullable(),
      quantity_before: z.string(),
      quantity_after: z.string(),
      /** Without tax, like the price of a line. */
      price_before: Money,
      price_after: Money,
    })
    .nullable(),
  fields: z.array(ChangedField),
  total_before: Money,
  total_after: Money,
  reason: z.string(),
  changed_by: z.string(),
  /** For a deputy: in whose place they changed it. */
  changed_for: z.string().nullable(),
  changed_at: z.iso.datetime(),
  /** Those whose approval was given before and is needed again. */
  asked_again: z.array(z.string()),
});
export type OrderChange = z.output<typeof OrderChange>;

/** What the company lets its approvers change, besides quantities, and what becomes of approvals given before. */
export const Changeable = z.object({
  fields: z.array(z.enum(CHANGEABLE_FIELDS)),
  checkout: z.array(z.string()),
  after_change: z.enum(AFTER_CHANGE),
});
export type Changeable = z.output<typeof Changeable>;

/** One order with all its fields. */
export const Order = OrderRow.extend({
  lines: z.array(OrderLine),
  /** Oldest first. */
  removed_lines: z.array(RemovedLine),
  /** Oldest first. */
  changes: z.array(OrderChange),
  /** What the user may change now; null while they may not decide about the order. */
  changeable: Changeable.nullable(),
  custom_checkout_data: Labelled,
  custom_confirm_data: Labelled,
  /** Why the order needs approval, who acted and when, in the order in which the steps are requested. */
  approval_steps: z.array(ApprovalStep),
  /** The order is pending, and the user may not approve it because they placed it. Included for approvers. */
  barred_as_placer: z.boolean(),
  /** The next approvers, while the order is pending. */
  next_approvers: NextApprovers.nullable(),
});
export type Order = z.output<typeof Order>;
