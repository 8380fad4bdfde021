/** Server messages about approval rules; verbatim where the specification states them (2 §8). */
export const ruleMessages = {
  roleRequired: "User Role field is required",
  userRequired: "User field is required",
  placeRequired: "A site or a node is required",
  everywhere: "A rule for a role applies at every site.",
  limitRequired: "Order Minimum Total field is required",
  roleTaken: "This role already has a rule.",
  limitTaken: "There's already a Role with this Rule",
  placeTaken: (name: string) => `${name} is used by the rule of another user.`,
  placeUnseen: (name: string) => `This user cannot see ${name} and could not approve there.`,
  deleted: "Order Approval Rule deleted correctly",
} as const;

/** The refusal of a second rule of a role: limits of 0 and −1 are switches of the form, which show it themselves. */
export const takenRole = (limit: number): readonly [field: "role" | "limit", message: string] =>
  limit > 0 ? ["role", ruleMessages.roleTaken] : ["limit", ruleMessages.limitTaken];

/** A limit as it is displayed. */
export const dollars = (limit: number): string => `$${limit.toLocaleString("en-US")}.00`;
