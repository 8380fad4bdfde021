import {
  APPROVAL_TIMES_BY,
  type ApprovalTimes,
  type ApprovalTimesBy,
  type Timed,
} from "@mcc/contract/analytics/approval-times.schema.ts";
import type { Chart } from "@mcc/contract/analytics/dashboard.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { LAST_DAY_TOO_EARLY } from "@mcc/contract/kit/schema-messages.ts";
import { siteMessages } from "@mcc/contract/sites/sites.messages.ts";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import { daysAgo, lastMonths, MOST_BARS, yearBefore } from "../chart-parts.ts";
import { groupNames } from "../spend-by-place.queries.ts";
import { rejectionReasons, type Span } from "./approval-times.queries.ts";
import { pendingTimes } from "./pending-times.service.ts";
import type { Times } from "./time-counts.ts";
import {
  barOf,
  FIGURES,
  type Filters,
  labelOf,
  linkOf,
  linkOfFigure,
  measuresOf,
  monthBars,
} from "./time-figures.ts";
import { timesBy, timesByMonth } from "./times-by.service.ts";
import { workingHoursWords } from "./working-hours.texts.ts";

/** Rows of the table of times. */
const MOST_ROWS = 100;
const NO_REASON = "No reason given";

interface Division {
  readonly category: string;
  /** The label of a key, and what finds its orders. */
  readonly ofKey: (key: string) => { readonly label: string; readonly filters: Filters };
}

const divisionOf = async (scope: CompanyScope, by: Exclude<ApprovalTimesBy, "month">): Promise<Division> => {
  const named = (category: string, filter: string): Division => ({
    category,
    ofKey: (key) => ({ label: key, filters: { [filter]: key } }),
  });
  if (by === "approver") return named("Approver", "decided_by");
  if (by === "role") return named("Role or person", "decided_step");
  if (by === "site") return named("Site", "site_name");
  const groups = new Map((await groupNames(scope)).map(({ id, name }) => [String(id), name]));
  return {
    category: "Node",
    ofKey: (key) => {
      const [id = "", name = ""] = [key.slice(0, key.indexOf(" ")), key.slice(key.indexOf(" ") + 1)];
      return { label: `${name} (${groups.get(id) ?? ""})`, filters: { [`group_${id}`]: name } };
    },
  };
};

const choicesOf = ({ who }: CompanyScope): ApprovalTimesBy[] =>
  APPROVAL_TIMES_BY.filter(
    (by) =>
      (by !== "approver" || who.is_company_admin) &&
      (by !== "node" || who.company?.has_company_hierarchy === true),
  );

const TIMED_WORDS = { step: "steps", order: "orders" } as const;

const monthChart = (rows: readonly Times[], span: Span): Chart => ({
  title: `Times by month (UTC): ${TIMED_WORDS[span.of]}`,
  hint: "Half of the decisions of a month took no longer than this, in hours of working time.",
  form: "columns",
  category: "Month",
  measures: measuresOf(span.of),
  bars: monthBars(rows, span),
});

export const divisionChart = async (
  scope: CompanyScope,
  span: Span,
  by: Exclude<ApprovalTimesBy, "month">,
  most = MOST_ROWS,
): Promise<Chart> => {
  const { category, ofKey } = await divisionOf(scope, by);
  const rows = await timesBy(scope, span, by, most);
  return {
    title: `Times by ${category.toLowerCase()}: ${TIMED_WORDS[span.of]}`,
    hint: rows.length === most ? `The ${most} slowest by their median.` : "Slowest first, by the median.",
    form: "rows",
    category,
    measures: measuresOf(span.of),
    bars: rows.map((times) => {
      const { label, filters } = ofKey(times.key);
      return barOf(label, times, span, filters);
    }),
  };
};

const reasonChart = async (scope: CompanyScope, span: Span): Promise<Chart> => ({
  title: "Why orders were rejected",
  hint: "Reasons that begin alike are one.",
  form: "rows",
  category: "Reason",
  measures: [{ label: "Rejections", kind: "count" }],
  bars: (await rejectionReasons(scope, span, MOST_BARS)).map(({ reason, decisions }) => ({
    label: reason || NO_REASON,
    values: [decisions],
    link: linkOf(
      { ...span, of: "step" },
      reason ? { rejection_reason: reason } : { decision: "rejected without a reason" },
    ),
  })),
});

/** The figures of the span beside the same days a year before. */
const factsOf = async (
  scope: CompanyScope,
  span: Span,
  now: Times | undefined,
): Promise<ApprovalTimes["facts"]> => {
  const earlier = { of: span.of, after: yearBefore(span.after), before: yearBefore(span.before) };
  const [before] = span.after > earlier.before ? await timesBy(scope, earlier, "all", 1) : [];
  return FIGURES.map((figure) => {
    const { measure, value } = figure;
    return {
      ...{ ...measure, label: labelOf(measure.label, span.of), value: now ? value(now) : null },
      ...(before && { before: value(before) }),
      link: linkOfFigure(figure, now, span) ?? undefined,
    };
  });
};

interface Asked {
  readonly by: ApprovalTimesBy;
  readonly of: Timed;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** Where orders wait, for whom, and whether it gets better: over the sites that the user may see. */
export const findApprovalTimes = async (scope: CompanyScope, asked: Asked): Promise<ApprovalTimes> => {
  const { by, of } = asked;
  const choices = choicesOf(scope);
  if (!choices.includes(by)) {
    if (by === "approver") fail("access.denied");
    failField("by", siteMessages.noHierarchy);
  }
  const span: Span = {
    of,
    after: asked.after ?? lastMonths()[0]?.first ?? "",
    before: asked.before ?? daysAgo(0),
  };
  if (span.before < span.after) failField("before", LAST_DAY_TOO_EARLY);
  const { hours, usual, chart, facts } = await pendingTimes(scope);
  const { months, all } = await timesByMonth(scope, span);
  return {
    ...{ by, of, after: span.after, before: span.before, choices },
    usual: usual ? { hours: usual.hours, since: usual.since } : null,
    working_hours: workingHoursWords(hours),
    facts: [...facts, ...(await factsOf(scope, span, all))],
    charts: [
      chart,
      ...(by === "month" ? [] : [await divisionChart(scope, span, by)]),
      monthChart(months, span),
      await reasonChart(scope, span),
    ],
  };
};
