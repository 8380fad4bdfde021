import { LAST_DAY_TOO_EARLY } from "../kit/schema-messages.ts";

/** Server messages about budgets. */
export const budgetMessages = {
  nameRequired: "Name field is required",
  nameTaken: "There's already a budget with this name.",
  amountRequired: "Amount field is required",
  amountPositive: "The amount must be more than 0.",
  periodRequired: "Period field is required",
  day: "This must be a day between 2000 and 2199, such as 2026-03-31.",
  startRequired: "First day field is required",
  endRequired: "Last day field is required",
  endBeforeStart: LAST_DAY_TOO_EARLY,
  over: "This period is over. Choose one that has not ended yet.",
  coverageRequired: "Choose what the budget covers: sites, nodes, an AFE or a checkout field.",
  noSiteLeft: "None of these sites is below the chosen nodes, so the budget would cover no order.",
  overlap: (below: string, above: string) => `${below} is below ${above}, which is chosen already.`,
  fieldName: "Checkout field name is required",
  fieldValue: "Checkout field value is required",
  fieldUnknown: "No recent order has a checkout field with this name.",
  roleRequired: "User Role field is required",
  roleUnused: "A role is only needed when a further approval step follows.",
  stepPending:
    "Orders are pending the step of this budget: this can be changed once they are approved or rejected.",
  stepStays: "Within the budget now. The approval that was asked for before is still needed.",
  tellAt: "These must be whole percentages from 1 to 1000, each once, at most 10 of them.",
  deleted: "Budget deleted correctly",
} as const;
