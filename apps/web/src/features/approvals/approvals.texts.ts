/** What the approvals screens say (specification 1, sections 2 and 8; 2, section 2). */
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
  approvals: "Approvals",
  placedByYou: "You placed this order, so someone else has to approve it.",
  waitingForYou: "This order needs your approval.",
  approved: "Order approved",
  approveFailed: "There was an error trying to approve the order",
  rejected: "Order rejected",
  rejectFailed: "There was an error trying to reject the order",
} as const;

export const approveQuestion = (identifier: string, site: string, total: string): string =>
  `Do you want to approve order ${identifier} for ${site}, ${total} in total?`;

export const rejectQuestion = (identifier: string, site: string, total: string): string =>
  `Do you want to reject order ${identifier} for ${site}, ${total} in total? A rejected order can't be approved later.`;

/** The place of an order among those that need the user's approval. */
export const placeText = (position: number, count: number): string =>
  `${position.toLocaleString("en-US")} of ${count.toLocaleString("en-US")}${position === count ? ", the last one" : ""}`;

/** The total and the number of lines of the order to decide about. */
export const totalAndLines = (total: string, lines: number): string =>
  `${total} · ${lines.toLocaleString("en-US")} ${lines === 1 ? "line" : "lines"}`;

export const pendingCountText = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "order needs" : "orders need"} your approval`;
