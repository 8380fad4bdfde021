import type { ExampleKind, Simulation } from "@mcc/contract/approval-rules/simulations.schema.ts";

/** Texts of the draft of the rules and of its simulation. */
export const draftTexts = {
  title: "Draft of the rules",
  intro:
    "Change the draft, and try it on the orders of the last 90 days. The rules stay as they are until you save it.",
  noRules: "The draft has no rules: every order would be accepted at once.",
  status: "Change",
  isNew: "New",
  isChanged: "Changed",
  isSame: "As it is",
  edit: "Edit",
  remove: "Remove",
  add: "Add a rule",
  addTitle: "Add a rule to the draft",
  editTitle: (name: string) => `Edit the rule of ${name} in the draft`,
  keep: "Keep in the draft",
  removed: (names: readonly string[]) => `Removed: ${names.join(", ")}`,
  run: "Try on the last 90 days",
  runFailed: "The draft could not be tried",
  cancel: "Cancel",
  cancelFailed: "The simulation could not be canceled",
  save: "Save as the rules",
  saveQuestion:
    "The draft replaces all order approval rules at once. It applies to new orders; pending orders keep their steps.",
  saved: "Order approval rules saved",
  saveFailed: "The draft could not be saved",
  discard: "Discard",
  discardQuestion: "The changes of the draft will be lost. The rules stay as they are.",
  unchanged: "The draft has no changes yet.",
  rulesChanged:
    "The rules were changed since this draft was started, so it can no longer be saved. Discard it and start again from the current rules.",
  comparedBefore: "The rules were changed since this was computed: the numbers of today are those of before.",
  failed: "The simulation was interrupted. Please try again.",
  gone: "The result is no longer there. Please try again.",
  waiting: "Waiting for another simulation of your company",
  counting: "Counting the orders",
  result: "The last 90 days",
  noOrders: "There are no orders of the last 90 days to try the draft on.",
  partial: "There are more orders: these are the latest.",
  budgets:
    "Orders keep the steps that budgets gave them. Those that came before a budget was made are not tried on it.",
  measure: "Orders of the last 90 days",
  today: "Today",
  draft: "Draft",
  stepsToday: "Steps per order, today",
  stepsDraft: "Steps per order, draft",
  steps: "Steps",
  allSteps: "Approvals to give",
  passing: "Accepted without approval",
  passingMoney: "Money without approval",
  unassigned: "Nobody but company admins could approve",
  unassignedMoney: "Money left to company admins",
  approvers: "Orders per approver",
  approver: "Approver",
  noApprovers: "Nobody would have to approve anything.",
  moreApprovers: (count: number) => `And ${count.toLocaleString("en-US")} more approvers with fewer orders.`,
  examples: "Examples",
  noExamples: "No order would have other steps.",
  order: "Order",
  total: "Total",
  none: "None",
} as const;

export const kindTexts: Readonly<Record<ExampleKind, string>> = {
  unassigned: "Nobody eligible",
  passing: "No approval",
  fewer: "Fewer steps",
  more: "More steps",
  others: "Other approvers",
};

export const countText = (count: number): string => count.toLocaleString("en-US");

export const ordersWithSteps = (steps: number): string => {
  if (steps === 0) return "Orders without a step";
  return steps === 1 ? "Orders with 1 step" : `Orders with ${steps} steps`;
};

/** How far a simulation is. */
export const progressText = ({ state, orders_read, orders_found }: Simulation): string => {
  if (state === "waiting") return draftTexts.waiting;
  if (orders_found === null) return draftTexts.counting;
  return `${countText(orders_read)} of ${countText(orders_found)} orders`;
};

export const summaryText = (orders: number, changed: number): string =>
  `${countText(changed)} of ${countText(orders)} orders would have other steps.`;
