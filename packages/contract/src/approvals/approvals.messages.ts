/** Server messages about approvals and their rules; verbatim where the specification states them (1 §8, 2 §4, §5 and §8). */
export const approvalMessages = {
  tookAction: "You already took action on this order",
  waitingForYou: "Waiting for you",
  waitingFor: (name: string) => `Waiting for ${name}`,
  approved: "Order approved",
  recorded: (name: string) => `Approval recorded. The next step is ${name}.`,
} as const;

export const ruleMessages = {
  roleRequired: "User Role field is required",
  userRequired: "User field is required",
  placeRequired: "A site or a node is required",
  everywhere: "A rule for a role applies at every site.",
  limitRequired: "Order Minimum Total field is required",
  roleTaken: "This role already has a rule.",
  placeTaken: (name: string) => `${name} is used by the rule of another user.`,
  placeUnseen: (name: string) => `This user cannot see ${name} and could not approve there.`,
  deleted: "Order Approval Rule deleted correctly",
} as const;

/** A limit as it is displayed. */
export const dollars = (limit: number): string => `$${limit.toLocaleString("en-US")}.00`;

/** The reason an order needs a step, as shown with the order. */
export const stepReason = (limit: number): string =>
  limit === 0 ? "Needed for every order." : `Needed because the total is ${dollars(limit)} or more.`;

/** Who acted, and for a deputy in whose place. */
export const byFor = (name: string, principal: string | null | undefined): string =>
  principal ? `${name} for ${principal}` : name;
