/** Texts of approving, rejecting and the approval rules, to the letter (specification 1 §8, 2 §4, §5 and §8). */
export const approvalMessages = {
  approved: "Order approved",
  alreadyApproved: "You already have approved this order",
  approveFailed: "There was an error trying to approve the order",
  rejected: "Order rejected",
  rejectFailed: "There was an error trying to reject the order",
  tookAction: "You already took action on this order",
  waitingForYou: "Waiting for you",
  waitingFor: (name: string) => `Waiting for ${name}`,
} as const;

export const ruleMessages = {
  roleRequired: "User Role field is required",
  userRequired: "User field is required",
  placeRequired: "A site or a node is required",
  everywhere: "A rule for a role holds everywhere.",
  limitRequired: "Order Minimum Total field is required",
  limitNegative: "This can't be less than 0.",
  limitTaken: "There's already a Role with this Rule",
  created: "Order Approval Rule created correctly",
  createFailed: "There has been an error creating the order approval rule",
  updated: "Order Approval Rule updated correctly",
  updateFailed: "There has been an error updating the order approval rule",
  deleted: "Order Approval Rule deleted correctly",
  deleteFailed: "There has been an error deleting the order approval rule",
  fetchFailed: "There has been an error fetching order approval rules",
  activateFailed: "There has been an error activating order approvals",
  deactivateFailed: "There has been an error deactivating order approvals",
  notEnabled: "You do not have this feature enabled",
  noRules: "Company does not have order approval rules",
  pending: "You have pending approvals that need to be addressed before deactivating.",
  takeMeThere: "Take me there",
  pendingTooltip: "Pending approvals",
  everyOrder: "Approve every order",
  blanket: "Blanket approver",
  fromTotal: (amount: number) => `Approve orders with total equal to or above $${amount}`,
} as const;

/** A rule's limit in words, as the table of rules shows it. */
export const limitText = (limit: number): string => {
  if (limit === 0) return ruleMessages.everyOrder;
  return limit < 0 ? ruleMessages.blanket : ruleMessages.fromTotal(limit);
};

const dollars = (limit: number): string => `$${limit.toLocaleString("en-US")}.00`;

/** Why an order needs a step, to those who look at the order. */
export const whyNeeded = (limit: number): string =>
  limit === 0 ? "Needed for every order." : `Needed because the total is ${dollars(limit)} or more.`;

/** What a given approval was for, on an order that is not quite the same any more; the amounts as they are shown. */
export const changedSince = (approved: string | null, now: string): string => {
  if (approved === null) return `The order was changed since, now ${now}.`;
  return approved === now
    ? `Approved at ${approved}; the order was changed since, with the same total.`
    : `Approved at ${approved}; the order was changed since, now ${now}.`;
};

/** The same of a step that a smaller total does not reach any more. */
export const wasNeeded = (limit: number): string => `Was needed for a total of ${dollars(limit)} or more.`;
