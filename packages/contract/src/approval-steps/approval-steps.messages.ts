import { dollars } from "../approval-rules/approval-rules.messages.ts";

/** Server messages about approvals; verbatim where the specification states them (1 §8, 2 §4 and §5). */
export const approvalMessages = {
  tookAction: "You already took action on this order",
  waitingForYou: "Waiting for you",
  waitingFor: (name: string) => `Waiting for ${name}`,
  approved: "Order approved",
  recorded: (name: string) => `Approval recorded. The next step is ${name}.`,
} as const;

/** The reason an order needs a step, as shown with the order; that of a budget is stored with its step. */
export const stepReason = (limit: number, ofBudget?: string | null): string => {
  if (ofBudget) return `Beyond a budget. ${ofBudget}.`;
  return limit === 0 ? "Needed for every order." : `Needed because the total is ${dollars(limit)} or more.`;
};

/** The stored reason of a budget's step, without what only some may see: "Rig 117, Q4". */
export const withoutAmounts = (ofBudget: string): string =>
  ofBudget.replace(/: \$[\d,.]+ beyond \$[\d,.]+$/, "");

/** Who acted, and for a deputy in whose place. */
export const byFor = (name: string, principal: string | null | undefined): string =>
  principal ? `${name} for ${principal}` : name;
