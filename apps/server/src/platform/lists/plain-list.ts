import type { List, ListQuery, SuggestQuery } from "@mcc/contract/kit/list.ts";
import type { Column, SortableKeyOf } from "@mcc/contract/kit/list-columns.ts";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { CompanyScope } from "../access/scope.ts";
import { naturalSort } from "../db/natural-sort.ts";
import type { Tables } from "../db/tables.ts";
import { groupFilters } from "./group-filters.ts";
import {
  allConditions,
  COUNT_CAP,
  type Condition,
  contains,
  isExport,
  mostSuggested,
  rowBatches,
} from "./list.ts";
import type { ListRequest, ListSource } from "./list-source.ts";
import { isNamed, namesGiven } from "./name-filter.ts";
import {
  type ColumnSource,
  type Filters,
  filterBy,
  type ReadColumn,
  readColumn,
  sortBy,
} from "./plain-columns.ts";

type RowOf<L extends List> = z.output<L["row"]>;

interface Context<Params> extends ListRequest<Params> {
  readonly query: ListQuery;
}

/** The SQL of a plain list. */
export interface PlainListSpec<L extends List, Fields, Scope, Params> {
  /** The tables, beginning with the one that has the rows: `sites left join site_types …`. */
  readonly from: Condition;
  readonly id: Condition;
  /** The conditions for the rows that the user may see. */
  readonly visible: (scope: Scope, request: ListRequest<Params>) => readonly Condition[];
  /** Fails with 404 if the user may not see what the path names. */
  readonly mustExist?: (scope: Scope, params: Params) => Promise<void>;
  /** The conditions of parameters that are not columns. */
  readonly extra?: (filters: Filters, scope: Scope) => readonly Condition[];
  readonly columns: Readonly<Record<SortableKeyOf<L>, ColumnSource<Scope>>>;
  /** The text that is searched, or what finds the condition of a typed text, where indexes need it in parts. */
  readonly search: Condition | ((typed: string, scope: Scope, filters: Filters) => Promise<Condition>);
  /** The id of the row's site, for lists with hierarchy groups. */
  readonly site?: Condition;
  readonly fields: (scope: Scope, context: Context<Params>) => Condition;
  /** The rows for selectors, of a list that declares them. */
  readonly lite?: {
    readonly fields: Condition;
    readonly toRows?: (records: readonly Fields[], scope: Scope) => Promise<object[]>;
  };
  /** Whether a request reads names for a selector or for columns: answered at once, it takes no slot of an export. */
  readonly isForSelectors?: (query: ListQuery) => boolean;
  readonly toRows: (
    records: readonly Fields[],
    scope: Scope,
    context: Context<Params>,
  ) => Promise<RowOf<L>[]> | RowOf<L>[];
}

export interface PlainList<Row, Scope, Params> extends ListSource<Row, Scope, Params> {
  /** A query for the ids of all rows that the user may see and the filters let through. */
  readonly matchingIds: (scope: Scope, filters: Filters, request: ListRequest<Params>) => Promise<Condition>;
}

/** The same order twice: of all rows, which may need a join, and of the rows of a page. */
interface Order {
  readonly allFrom: Condition;
  readonly ofAll: Condition;
  readonly ofFew: Condition;
}

/** In a longer list, suggestions come from so many matching rows: comparing all of them would take seconds. */
const MOST_COMPARED = 50_000;
/** The options of a choice are picked from a list, not typed, so all of them must be in it. */
const MOST_OPTIONS = 1000;

/**
 * The default list source: one filtered, sorted and counted query, for up to about a hundred thousand rows. Filters,
 * search, sorting, suggestions, page, count and export follow from the declared columns and their SQL.
 */
export const plainList = <
  L extends List,
  Fields extends object,
  Scope extends { readonly db: Kysely<Tables> } = CompanyScope,
  Params = undefined,
>(
  list: L,
  spec: PlainListSpec<L, Fields, Scope, Params>,
): PlainList<RowOf<L>, Scope, Params> => {
  const { from, id } = spec;
  const declared = list.columns as Readonly<Record<string, Column>>;
  const sources = Object.entries(spec.columns) as [string, ColumnSource<Scope>][];
  const columnsFor = (scope: Scope) =>
    sources.map(([key, source]) => readColumn(key, declared[key] as Column, source, scope));
  const columnOf = (scope: Scope, key: string) => {
    const found = columnsFor(scope).find((column) => column.key === key);
    if (!found) throw new Error(`The list ${list.name} has no column ${key}.`);
    return found;
  };

  const searched = async (scope: Scope, typed: string, filters: Filters): Promise<Condition> =>
    typeof spec.search === "function" ? spec.search(typed, scope, filters) : contains(spec.search, typed);

  const matching = async (scope: Scope, filters: Filters, request: ListRequest<Params>): Promise<Condition> =>
    allConditions([
      ...spec.visible(scope, request),
      ...(spec.extra?.(filters, scope) ?? []),
      ...columnsFor(scope).flatMap((column) => filterBy(column, filters)),
      ...(filters.search ? [await searched(scope, String(filters.search), filters)] : []),
      ...(spec.site ? groupFilters(spec.site, filters) : []),
    ]);

  const orderOf = (scope: Scope, { ordering }: Pick<ListQuery, "ordering">): Order => {
    const direction = ordering.startsWith("-") ? sql`desc` : sql`asc`;
    const column = columnOf(scope, ordering.replace(/^-/, ""));
    const by = (sorted: ReadColumn) => sql`${sortBy(sorted, direction)}, ${id} ${direction}`;
    if (!column.firstValues) return { ofFew: by(column), ofAll: by(column), allFrom: from };
    return {
      ofFew: by(column),
      ofAll: by({ ...column, own: sql`first_values.value` }),
      allFrom: sql`${from} left join (${column.firstValues}) as first_values on first_values.id = ${id}`,
    };
  };

  const fieldsOf = (scope: Scope, context: Context<Params>): Condition =>
    spec.lite && context.query.liteVersion ? spec.lite.fields : spec.fields(scope, context);
  const toRows = async (records: readonly Fields[], scope: Scope, context: Context<Params>) => {
    if (!spec.lite || !context.query.liteVersion) return spec.toRows(records, scope, context);
    return ((await spec.lite.toRows?.(records, scope)) ?? records) as RowOf<L>[];
  };

  const countOf = async ({ db }: Scope, matches: Condition, cap: Condition): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (select from ${from} where ${matches} ${cap}) as matched`.execute(db);
    return Number(rows[0]?.count);
  };

  const allRows = (scope: Scope, context: Context<Params>, matches: Condition) => {
    const { limit, offset } = context.query;
    const { allFrom, ofAll } = orderOf(scope, context.query);
    return sql<Fields>`
      select ${fieldsOf(scope, context)} from ${allFrom} where ${matches}
      order by ${ofAll} limit ${limit} offset ${offset}`;
  };

  async function* batchesOf(scope: Scope, query: ListQuery, request: ListRequest<Params>) {
    const context = { ...request, query };
    const found = allRows(scope, context, await matching(scope, query, request));
    for await (const rows of rowBatches(scope.db, found)) yield await toRows(rows, scope, context);
  }

  return {
    isForSelectors: spec.isForSelectors,
    mustExist: spec.mustExist,

    matchingIds: async (scope, filters, request) =>
      sql`select ${id} from ${from} where ${await matching(scope, filters, request)}`,

    page: async (scope, query, request) => {
      await spec.mustExist?.(scope, request.params);
      const context = { ...request, query };
      const matches = await matching(scope, query, request);
      const { allFrom, ofAll, ofFew } = orderOf(scope, query);
      if (isExport(query)) {
        const { rows } = await allRows(scope, context, matches).execute(scope.db);
        // All rows, as a selector reads them, are counted by reading them.
        const isAll = query.offset === 0 && rows.length < query.limit;
        const count = isAll ? rows.length : await countOf(scope, matches, sql``);
        return { count, results: await toRows(rows, scope, context) };
      }
      const [{ rows }, count] = await Promise.all([
        // Finds the ids first, so that the fields are computed for the rows of the page only.
        sql<Fields>`
          select ${fieldsOf(scope, context)} from ${from}
          where ${id} = any(array(
            select ${id} from ${allFrom} where ${matches}
            order by ${ofAll} limit ${query.limit} offset ${query.offset}))
          order by ${ofFew}`.execute(scope.db),
        countOf(scope, matches, sql`limit ${sql.lit(COUNT_CAP + 1)}`),
      ]);
      const results = await toRows(rows, scope, context);
      const capped = { count: COUNT_CAP, count_is_capped: true };
      return { ...(count > COUNT_CAP ? capped : { count }), results };
    },

    stream: async (scope, query, request) => {
      await spec.mustExist?.(scope, request.params);
      return {
        count: await countOf(scope, await matching(scope, query, request), sql``),
        batches: batchesOf(scope, query, request),
      };
    },

    suggest: async (scope, { field, ...filters }: SuggestQuery, request) => {
      const given = (filters as Filters)[field];
      const { column, own, several } = columnOf(scope, field);
      const matches = await matching(scope, { ...filters, [field]: undefined }, request);
      const found = several
        ? sql`select each.value from ${from} cross join lateral (${several}) as each where ${matches}`
        : sql`select ${own} as value from ${from} where ${matches}`;
      // A choice offers all options, not only those that contain the current choice.
      const isChoice = column.kind === "choice";
      const narrowed = () =>
        column.several ? isNamed(sql`value`, namesGiven(given)) : contains(sql`value`, String(given ?? ""));
      const offered = isChoice ? sql`true` : narrowed();
      const { rows } = await sql<{ value: string }>`
        select distinct ${naturalSort(sql`value`)} as value from (
          select value from (${found}) as found where value is not null and value <> '' and ${offered}
          limit ${sql.lit(MOST_COMPARED)}) as offered
        order by 1 limit ${sql.lit(isChoice ? MOST_OPTIONS : mostSuggested(column))}`.execute(scope.db);
      return rows.map((row) => row.value);
    },
  };
};
