import { sql } from "kysely";
import type { CompanyScope } from "../../access/scope.ts";
import type { Condition } from "../list.ts";
import type { IndexSort, PageRequest } from "./strategies.ts";

interface DaySkip {
  /** The rows from this day on. */
  readonly reached: Condition;
  /** The page, with the offset that remains from there. */
  readonly target: PageRequest;
}

/**
 * Finds the day that an offset falls on, and how many rows are before that day: a deep page by date starts there. `days`
 * are the rows of the rollup that count the matching rows of each day.
 */
export const skipToDay = async (
  { db }: CompanyScope,
  days: Condition,
  target: PageRequest,
): Promise<DaySkip | undefined> => {
  const { source, sort, offset } = target;
  const rows = sql`sum(${sql.raw(source.table)})`;
  const found = await sql<{ day: string; before: number }>`
    select day::text, before from (
      select day, ${rows} as n, (sum(${rows}) over (order by day ${sort.direction}) - ${rows})::bigint as before
      ${days} group by day) as days
    where before <= ${offset} and before + n > ${offset}`.execute(db);
  const [at] = found.rows;
  if (!at) return undefined;
  const { key } = target.by as IndexSort;
  const reached = sort.descending
    ? sql`${key} < (${at.day}::date + 1)::timestamptz`
    : sql`${key} >= ${at.day}::date::timestamptz`;
  return { reached, target: { ...target, offset: offset - at.before } };
};
