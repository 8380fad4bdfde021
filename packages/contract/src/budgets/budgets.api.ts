import { z } from "zod";
import { ToBeApproved } from "../decisions/bulk-approval.schema.ts";
import { endpoint } from "../kit/endpoint.ts";
import { pathId, queryId } from "../kit/id.ts";
import { list, pageSchema } from "../kit/list.ts";
import { choiceColumn, dateColumn, moneyColumn, textColumn } from "../kit/list-columns.ts";
import { recordEndpoints } from "../kit/record.ts";
import { text } from "../kit/text.ts";
import {
  Budget,
  BudgetChanges,
  BudgetChart,
  BudgetDraft,
  BudgetEntry,
  BudgetPeriod,
  BudgetPreview,
  CheckoutFieldNames,
  Day,
  ENTRY_KINDS,
  NewBudget,
  OrderBudget,
  OrdersBudget,
} from "./budgets.schema.ts";

export const budgetEndpoints = recordEndpoints({
  path: "/budgets/",
  allow: "company-admin",
  read: "company:member",
  names: ["a budget", "budgets"],
  orderBy: "name",
  filters: {
    site: queryId.describe("Only budgets that cover orders of this site").optional(),
    node: queryId.describe("Only budgets that cover sites below this node").optional(),
  },
  page: pageSchema(Budget),
  row: Budget,
  create: NewBudget,
  update: BudgetChanges,
  updateFails: ["budget.recounting"],
  deleteFails: ["budget.pending"],
  notes: {
    list: "Of the sites that the user may see; totals only for company admins, owners and users who see all of its sites.",
    create: "It counts the orders of its periods that are there already.",
    update: "Another period or coverage is computed from the orders, at once or by a job.",
    delete: "Not while an order waits for its step. Its entries are kept.",
  },
});

const member = { method: "GET", allow: "company:member", fails: ["not_found"] } as const;
const byId = { ...member, params: z.object({ id: pathId }) } as const;
const ofPeriod = {
  period: Day.describe("Only the period that begins on this day").optional(),
};

export const budgetEntryList = list({
  name: "budget-entries",
  path: "/budgets/:id/entries/",
  summary: "entries of a budget's statement",
  allow: "company:member",
  params: z.object({ id: pathId }),
  fails: ["not_found"],
  row: BudgetEntry,
  sort: "-moment",
  essentials: ["moment", "kind", "order", "amount"],
  extra: ofPeriod,
  columns: {
    moment: dateColumn("Date"),
    kind: choiceColumn("Kind", ENTRY_KINDS),
    order: textColumn("Order"),
    site: textColumn("Site"),
    amount: moneyColumn("Amount"),
    reserved: moneyColumn("Reserved"),
    committed: moneyColumn("Committed"),
    used: moneyColumn("Used"),
    actor: textColumn("By"),
  },
});

export const budgetPeriods = endpoint({
  ...byId,
  path: "/budgets/:id/periods/",
  summary: "List the periods of a budget until the current one, newest first",
  reply: z.object({ results: z.array(BudgetPeriod) }),
});

export const budgetChart = endpoint({
  ...byId,
  path: "/budgets/:id/chart/",
  summary: "Get what a budget's orders use over one of its periods, by default the current one",
  query: z.strictObject(ofPeriod),
  reply: BudgetChart,
});

export const previewBudget = endpoint({
  method: "POST",
  path: "/budgets/preview/",
  summary: "Get what a budget would cover and what is used already, without saving it",
  allow: "company-admin",
  body: BudgetDraft,
  reply: BudgetPreview,
});

export const checkoutFields = endpoint({
  method: "GET",
  path: "/budgets/fields/",
  summary: "List the checkout fields of recent orders, for the condition of a budget",
  allow: "company-admin",
  reply: CheckoutFieldNames,
});

export const orderBudgets = endpoint({
  ...member,
  path: "/orders/:identifier/budgets/",
  summary: "List what is left of each budget that covers an order, before and after it",
  params: z.object({ identifier: text() }),
  reply: z.object({ results: z.array(OrderBudget) }),
});

export const budgetsOfOrders = endpoint({
  method: "GET",
  path: "/orders/pending/budgets/",
  summary:
    "List what is left of each budget before and after pending orders that are to be approved together",
  allow: "approval:list",
  query: ToBeApproved,
  reply: z.object({ results: z.array(OrdersBudget) }),
});
