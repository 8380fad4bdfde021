import { z } from "zod";
import { Day } from "../home/home.schema.ts";
import { endpoint } from "../kit/endpoint.ts";
import { UNKNOWN_PARAMETER } from "../kit/list-schema.ts";
import { APPROVAL_TIMES_BY, ApprovalTimes, TIMED } from "./approval-times.schema.ts";

const oneOf = <const Options extends readonly string[]>(options: Options) =>
  z.enum(options, { error: `This must be one of ${options.join(", ")}.` });

export const approvalTimes = endpoint({
  method: "GET",
  path: "/analytics/approval-times/",
  summary: "How long approvals take",
  description:
    "Pending orders by age, and how long decided steps and orders took: median, 90th percentile and longest, in working time as the company has set it, at the sites that the user may see. Every figure has the path of its orders. By approver for company admins only.",
  allow: "approval-times",
  query: z.strictObject(
    {
      by: oneOf(APPROVAL_TIMES_BY).describe("What the times are divided by").default("month"),
      of: oneOf(TIMED).describe("Whether steps are timed, or whole orders").default("step"),
      after: Day.describe("Decisions from this day on; the last 12 months if left out").optional(),
      before: Day.describe("Decisions up to this day").optional(),
    },
    { error: UNKNOWN_PARAMETER },
  ),
  reply: ApprovalTimes,
  fails: ["access.denied"],
});
