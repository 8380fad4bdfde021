import { z } from "zod";
import { bodyId, bodyIds } from "../kit/id.ts";
import { Amount, centsOf, Money } from "../kit/money.ts";
import { emptyAsNull, requiredText, text } from "../kit/text.ts";
import { ORDER_STATUSES } from "../orders/orders.schema.ts";
import { budgetMessages as messages } from "./budgets.messages.ts";

/** A month, quarter or year that begins on the first day, or from one day until another. */
export const BUDGET_PERIODS = ["month", "quarter", "year", "custom"] as const;
export type BudgetPeriodKind = (typeof BUDGET_PERIODS)[number];

/** What follows when an order goes beyond the budget: owners are notified, or one more approval step as well. */
export const BEYOND_ACTIONS = ["tell", "step"] as const;

/** Percentages at which owners are notified unless they choose others. */
const DEFAULT_TELL_AT: readonly number[] = [80, 100];

/** A day as text, without a time. */
export const Day = z.iso
  .date({ error: messages.day })
  .refine((day) => day >= "2000-01-01" && day < "2200-01-01", messages.day);

const TellAt = z
  .array(
    z
      .number({ error: messages.tellAt })
      .int(messages.tellAt)
      .min(1, messages.tellAt)
      .max(1000, messages.tellAt),
    {
      error: messages.tellAt,
    },
  )
  .max(10, messages.tellAt)
  .refine((given) => new Set(given).size === given.length, messages.tellAt)
  .transform((given) => given.toSorted((a, b) => a - b));

const CheckoutField = z.object({
  name: requiredText(messages.fieldName).trim(),
  value: requiredText(messages.fieldValue, 1_000).trim(),
});

/** The fields of a budget as they are sent. */
const fields = {
  name: requiredText(messages.nameRequired, 100).trim(),
  amount: Amount.refine((amount) => centsOf(amount) > 0n, messages.amountPositive),
  period: z.enum(BUDGET_PERIODS, { error: messages.periodRequired }),
  starts_on: emptyAsNull(Day).describe(
    "The first day; without it the current month, quarter or year of the calendar. Required for `custom`",
  ),
  ends_on: emptyAsNull(Day).describe(
    "For `custom` the last day of the (first) period; otherwise the last day on which orders count, if there is one",
  ),
  repeats: z.boolean().describe("Another period of the same length follows each one"),
  sites: bodyIds(),
  nodes: bodyIds().describe("With everything below them"),
  afe_number: emptyAsNull(text().trim()),
  field: CheckoutField.nullish().describe("The checkout field that an order must have, with its value"),
  beyond: z.enum(BEYOND_ACTIONS),
  role: bodyId(messages.roleRequired).nullish().describe("Who approves the further step"),
  owners: bodyIds(),
  tell_at: TellAt.describe("Percentages of the amount at which owners are notified, once for each period"),
};

/** Covers an order when every given condition holds; at least one is needed. */
export const NewBudget = z
  .object({
    ...fields,
    repeats: fields.repeats.default(false),
    sites: fields.sites.default([]),
    nodes: fields.nodes.default([]),
    beyond: fields.beyond.default("tell"),
    owners: fields.owners.default([]),
    tell_at: fields.tell_at.default([...DEFAULT_TELL_AT]),
  })
  .superRefine((given, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (given.period === "custom" && !given.starts_on) add("starts_on", messages.startRequired);
    if (given.period === "custom" && !given.ends_on) add("ends_on", messages.endRequired);
    if (given.starts_on && given.ends_on && given.ends_on < given.starts_on)
      add("ends_on", messages.endBeforeStart);
    if (given.sites.length + given.nodes.length === 0 && !given.afe_number && !given.field)
      add("sites", messages.coverageRequired);
    if (given.beyond === "step" && !given.role) add("role", messages.roleRequired);
    if (given.beyond === "tell" && given.role) add("role", messages.roleUnused);
  });
export type NewBudget = z.output<typeof NewBudget>;

/** Settings to be previewed: of a new budget, or of one that there is. */
export const BudgetDraft = NewBudget.safeExtend({
  id: bodyId().optional().describe("The budget that would have these settings"),
});
export type BudgetDraft = z.output<typeof BudgetDraft>;

/** Omitted fields keep their values. */
export const BudgetChanges = z.object(fields).partial();
export type BudgetChanges = z.output<typeof BudgetChanges>;

const Named = z.object({ id: z.number(), name: z.string() });

/** One period of a budget. `reserved + committed + left = amount`; what is left may be negative. */
const PeriodFigures = z.object({
  period_starts_on: z.iso.date(),
  period_ends_on: z.iso.date(),
  /** Such as "Q4 2026" or "Nov 15 – Dec 14 2026". */
  period_label: z.string(),
  amount: Money.nullable(),
  /** Pending orders. */
  reserved: Money.nullable(),
  /** Approved orders. */
  committed: Money.nullable(),
  left: Money.nullable(),
});

/** The figures are those of the current period, or of the one nearest to today. All are null for a user who may not see totals. */
export const Budget = PeriodFigures.extend({
  id: z.number(),
  name: z.string(),
  period: z.enum(BUDGET_PERIODS),
  starts_on: z.iso.date(),
  ends_on: z.iso.date().nullable(),
  repeats: z.boolean(),
  /** Those that the user may see. */
  sites: z.array(z.number()),
  nodes: z.array(z.number()),
  /** The first of its nodes and sites, by name. */
  place_names: z.array(z.string()),
  afe_number: z.string().nullable(),
  field: z.object({ name: z.string(), value: z.string() }).nullable(),
  beyond: z.enum(BEYOND_ACTIONS),
  role: Named.nullable(),
  owners: z.array(Named),
  tell_at: z.array(z.number()),
  /** Whether the current period has not begun, is running, or is over. */
  state: z.enum(["ahead", "running", "over"]),
  /** What would be used at the end of the period at the pace so far; null until a tenth of the period has passed. */
  forecast: Money.nullable(),
  /** The user may see its totals: company admins, owners, and those who see every site that it covers. */
  sees_totals: z.boolean(),
  /**
   * A change of period or coverage, or places that have moved, are being computed from the orders. Until it is done the
   * previous coverage holds; after places have moved, new orders count where they are now and earlier ones where they were.
   */
  recount: z
    .object({ orders_read: z.number(), orders_found: z.number().nullable(), failed: z.boolean() })
    .nullable(),
});
export type Budget = z.output<typeof Budget>;

export const BudgetPeriod = PeriodFigures.extend({ is_current: z.boolean() });
export type BudgetPeriod = z.output<typeof BudgetPeriod>;

/** An order reserves, is committed when it is approved, and is released; a changed order or budget is adjusted. */
export const ENTRY_KINDS = ["reserve", "commit", "release", "adjust"] as const;

/** One entry of the statement. The sums of `reserved` and of `committed` are those of the period. */
export const BudgetEntry = z.object({
  id: z.number(),
  moment: z.iso.datetime(),
  kind: z.enum(ENTRY_KINDS),
  /** Null for an order that the user may not see. */
  order: z.string().nullable(),
  site: z.string().nullable(),
  /** What was reserved, committed or released (then negative), or adjusted by. */
  amount: Money,
  /** By how much each of them changed. */
  reserved: Money,
  committed: Money,
  /** What the period's orders use together after this entry; null for one that recomputing the budget has written, and for users who may not see totals. */
  used: Money.nullable(),
  period_starts_on: z.iso.date(),
  actor: z.string(),
});
export type BudgetEntry = z.output<typeof BudgetEntry>;

/** What the orders of the period use together on each day that changed it, by the dates of the orders. */
export const BudgetChart = PeriodFigures.extend({
  /** In the company's time zone. */
  today: z.iso.date(),
  points: z.array(z.object({ day: z.iso.date(), reserved: Money, committed: Money })),
});
export type BudgetChart = z.output<typeof BudgetChart>;

/** What a budget would cover if it were saved. */
export const BudgetPreview = PeriodFigures.extend({
  /** Orders of the period that it covers and that count; the first ones by date. */
  order_count: z.number(),
  orders: z.array(
    z.object({
      identifier: z.string(),
      site: z.string(),
      order_date: z.iso.datetime(),
      status: z.enum(ORDER_STATUSES),
      total: Money,
    }),
  ),
  /** So many orders of all periods that saving takes a while: a job does it, and the previous state holds until then. */
  takes_a_while: z.boolean(),
});
export type BudgetPreview = z.output<typeof BudgetPreview>;

/** A checkout field that recent orders have, with some of its values. */
export const CheckoutFieldNames = z.object({
  results: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
});

const BudgetShare = z.object({
  id: z.number(),
  name: z.string(),
  period_label: z.string(),
  /** Null, as the others, for a user who may neither decide about the order nor see the budget's totals. */
  amount: Money.nullable(),
  left_before: Money.nullable(),
  left_after: Money.nullable(),
  /** It goes beyond the budget: with its orders, less than 0 is left. */
  beyond: z.boolean(),
  /** In words, if it goes beyond: "Rig 117, Q4: $1,240.00 beyond $50,000.00". Or that a step stays although it no longer does. */
  reason: z.string().nullable(),
});

/** What one order takes of a budget. */
export const OrderBudget = BudgetShare.extend({ this_order: Money });
export type OrderBudget = z.output<typeof OrderBudget>;

/** What several orders take of a budget together. */
export const OrdersBudget = BudgetShare.extend({ these_orders: Money, orders: z.array(z.string()) });
export type OrdersBudget = z.output<typeof OrdersBudget>;
