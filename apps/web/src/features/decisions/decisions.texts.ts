import type { ApprovalResult } from "@mcc/contract/decisions/bulk-approval.schema.ts";

/** Texts of the pending orders and the decisions. APPR-014 to APPR-022 fix those about the result of a decision. */
export const approvalTexts = {
  section: "Company",
  pending: "Pending Approvals",
  returnToPending: "Return to pending approvals",
  view: "View",
  approve: "Approve",
  approveAndNext: "Approve and next",
  noneLeft: "No more orders need your approval.",
  reject: "Reject",
  approveTitle: "Approve order",
  rejectTitle: "Reject order",
  reason: "Reason",
  reasonHint: "The reason is optional. Everyone who can see the order can read it.",
  close: "Close",
  approvedBy: "Approved By",
  placedByYou: "You placed this order, so someone else has to approve it.",
  waitingForYou: "This order needs your approval.",
  approved: "Order approved",
  approveFailed: "There was an error trying to approve the order",
  rejected: "Order rejected",
  rejectFailed: "There was an error trying to reject the order",
  approveSeveral: "Approve orders",
  approving: "Approving",
  approveSeveralFailed: "There was an error trying to approve the orders",
  notDecided: "Not approved, please try again",
  notConfirmed: "Not confirmed",
  readingRemarks: "Looking for warnings and open questions …",
  remarksFailed: "There has been an error fetching the warnings and open questions",
  noneConfirmed: "No order is confirmed yet.",
  openQuestion: "Open question",
  showAllPending: "Show all pending orders",
  oldestFirst: "Oldest orders first",
  showAllOfYours: "Show all",
  openPending: "Open the list",
  noneNeedYou: "No orders need your approval",
  waitingForAnswer: "Waiting for an answer",
} as const;

export const approveQuestion = (identifier: string, site: string, total: string): string =>
  `Do you want to approve order ${identifier} for ${site}, ${total} in total?`;

export const rejectQuestion = (identifier: string, site: string, total: string): string =>
  `Do you want to reject order ${identifier} for ${site}, ${total} in total? A rejected order can't be approved later.`;

/** The place of an order among those that need the user's approval. */
export const placeText = (position: number, count: number): string =>
  `${position.toLocaleString("en-US")} of ${count.toLocaleString("en-US")}${count === 1 ? ", the last one" : ""}`;

/** The total and the number of lines of the order to decide about. */
export const totalAndLines = (total: string, lines: number): string =>
  `${total} · ${lines.toLocaleString("en-US")} ${lines === 1 ? "line" : "lines"}`;

const orders = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "order" : "orders"}`;

/** The button that approves the selected orders. */
export const approveSelected = (count: number): string =>
  count === 0 ? approvalTexts.approve : `${approvalTexts.approve} ${count.toLocaleString("en-US")}`;

export const approveSeveralQuestion = (count: number, total: string): string =>
  `Do you want to approve ${count === 1 ? "this order" : `these ${orders(count)}`}, ${total} in total?`;

/** How orders with a warning or an open question are approved together with others. */
export const confirmEach = (count: number): string =>
  count === 1
    ? "1 order has a warning or an open question. It is approved only if you confirm it."
    : `${orders(count)} have a warning or an open question. Each is approved only if you confirm it.`;

export const confirmOrder = (identifier: string): string => `Approve ${identifier} all the same`;

export const approvingOrders = (count: number): string => `Approving ${orders(count)} …`;

export const onlyFirst = (most: number, left: number): string =>
  `${orders(most)} can be approved at a time. ${left.toLocaleString("en-US")} more ${left === 1 ? "stays" : "stay"} selected.`;

/** The result of each order of several, in a word or two. */
export const RESULT_TEXTS: Readonly<Record<ApprovalResult, string>> = {
  approved: "Approved",
  recorded: "Approval recorded",
  not_pending: "No longer pending",
  not_allowed: "Not waiting for you",
  already_approved: "Already approved by you",
  total_changed: "Total changed, not approved",
  has_remarks: "New warning or question, not approved",
  not_found: "Not found",
};

/** How many of several orders were approved. */
export const approvedOf = (approved: number, all: number): string =>
  approved === all
    ? `${orders(all)} approved`
    : `${approved.toLocaleString("en-US")} of ${orders(all)} approved`;

export const daysText = (days: number): string =>
  days === 1 ? "1 day" : `${days.toLocaleString("en-US")} days`;

export const sendingDecision = (identifier: string): string => `Sending your decision about ${identifier}`;

export const needApprovalText = (count: number): string =>
  `${count === 1 ? "order needs" : "orders need"} your approval`;

export const pendingCountText = (count: number): string =>
  `${count.toLocaleString("en-US")} ${needApprovalText(count)}`;
