import { ALL_ROWS, type ListQuery } from "@mcc/contract/kit/list.ts";
import { clockAt, DAY_MS, momentOf } from "@mcc/contract/notices/working-time.ts";
import { DATE_PRESETS, isDatePreset, presetDays } from "@mcc/contract/views/date-presets.ts";
import type { View } from "@mcc/contract/views/saved-views.schema.ts";
import type { ReportList } from "./report-list.ts";

/** The part of a view that a report has. */
export type StoredView = Pick<View, "columns" | "ordering" | "filters">;

const DAY = /^\d{4}-\d\d-\d\d$/;
const RANGE_END = /_(after|before)$/;

/** The beginning or the end of a day in a time zone. */
const instantOf = (day: string, end: string, timeZone: string): string => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const moment = end === "after" ? momentOf(midnight, timeZone) : momentOf(midnight + DAY_MS, timeZone) - 1;
  return new Date(moment).toISOString();
};

/** Days and named ranges of days are those of the company's time zone. */
const inTimeZone = (filters: View["filters"], timeZone: string, now: number): View["filters"] => {
  const today = new Date(clockAt(now, timeZone)).toISOString().slice(0, 10);
  const ranges = Object.entries(filters).flatMap(([key, value]): [string, string][] => {
    if (!key.endsWith("_after") || !isDatePreset(value)) return [];
    const [first, last] = presetDays(value, today);
    return [
      [key, first],
      [key.replace(/_after$/, "_before"), last],
    ];
  });
  return Object.fromEntries(
    Object.entries({ ...filters, ...Object.fromEntries(ranges) }).map(
      ([key, value]): [string, string | string[]] => {
        const end = RANGE_END.exec(key)?.[1];
        const isDay = end && typeof value === "string" && DAY.test(value) && !Number.isNaN(Date.parse(value));
        return [key, isDay ? instantOf(value, end, timeZone) : value];
      },
    ),
  );
};

/** Names of what the web adds to the filters of a view, and of what a report decides itself. */
const NOT_FILTERS = ["view", "columns", "density", "ordering", "limit", "offset", "untrimmed", "liteVersion"];

/**
 * The query of a report: all rows of its view. Nothing when the list does not accept a filter: without it, the report
 * would have rows that nobody asked for. An order that no longer exists is the usual one.
 */
export const queryOf = (
  { list }: ReportList,
  { ordering, filters }: StoredView,
  timeZone: string,
  now: number,
): ListQuery | undefined => {
  const given = Object.fromEntries(
    Object.entries(inTimeZone(filters, timeZone, now)).filter(([key]) => !NOT_FILTERS.includes(key)),
  );
  const all = { ...given, limit: String(ALL_ROWS), untrimmed: "true" };
  const schema = list.page.query;
  const asked = ordering === null ? undefined : schema.safeParse({ ...all, ordering });
  const parsed = asked?.success ? asked : schema.safeParse(all);
  return parsed.success ? (parsed.data as ListQuery) : undefined;
};

/** The filters in words, for an e-mail: `Status: Shipped, Delivered`. */
export const filterWords = ({ list }: ReportList, { filters }: StoredView): string[] =>
  Object.entries(filters)
    .filter(([key]) => !NOT_FILTERS.includes(key))
    .map(([key, value]) => {
      const columns = Object.entries(list.columns);
      const [, column] =
        columns.find(
          ([id, { range = id }]) => key === id || key.replace(/_(after|before|min|max)$/, "") === range,
        ) ?? [];
      const values = [value].flat().map((one) => (isDatePreset(one) ? DATE_PRESETS[one] : one));
      const label = key === "search" ? "Search" : (column?.label ?? inLabel(key));
      const end = { after: " from", before: " until", min: " from", max: " up to" }[
        /_(after|before|min|max)$/.exec(key)?.[1] ?? ""
      ];
      const isPreset = [value].flat().some(isDatePreset);
      return `${label}${isPreset ? "" : (end ?? "")}: ${values.join(", ")}`;
    });

const inLabel = (key: string): string => {
  const words = key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
