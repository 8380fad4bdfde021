import type { Timed } from "@mcc/contract/analytics/approval-times.schema.ts";
import type { Bar, Measure } from "@mcc/contract/analytics/dashboard.schema.ts";
import type { DecisionKind } from "@mcc/contract/orders/decided-orders.ts";
import { daysAgo, listLink, monthName, shareOf } from "../chart-parts.ts";
import type { Span } from "./approval-times.queries.ts";
import type { Times } from "./time-counts.ts";

export type Filters = Parameters<typeof listLink>[1];

/** The orders of these decisions. */
export const linkOf = ({ of, after, before }: Span, filters: Filters = {}): string =>
  listLink("/orders", {
    decided_after: `${after}T00:00:00.000Z`,
    decided_before: `${before}T23:59:59.999Z`,
    decided_whole: of === "order" ? "true" : undefined,
    ...filters,
  });

const hoursOf = (minutes: number): number => minutes / 60;

/** The figures of decisions, each with what finds its orders. */
export const FIGURES: readonly {
  readonly measure: Measure;
  readonly value: (times: Times) => number | null;
  readonly filters: (times: Times) => Filters;
}[] = [
  ...(
    [
      ["Median", "median"],
      ["90% within", "slow"],
      ["Longest", "longest"],
    ] as const
  ).map(([label, key]) => ({
    measure: { label, kind: "hours" as const },
    value: (times: Times) => hoursOf(times[key]),
    filters: (times: Times) => ({ decided_minutes: String(times[key]) }),
  })),
  {
    measure: { label: "Decisions", kind: "count" },
    value: ({ decisions }) => decisions,
    filters: () => ({}),
  },
  ...(
    [
      ["Escalated", "escalated", "escalated"],
      ["Delegated", "delegated", "delegated"],
      ["By e-mail", "by_email", "by e-mail"],
      ["Rejected", "rejected", "rejected"],
    ] as const satisfies readonly (readonly [string, keyof Times, DecisionKind])[]
  ).map(([label, key, decision]) => ({
    measure: { label, kind: "share" as const },
    value: (times: Times) => shareOf(times[key], times.decisions),
    filters: () => ({ decision }),
  })),
];

/** Whole orders are counted as such. */
export const labelOf = (label: string, of: Timed): string =>
  of === "order" && label === "Decisions" ? "Orders" : label;

export const measuresOf = (of: Timed): Measure[] =>
  FIGURES.map(({ measure }) => ({ ...measure, label: labelOf(measure.label, of) }));

/** Nothing is behind a number of none. */
export const linkOfFigure = (
  { measure, value, filters: own }: (typeof FIGURES)[number],
  times: Times | undefined,
  span: Span,
  filters: Filters = {},
): string | null =>
  times && (measure.kind === "hours" || value(times) !== 0)
    ? linkOf(span, { ...filters, ...own(times) })
    : null;

/** A bar of the decisions of a part of the span, or of no decisions. */
export const barOf = (label: string, times: Times | undefined, span: Span, filters: Filters = {}): Bar => ({
  label,
  values: FIGURES.map(({ value }) => (times ? value(times) : null)),
  link: linkOf(span, filters),
  links: FIGURES.map((figure) => linkOfFigure(figure, times, span, filters)),
});

const monthsBetween = (first: string, last: string): string[] => {
  const months: string[] = [];
  for (let at = new Date(`${first.slice(0, 7)}-01T00:00:00Z`); at <= new Date(`${last}T00:00:00Z`); ) {
    months.push(at.toISOString().slice(0, 10));
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
  }
  return months;
};
const lastOfMonth = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);
/** Years without decisions are not drawn. */
const MOST_MONTHS = 120;

/** Days sort as text. */
const earlier = (...days: readonly string[]): string => days.toSorted()[0] ?? "";
const later = (...days: readonly string[]): string => days.toSorted().at(-1) ?? "";

/** Months from the first decision on, each within the span. */
export const monthBars = (rows: readonly Times[], span: Span): Bar[] => {
  const keys = rows.map(({ key }) => key);
  if (keys.length === 0) return [];
  return monthsBetween(earlier(...keys), later(...keys, earlier(span.before, daysAgo(0))))
    .slice(-MOST_MONTHS)
    .map((month) => {
      const part = {
        of: span.of,
        after: later(month, span.after),
        before: earlier(lastOfMonth(month), span.before),
      };
      const times = rows.find(({ key }) => key === month);
      return barOf(monthName.format(new Date(month)), times, part);
    });
};
