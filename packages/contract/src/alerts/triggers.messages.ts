/** What the server says of alert rules, to the letter where the specification has it (2 §8). */
export const triggerMessages = {
  updated: "Rule updated correctly",
  allUpdated: "Rules updated correctly",
  deleted: "Rule deleted correctly",
  taken: "This user already has this rule for this site.",
  noAccess: "This user has no access to this site.",
  ruleRequired: "Rule field is required",
  frequencyRequired: "Frequency field is required",
  siteRequired: "Site field is required",
  weekdayDisabled: "Your company does not use rules by weekday.",
  countRequired: (most: number) => `Enter a number of orders from 1 to ${most.toLocaleString("en-US")}.`,
  weekdaysRequired: "Choose at least one weekday.",
  noValue: "This rule has no number of orders.",
  noWeekdays: "This rule has no weekdays.",
} as const;
