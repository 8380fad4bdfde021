import { budgetMessages } from "@mcc/contract/budgets/budgets.messages.ts";
import type { BUDGET_PERIODS, Budget, ENTRY_KINDS } from "@mcc/contract/budgets/budgets.schema.ts";
import { formatMoney } from "../../platform/page/format.ts";
import { recordTexts } from "../../platform/records/record.texts.ts";

const several = (count: number, one: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : `${one}s`}`;

export const budgetTexts = {
  ...recordTexts("budget"),
  title: "Budgets",
  section: "Budget",
  listSection: "Company",
  upload: "Upload Budgets",
  back: "Return to budgets",
  empty:
    "No budgets yet. A budget says how much may be spent at some sites or for an AFE, and whom to tell or ask when it is used up.",
  listFailed: "There has been an error fetching the budgets",
  deleted: budgetMessages.deleted,
  deleteQuestion: (name: string): string =>
    `Do you want to delete the budget “${name}”? Orders stay as they are, and what it has counted is kept in the audit.`,
  edit: "Edit",
  name: "Name",
  period: "Period",
  covers: "Covers",
  noPlaces: "Nothing any more: its nodes were deleted",
  used: "Used",
  left: "Left",
  forecast: "Forecast",
  tooEarly: "Too early to say",
  // The form
  amount: "Amount",
  amountHint: "For each period.",
  starts: "First day",
  ends: "Last day",
  endsHint: "Empty: without an end.",
  repeats: "Another period of the same length follows each one",
  sites: "Sites",
  sitesHint: "Empty: all sites, if you give something else below.",
  nodes: "Nodes",
  nodesHint: "With everything below them.",
  afe: "AFE",
  fieldName: "Checkout field",
  fieldValue: "Its value",
  fieldsFailed: "There has been an error fetching the checkout fields",
  coverage: "Which orders it covers",
  coverageHint: "An order counts when everything that is given here holds.",
  beyond: "When an order goes beyond it",
  beyonds: { tell: "Tell the owners", step: "One more approval" },
  role: "Approved by the role",
  rolesFailed: "There has been an error fetching the roles",
  owners: "Owners",
  ownersHint: "They see the budget and are notified how much of it is used.",
  usersFailed: "There has been an error fetching the users",
  tellAt: "Tell owners at",
  tellAtHint: "Percentages of the amount, separated by commas.",
  preview: "What it would cover",
  previewFailed: "What it would cover cannot be shown right now.",
  takesAWhile: "These are many orders: counting them takes a while after saving. Until then nothing changes.",
  // The page
  figures: "This period",
  chart: "Used over the period",
  chartFailed: "There has been an error fetching the chart",
  statementOf: (period: string | undefined, isOfAll: boolean): string =>
    period ? `Statement of ${period}` : isOfAll ? "Statement of all periods" : "Statement",
  thisPeriod: (period: string): string => `${period} (this period)`,
  entries: "Entries",
  searched: "Search by order",
  noEntries: "Orders that count for this budget are listed here.",
  hidden:
    "Totals are shown to company admins, owners and users who see every site it covers. The statement has the orders of your sites.",
  recountFailed:
    "Counting the orders did not finish. The budget is as it was before the change. Save it again.",
  settings: "Settings",
  // Orders
  ofOrder: "Budgets",
  ofOrderFailed: "What is left of budgets cannot be shown right now.",
  before: "Left before",
  thisOrder: "This order",
  theseOrders: "These orders",
  after: "Left after",
} as const;

export const periodNames: Readonly<Record<(typeof BUDGET_PERIODS)[number], string>> = {
  month: "Month",
  quarter: "Quarter",
  year: "Year",
  custom: "From a day until another",
};

export const entryNames: Readonly<Record<(typeof ENTRY_KINDS)[number], string>> = {
  reserve: "Reserved",
  commit: "Committed",
  release: "Released",
  adjust: "Adjusted",
};

/** Half of an amount is "50%"; what goes beyond it may be more than 100. */
export const percentOf = (part: string, whole: string): number =>
  Number(whole) === 0 ? 0 : Math.round((Number(part) / Number(whole)) * 100);

export const leftWords = (left: string): string =>
  left.startsWith("-") ? `${formatMoney(left.slice(1))} beyond` : `${formatMoney(left)} left`;

/** Where it applies and what it asks for, in a few words. */
export const coverageWords = (
  budget: Pick<Budget, "place_names" | "sites" | "nodes" | "afe_number" | "field">,
): string => {
  const { place_names: names, sites, nodes, afe_number, field } = budget;
  const places = sites.length + nodes.length;
  const more = places - names.length;
  if (places > 0 && names.length === 0) return budgetTexts.noPlaces;
  return [
    ...(names.length === 0 ? [] : [names.join(", ") + (more > 0 ? ` and ${several(more, "other")}` : "")]),
    ...(afe_number === null ? [] : [/^afe\b/i.test(afe_number) ? afe_number : `AFE ${afe_number}`]),
    ...(field === null ? [] : [`${field.name}: ${field.value}`]),
  ].join("; ");
};

const STATES = { ahead: "Not begun", running: "", over: "Over" } as const;

/** "Q4 2026", and whether it has not begun or is over. */
export const periodWords = ({ period_label, state }: Pick<Budget, "period_label" | "state">): string =>
  STATES[state] === "" ? period_label : `${period_label} (${STATES[state].toLowerCase()})`;

/** A running period has no forecast in its first days. */
export const isTooEarly = ({ state, forecast, sees_totals }: Budget): boolean =>
  state === "running" && forecast === null && sees_totals;

/** What the pace so far would lead to, said as such. */
export const forecastWords = (forecast: string | null, amount: string): string => {
  if (forecast === null) return `${budgetTexts.tooEarly} what it will be by the end of the period.`;
  const beyond = Number(forecast) > Number(amount);
  return `At the pace so far ${formatMoney(forecast)} by the end of the period, ${beyond ? "more than the budget" : "within the budget"}.`;
};

export const barWords = ({ committed, reserved, left, amount }: Figures): string =>
  `${formatMoney(committed)} committed, ${formatMoney(reserved)} reserved, ${leftWords(left)} of ${formatMoney(amount)}`;

export const previewWords = (count: number, label: string, used: string, left: string): string =>
  count === 0
    ? `No order of ${label} is covered yet.`
    : `${several(count, "order")} of ${label}, ${formatMoney(used)} used already, ${leftWords(left)}.`;

/** Below the first orders. */
export const moreOrders = (count: number): string => `and ${several(count, "more order")}`;

export const recountWords = (read: number, found: number | null): string =>
  found === null
    ? "Being recounted. Until then the previous settings hold."
    : `${read.toLocaleString("en-US")} of ${several(found, "order")} counted. Until then the previous settings hold.`;

export const tellWords = (percentages: readonly number[]): string =>
  percentages.map((one) => `${one}%`).join(", ");

/** The amounts of a period that the user may see. */
export interface Figures {
  readonly amount: string;
  readonly reserved: string;
  readonly committed: string;
  readonly left: string;
}

/** The figures, if the user may see them. */
export const figuresOf = (of: { readonly [Key in keyof Figures]: string | null }): Figures | undefined => {
  const { amount, reserved, committed, left } = of;
  return amount !== null && reserved !== null && committed !== null && left !== null
    ? { amount, reserved, committed, left }
    : undefined;
};
