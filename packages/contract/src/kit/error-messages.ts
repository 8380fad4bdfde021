/** Error messages that pages also show themselves; separate from the list of all, so that pages need not load that. */
export const errorMessages = {
  invalid: "Some fields need attention.",
  signInFailed:
    "Please enter a correct username or email address, and password. Note that both fields may be case-sensitive.",
  alreadyApproved: "You already have approved this order",
  approvalsPending: "You have pending approvals that need to be addressed before deactivating.",
  unexpected: "There was an error. Please try again later",
} as const;
