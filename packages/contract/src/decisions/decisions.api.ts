import { z } from "zod";
import type { Session } from "../access/session.ts";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { flag, list } from "../kit/list.ts";
import { displayColumn, moneyColumn, nameColumn, numberColumn } from "../kit/list-columns.ts";
import { listSum } from "../kit/list-sum.ts";
import { Amount } from "../kit/money.ts";
import { text } from "../kit/text.ts";
import {
  FieldChanges,
  FieldChangesPreview,
  LineChange,
  LineChangePreview,
} from "../orders/order-changes.schema.ts";
import { orderList } from "../orders/orders.api.ts";
import { Order, OrderRow } from "../orders/orders.schema.ts";
import { BulkApproval, BulkResult, OrderRemarks, ToBeApproved } from "./bulk-approval.schema.ts";

const { site, location_name, business_unit, identifier, po_number, orderDate } = orderList.columns;
const { region, ordered_by, requested_by, afe_number, status, payment_status } = orderList.columns;

/** For filters and sorting only, never shown. */
const unseen = { shownTo: () => false };
/** Beyond the specification: hidden until the user adds it. */
const offered = { hidden: true } as const;
const toAdmins = { shownTo: (who: Session) => who.is_company_admin };
const toApprovers = {
  shownTo: (who: Session) =>
    who.is_approver || who.is_company_admin || who.is_deputy || who.decides_escalated,
};

/** Pending orders. */
export const pendingList = list({
  name: "pending",
  path: "/orders/pending/",
  summary: "pending orders",
  allow: "approval:list",
  row: OrderRow,
  sort: "-orderDate",
  essentials: [
    "identifier",
    "site",
    "orderDate",
    "total",
    "waiting_for",
    "current_required_approval",
    "approval_status",
  ],
  essentialsIfNarrow: true,
  groups: true,
  extra: {
    requires_my_approval: flag.describe("Only the orders that need the user's approval").optional(),
    waiting_for_answer: flag.describe("Only the orders with a question that waits for an answer").optional(),
    overdue: flag
      .describe("Only the orders whose approvers were reminded, or that were escalated")
      .optional(),
    unassigned: flag.describe("Only the orders that no one but a company admin can decide about").optional(),
  },
  extraLabels: { overdue: "Overdue", unassigned: "No approver" },
  columns: {
    site,
    location_name,
    business_unit,
    identifier,
    po_number,
    orderDate,
    lines: numberColumn("Lines"),
    total: moneyColumn("Total"),
    approved_by: nameColumn("Approved By"),
    current_required_approval: displayColumn("Current Required Approval", toAdmins),
    approval_status: displayColumn("Approval Status", toApprovers),
    waiting_for: displayColumn("Waiting For", {
      ...offered,
      shownTo: (who: Session) => !who.is_company_admin,
    }),
    days_waiting: displayColumn("Days Waiting", offered),
    warnings: displayColumn("Warnings", offered),
    region: { ...region, ...unseen },
    ordered_by: { ...ordered_by, ...unseen },
    requested_by: { ...requested_by, ...unseen },
    afe_number: { ...afe_number, ...unseen },
    status: { ...status, ...unseen },
    payment_status: { ...payment_status, ...unseen },
  },
});

export const pendingSum = listSum(pendingList, "total");

const Count = z.object({ count: z.number() });

export const pendingCount = endpoint({
  method: "GET",
  path: "/orders/pending/count/",
  summary: "Count the pending orders that the user can see",
  allow: "approval:list",
  reply: Count,
});

export const requiresApprovalCount = endpoint({
  method: "GET",
  path: "/orders/pending/requires-approval/count/",
  summary: "Count the orders that need the user's approval",
  allow: "approval:list",
  reply: Count,
});

const ByIdentifier = z.object({ identifier: text() });

export const approveOrder = endpoint({
  method: "POST",
  path: "/orders/:identifier/approve/",
  summary: "Approve the current step of an order",
  allow: "has-order-approvals",
  params: ByIdentifier,
  // In the address: the specification has an empty body.
  query: z.object({
    total: Amount.optional().describe(
      "The total the user saw: an order that has another one is not approved",
    ),
  }),
  reply: Order,
  fails: [
    "order.total_changed",
    "order.not_pending",
    "approval.not_yours",
    "not_found",
    "order.already_approved",
  ],
});

export const rejectOrder = endpoint({
  method: "POST",
  path: "/orders/:identifier/reject/",
  summary: "Reject an order, optionally with a reason",
  allow: "has-order-approvals",
  params: ByIdentifier,
  /** A reason of any length, or none; limited only by the size of a request. */
  body: z.object({ note: z.string({ error: "This field must be text." }).default("") }),
  reply: Order,
  fails: ["order.not_pending", "approval.not_yours", "not_found", "order.already_approved"],
});

const changing = {
  method: "PATCH",
  allow: "has-order-approvals",
  reply: Order,
  fails: ["order.not_pending", "approval.not_yours", "not_found", "order.already_approved"],
} as const;

export const changeOrderLine = endpoint({
  ...changing,
  path: "/orders/:identifier/lines/:id/",
  summary: "Reduce the quantity of an item of a pending order",
  description:
    "For users who may decide about the order now. The approval steps follow the new total; the company chooses whether approvals given before stay.",
  params: ByIdentifier.extend({ id: pathId }),
  body: LineChange,
});

export const changeOrderFields = endpoint({
  ...changing,
  path: "/orders/:identifier/fields/",
  summary: "Set the PO, the AFE or checkout fields of a pending order",
  description:
    "For users who may decide about the order now, and for the fields that the company allows. What is left out stays.",
  params: ByIdentifier,
  body: FieldChanges,
});

const previewing = {
  ...changing,
  method: "POST",
  description: "The order as it would be, with its total and its approval steps. Nothing is saved or sent.",
} as const;

export const previewOrderLine = endpoint({
  ...previewing,
  path: "/orders/:identifier/lines/:id/preview/",
  summary: "Get what a smaller quantity of an item would lead to",
  params: ByIdentifier.extend({ id: pathId }),
  body: LineChangePreview,
});

export const previewOrderFields = endpoint({
  ...previewing,
  path: "/orders/:identifier/fields/preview/",
  summary: "Get what another PO, AFE or checkout field would lead to",
  params: ByIdentifier,
  body: FieldChangesPreview,
});

export const orderRemarks = endpoint({
  method: "GET",
  path: "/orders/pending/remarks/",
  summary: "List the warnings and open questions of pending orders that are to be approved together",
  description:
    "Only orders that have one are in the answer. The portal asks about each of these orders by itself.",
  allow: "approval:list",
  query: ToBeApproved,
  reply: z.object({ results: z.array(OrderRemarks) }),
});

export const approveOrders = endpoint({
  method: "POST",
  path: "/orders/pending/approve/",
  summary: "Approve several orders",
  description:
    "Each order is decided in its own transaction, by the rules of one approval. With `remarks`, an order with a warning or open question that is not among them is refused (`has_remarks`). An order without a result was not decided. Repeating the call approves nothing twice.",
  allow: "has-order-approvals",
  body: BulkApproval,
  reply: z.object({ results: z.array(BulkResult) }),
});
