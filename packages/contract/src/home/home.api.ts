import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { UNKNOWN_PARAMETER } from "../kit/list-schema.ts";
import { Day, Home } from "./home.schema.ts";
import { HOME_PATH } from "./home-path.ts";

export const home = endpoint({
  method: "GET",
  path: HOME_PATH,
  summary: "What the home page shows",
  description:
    "Sites and pending orders, the orders that need the user's approval, the newest orders and alerts, what needs the attention of a company admin, the first steps of a new company, and what was spent over time at the sites that the user may see, beside the period before. Spend is the totals of approved orders, without canceled and rejected ones, by the days of UTC: up to about a month by day, half a year by week, five years by month, and longer by year.",
  allow: "company:member",
  query: z.strictObject(
    {
      after: Day.describe("From this day on").optional(),
      before: Day.describe("Up to this day").optional(),
    },
    { error: UNKNOWN_PARAMETER },
  ),
  reply: Home,
});
