import { type RawBuilder, sql } from "kysely";
import type { CompanyScope } from "../../access/scope.ts";
import { naturalSort } from "../../db/natural-sort.ts";
import { allConditions, type Condition } from "../list.ts";

/** A query for the values that a filter suggests. */
export type Values = RawBuilder<{ value: string }>;

export const MAX_SUGGESTIONS = 10;
/** Values that are in the rows themselves are suggested from this many of the newest matching rows. */
export const SAMPLE_SIZE = 1_000;

export const readValues = async ({ db }: CompanyScope, values: Values): Promise<string[]> =>
  (await values.execute(db)).rows.map(({ value }) => value);

/** Distinct values of the newest matching rows. */
export const valuesOfRows = (table: string, own: Condition, conditions: readonly Condition[]): Values => sql`
  select distinct ${naturalSort(sql`value`)} as value from (
    select ${own} as value from ${sql.raw(table)} where ${allConditions(conditions)} and ${own} is not null
    order by ${sql.raw(table)}.order_date desc, ${sql.raw(table)}.id desc limit ${SAMPLE_SIZE}) as matched
  order by 1 limit ${MAX_SUGGESTIONS}`;
