/** What the server says of approvals and of their rules, to the letter where the specification has it (1 §8, 2 §4, §5 and §8). */
export const approvalMessages = {
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
  roleTaken: "This role has a rule already.",
  placeTaken: (name: string) => `${name} is used by the rule of another user.`,
  placeUnseen: (name: string) => `This user does not see ${name}, and could not approve there.`,
  deleted: "Order Approval Rule deleted correctly",
} as const;

/** A limit as it is read. */
export const dollars = (limit: number): string => `$${limit.toLocaleString("en-US")}.00`;

/** Why an order needs a step, to those who look at the order. */
export const stepReason = (limit: number): string =>
  limit === 0 ? "Needed for every order." : `Needed because the total is ${dollars(limit)} or more.`;
