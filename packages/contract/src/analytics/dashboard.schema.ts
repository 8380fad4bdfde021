import { z } from "zod";
import { TEXT_MAX, text, textArea } from "../kit/text.ts";

/** Amounts are text with two decimals, shares are between 0 and 1. */
const MEASURES = ["money", "count", "share", "hours", "days"] as const;
const Measure = z.object({ label: z.string(), kind: z.enum(MEASURES) });
export type Measure = z.output<typeof Measure>;

/** Null where there is nothing to measure. */
const Value = z.union([z.string(), z.number()]).nullable();
export type Value = z.output<typeof Value>;

const Bar = z.object({
  label: z.string(),
  /** One for each measure; the first one is drawn. */
  values: z.array(Value),
  /** What the first measure was a year before, where that is known. */
  before: Value.optional(),
  /** The path of the list behind it, with its filters. */
  link: z.string(),
  /** One for each measure, where the values have lists of their own. */
  links: z.array(z.string().nullable()).optional(),
});
export type Bar = z.output<typeof Bar>;

const Chart = z.object({
  title: z.string(),
  hint: z.string().nullable(),
  /** Columns are for time, which runs from left to right; rows are for names. */
  form: z.enum(["columns", "rows"]),
  /** What the bars are, such as "Month". */
  category: z.string(),
  measures: z.array(Measure),
  bars: z.array(Bar),
});
export type Chart = z.output<typeof Chart>;

const Choice = z.object({
  /** The parameter that it sets. */
  key: z.enum(["by", "place"]),
  label: z.string(),
  value: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
});

export const Dashboard = z.object({
  name: z.string(),
  label: z.string(),
  accent_color: z.string().nullable(),
  choices: z.array(Choice),
  facts: z.array(
    z.object({
      label: z.string(),
      kind: z.enum(MEASURES),
      value: Value,
      /** What it was a year before; nothing for what is counted at this moment only. */
      before: Value.optional(),
      /** The path of the list behind it, if it has one. */
      link: z.string().optional(),
    }),
  ),
  charts: z.array(Chart),
});
export type Dashboard = z.output<typeof Dashboard>;

/** What a user has chosen: how spend is divided, and one of the places. */
export const dashboardChoices = {
  by: text().describe("How spend is divided: site, region, business_unit or group_{id}").optional(),
  place: textArea(TEXT_MAX).describe("Spend over time of this place only, by its name").optional(),
};
export type DashboardChoices = { readonly [Key in keyof typeof dashboardChoices]?: string | undefined };

/** An order is on time if it was delivered within so many days after its date. */
export const ON_TIME_DAYS = 14;
