import { flag } from "../kit/list.ts";
import { exactNames } from "../kit/list-schema.ts";
import { DayOrMoment } from "../kit/moment.ts";

/** How a step was decided. */
export const DECISION_KINDS = [
  "escalated",
  "delegated",
  "by e-mail",
  "rejected",
  "rejected without a reason",
] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** A reason is found by its beginning. */
export const REASON_LENGTH = 100;

const NOT_A_KIND = `This must be one of ${DECISION_KINDS.join(", ")}.`;
const NOT_MINUTES = "This must be a whole number of minutes.";

/** Orders with a decision for which all of these hold, and orders by since when they are pending. */
export const decidedFilters = {
  decided_after: DayOrMoment.describe("Decided from this day or moment on").optional(),
  decided_before: DayOrMoment.describe("Decided up to this day or moment").optional(),
  decided_by: exactNames().describe("Decided by a user of this name").optional(),
  decided_step: exactNames().describe("A step of this name was decided").optional(),
  decision: exactNames()
    .refine(
      (given) => given.every((kind) => (DECISION_KINDS as readonly string[]).includes(kind)),
      NOT_A_KIND,
    )
    .describe(`One or several of ${DECISION_KINDS.join(", ")}, which all hold`)
    .optional(),
  rejection_reason: exactNames().describe("Rejected for a reason that begins like this").optional(),
  decided_minutes: exactNames()
    .refine((given) => given.length === 1 && given.every((each) => /^\d{1,8}$/.test(each)), NOT_MINUTES)
    .describe("The decision took so many minutes of working time, or more")
    .optional(),
  decided_whole: flag
    .describe("The other filters are about the last decision and the whole time, not about a step")
    .optional(),
  pending_since_after: DayOrMoment.describe("The current step is pending since then or later").optional(),
  pending_since_before: DayOrMoment.describe("The current step is pending since then or earlier").optional(),
};

export const decidedLabels = {
  decided_by: "Decided By",
  decided_step: "Decided Step",
  decision: "Decision",
  rejection_reason: "Reason",
  decided_minutes: "Working Minutes or More",
  decided_whole: "Order as a Whole",
};

export const decidedRanges = { decided: "Decided", pending_since: "Pending Since" };
