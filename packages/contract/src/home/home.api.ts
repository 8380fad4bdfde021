import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { UNKNOWN_PARAMETER } from "../kit/list-schema.ts";
import { Day, Spend } from "./home.schema.ts";
import { SPEND_PATH } from "./spend-path.ts";

export const spend = endpoint({
  method: "GET",
  path: SPEND_PATH,
  summary: "What was spent over time, at the sites that the user may see",
  description:
    "The totals of approved orders, without canceled and rejected ones, by the days of UTC: up to about a month by day, half a year by week, five years by month, and longer by year.",
  allow: "company:member",
  query: z.strictObject(
    {
      after: Day.describe("From this day on").optional(),
      before: Day.describe("Up to this day").optional(),
    },
    { error: UNKNOWN_PARAMETER },
  ),
  reply: Spend,
});
