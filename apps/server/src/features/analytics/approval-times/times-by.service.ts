import type { ApprovalTimesBy } from "@mcc/contract/analytics/approval-times.schema.ts";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import { type CountedBy, placesOfSites, type Span, timeCounts } from "./approval-times.queries.ts";
import { type TimeCounts, type Times, timesByKey } from "./time-counts.ts";

const countedBy = ({ who }: CompanyScope, by: ApprovalTimesBy | "all"): CountedBy[] => {
  if (by === "role") return who.is_company_admin ? ["role", "person"] : ["role"];
  return [by === "node" ? "site" : by];
};

/** Counts of sites as those of their places: a site has several nodes above it. */
const atPlaces = async (
  scope: CompanyScope,
  counts: readonly TimeCounts[],
  by: "site" | "node",
): Promise<TimeCounts[]> => {
  const places = Map.groupBy(await placesOfSites(scope, by), ({ site }) => site);
  return counts.flatMap((count) => (places.get(count.key) ?? []).map(({ key }) => ({ ...count, key })));
};

/** The times of the decisions of a span by key, slowest first; `most` of them. */
export const timesBy = async (
  scope: CompanyScope,
  span: Span,
  by: ApprovalTimesBy | "all",
  most: number,
): Promise<Times[]> => {
  const counts = await timeCounts(scope, span, countedBy(scope, by));
  if (by === "site" || by === "node") return timesByKey(await atPlaces(scope, counts, by)).slice(0, most);
  const isNamed = by === "approver" || by === "role";
  return timesByKey(isNamed ? counts.filter(({ key }) => key !== "") : counts).slice(0, most);
};

/** The times of each month of a span, and of all of it: single decisions are read once for both. */
export const timesByMonth = async (scope: CompanyScope, span: Span) => {
  const counts = await timeCounts(scope, span, ["month"]);
  const [all] = timesByKey(counts.map((count) => ({ ...count, key: "all" })));
  return { months: timesByKey(counts), all };
};
