import { type RawBuilder, sql } from "kysely";
import type { CompanyScope } from "../../access/scope.ts";
import { prepared } from "../../db/connection.ts";
import { naturalSort } from "../../db/natural-sort.ts";
import { allConditions, COUNT_CAP, type Condition, mostSuggested } from "../list.ts";
import { isNamed, namesForm } from "../name-filter.ts";
import type { LookupSort } from "./strategies.ts";

/** A query for the values that a filter suggests. */
export type Values = RawBuilder<{ value: string }>;

export const MAX_SUGGESTIONS = mostSuggested({});
export const MAX_NAMES = mostSuggested({ several: true });
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

/** Names of a lookup table that some matching row refers to; `given` narrows them. */
export const namesInUse = (
  table: string,
  { names, reference }: LookupSort,
  { conditions, shape }: { readonly conditions: readonly Condition[]; readonly shape?: string | undefined },
  { field, given }: { readonly field: string; readonly given: readonly string[] },
): Values => sql`${shape ? prepared(`suggest-${table}-${field}:${shape}:${namesForm(given) ?? ""}`) : sql``}
  select distinct ${naturalSort(sql`named.label`)} as value from (${names}) as named
  where named.label is not null and named.label <> '' and ${isNamed(sql`named.label`, given)}
    and exists (select from ${sql.raw(table)} where ${allConditions(conditions)} and ${reference} = named.id)
  order by 1 limit ${sql.lit(MAX_NAMES)}`;

/**
 * The codes of a choice that occur among the matching rows: those of as many rows as are counted, and where there are
 * more, every other code that some row has.
 */
export const codesOfRows = (
  table: string,
  { code: column, options }: { readonly code: string; readonly options: readonly string[] },
  conditions: readonly Condition[],
): Values => {
  const own = sql.ref(`${table}.${column}`);
  const rows = sql`from ${sql.raw(table)} where ${allConditions(conditions)}`;
  const codes = options.map((_, at) => at + 1);
  return sql`
  with matched as materialized (select ${own} as code ${rows} limit ${sql.lit(COUNT_CAP + 1)}),
    found as materialized (select distinct code from matched)
  select option.code::text as value from unnest(${codes}::smallint[]) as option (code)
  where option.code in (select code from found)
    or (select count(*) from matched) > ${sql.lit(COUNT_CAP)}
      and exists (select ${rows} and ${own} = option.code)`;
};
