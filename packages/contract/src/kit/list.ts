import { z } from "zod";
import type { GlobalAction } from "../access/permissions.ts";
import { endpoint } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";
import { GROUP_KEY } from "./group-key.ts";
import type { Column, Columns } from "./list-columns.ts";
import { digits, filterOf, strictly } from "./list-schema.ts";
import { text as anyText } from "./text.ts";

export { GROUP_KEY };

/** Rows on a page; the offset of page n is 20 × (n − 1). */
export const PAGE_SIZE = 20;
/** "No pagination": used by exports and pickers. */
export const ALL_ROWS = 100_000_000_000;

type RangeOf<Key extends string, C> = C extends { readonly range: infer R extends string } ? R : Key;
/** The filter keys of one column: its own key, or the two ends of its range. */
type FilterKeyOfColumn<Key extends string, C> =
  C extends Column<"date">
    ? `${RangeOf<Key, C>}_${"after" | "before"}`
    : C extends Column<"money">
      ? `${RangeOf<Key, C>}_${"min" | "max"}`
      : C extends Column<"text" | "choice">
        ? Key
        : never;
/** Every filter key of a declared list. */
export type FilterKeyOf<C extends Columns> = {
  [Key in keyof C & string]: FilterKeyOfColumn<Key, C[Key]>;
}[keyof C & string];

type Value = string | number | boolean | readonly string[] | undefined;
type Shape = z.core.$ZodLooseShape;
type NoShape = Record<never, never>;
type Extra<X extends Shape> = {
  readonly [Key in keyof X]: X[Key] extends z.ZodType ? z.output<X[Key]> : never;
};
/** A choice and a name have one or several values, anything else has one. */
type Filters<C extends Columns> = {
  readonly [Key in Exclude<FilterKeyOf<C>, SeveralKeyOf<C>>]?: string;
} & { readonly [Key in SeveralKeyOf<C> | `group_${number}`]?: readonly string[] };
type SeveralKeyOf<C extends Columns> = {
  [Key in keyof C & string]: C[Key] extends Column<"choice"> | { readonly several: true } ? Key : never;
}[keyof C & string];

/** A parsed list request: the window, the order, and one value per active filter. */
export type ListQueryOf<C extends Columns, X extends Shape = NoShape> = Filters<C> &
  Extra<X> & {
    readonly search?: string;
    readonly ordering: string;
    readonly limit: number;
    readonly offset: number;
    readonly untrimmed?: boolean;
  };
/** A request for the suggestions of one column, under the current filters. */
export type SuggestQueryOf<C extends Columns, X extends Shape = NoShape> = Filters<C> &
  Extra<X> & {
    readonly search?: string;
    readonly untrimmed?: boolean;
    readonly field: string;
  };
/** The caller's input: every field is optional, and numbers may be text. */
type ListAskOf<C extends Columns, X extends Shape, More extends string> = {
  readonly [Key in
    | FilterKeyOf<C>
    | `group_${number}`
    | (keyof X & string)
    | "search"
    | "untrimmed"
    | More]?: Value;
};

/** The query of any list, for code that serves all lists. */
export interface ListQuery {
  readonly search?: string;
  readonly ordering: string;
  readonly limit: number;
  readonly offset: number;
  readonly untrimmed?: boolean;
  readonly [filter: string]: Value;
}
export type ListParams = { readonly [key: string]: Value };
/** The filters of a list without order or page: what is counted and summed. */
export type FilterQueryOf<C extends Columns, X extends Shape = NoShape> = Omit<SuggestQueryOf<C, X>, "field">;
export type SuggestQuery = Omit<ListQuery, "ordering" | "limit" | "offset"> & { readonly field: string };

/** The error for a page too deep in a list sorted by names. */
export const TOO_DEEP =
  "This page is too far from both ends of a list in this order. Please add filters, or sort by another column.";

export const flag = z
  .enum(["true", "false"], { error: "This must be true or false." })
  .transform((value) => value === "true");

const pagingFields = {
  limit: digits(1, ALL_ROWS)
    .describe(`Rows on a page, ${PAGE_SIZE} by default; ${ALL_ROWS} means all`)
    .default(PAGE_SIZE),
  offset: digits(0, ALL_ROWS).describe("Rows before the page").default(0),
};

/** A plain list with pagination only: used by pickers and columns. */
export const pagedQuery = <S extends z.core.$ZodLooseShape = Record<never, never>>(more?: S) =>
  strictly({ ...pagingFields, ...more }, false) as unknown as z.ZodType<
    Pick<ListQuery, "limit" | "offset"> & z.output<z.ZodObject<S>>,
    ListParams
  >;

export const pageSchema = <R extends z.ZodType>(row: R) =>
  z.object({
    count: z.number(),
    /** There are more rows than `count`: a list never waits for an exact count. */
    count_is_capped: z.boolean().optional(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    current_url: z.string(),
    results: z.array(row),
    /** Sent where only pages near an end are found: one that begins further from both ends is refused. */
    deepest_offset: z.number().optional(),
  });

type Params = z.ZodType | undefined;

export interface ListSpec<
  C extends Columns,
  R extends z.ZodType,
  P extends Params = Params,
  X extends Shape = Shape,
  L extends z.ZodType = z.ZodType,
> {
  /** The list's name in file names and stored column orders. */
  readonly name: string;
  readonly path: `/${string}/`;
  /** The path of its suggestions, if not below the list's. */
  readonly suggestionsPath?: `/${string}/`;
  /** What is listed, as in "List orders". */
  readonly summary: string;
  readonly allow: GlobalAction;
  readonly columns: C;
  readonly row: R;
  /** What selectors need of a row: with `liteVersion`, a row has these fields and no others. */
  readonly lite?: L;
  readonly sort: `-${keyof C & string}` | (keyof C & string);
  /** The columns of the view Essentials: what identifies a row, its site, date, status and amount, and who is next. */
  readonly essentials: readonly (keyof C & string)[];
  /** Where its columns do not fit, a user who never chose a view sees Essentials. */
  readonly essentialsIfNarrow?: boolean;
  readonly groups?: boolean;
  /** Further parameters that are not columns. */
  readonly extra?: X;
  /** Labels of those that are filters by names: an active one is shown like the filter of a column. */
  readonly extraLabels?: { readonly [Key in keyof X]?: string };
  /** Labels of ranges of days among them, by what is before _after and _before. */
  readonly extraRanges?: Readonly<Record<string, string>>;
  readonly params?: P;
  readonly fails?: readonly ErrorCode[];
}

/** A row as the list answers it: with all fields or, for selectors, with those of a lite row. */
const rowOrLite = <R extends z.ZodType>(row: R, lite: z.ZodType | undefined): R =>
  lite instanceof z.ZodObject && row instanceof z.ZodObject
    ? (z.object({ ...row.partial().shape, ...lite.shape }) as unknown as R)
    : row;

/** One declaration defines a list's query, its suggestions and, on the web, its table and its spreadsheet. */
export const list = <
  const C extends Columns,
  R extends z.ZodType,
  P extends Params = undefined,
  X extends Shape = NoShape,
  L extends z.ZodType = R,
>(
  spec: ListSpec<C, R, P, X, L>,
) => {
  const { columns, groups = false } = spec;
  const sortable = Object.keys(columns).filter((key) => columns[key]?.kind !== "display");
  const suggested = sortable.filter(
    (key) => columns[key]?.kind === "text" || columns[key]?.kind === "choice",
  );
  const filters = Object.assign(
    {
      search: anyText().trim().describe("Matches rows containing this in any column").optional(),
      untrimmed: flag.describe("Returns long lists inside a row completely").optional(),
    },
    spec.lite && { liteVersion: flag.describe("For selectors: with few fields of each row").optional() },
    spec.extra,
    ...sortable.map((key) => filterOf(key, columns[key] as Column)),
  ) as z.core.$ZodLooseShape;
  const orderings = sortable.flatMap((key) => [key, `-${key}`]);
  const query = strictly(
    {
      ...filters,
      ordering: z
        .enum(orderings, {
          error: `This must be one of ${sortable.join(", ")}, with a - before it for descending.`,
        })
        .default(spec.sort),
      ...pagingFields,
    },
    groups,
    columns,
  ) as unknown as z.ZodType<ListQueryOf<C, X>, ListAskOf<C, X, "ordering" | "limit" | "offset">>;
  const filterQuery = strictly(filters, groups, columns) as unknown as z.ZodType<
    FilterQueryOf<C, X>,
    ListAskOf<C, X, never>
  >;
  const field = z
    .string()
    .refine(
      (key) => suggested.includes(key) || (groups && GROUP_KEY.test(key)),
      `This must be one of ${suggested.join(", ")}.`,
    );
  const suggestQuery = strictly({ ...filters, field }, groups, columns) as unknown as z.ZodType<
    SuggestQueryOf<C, X>,
    ListAskOf<C, X, "field">
  >;
  const common = { method: "GET", allow: spec.allow, params: spec.params as P, fails: spec.fails } as const;
  const page = endpoint({
    ...common,
    path: spec.path,
    summary: `List ${spec.summary}`,
    query,
    reply: pageSchema(rowOrLite(spec.row, spec.lite)),
    fails: [...(spec.fails ?? []), "list.too_broad", "export.running"],
  });
  return {
    ...spec,
    groups,
    filters: filterQuery,
    page,
    /** The page as selectors ask for it, with `liteVersion`. */
    litePage: endpoint({
      ...page,
      query: query as unknown as z.ZodType<
        ListQueryOf<C, X>,
        ListAskOf<C, X, "ordering" | "limit" | "offset" | "liteVersion">
      >,
      reply: pageSchema((spec.lite ?? spec.row) as L),
    }),
    suggest: endpoint({
      ...common,
      path: spec.suggestionsPath ?? (`${spec.path}suggestions/` as const),
      summary: `Suggest values for one filter of ${spec.summary}, under the other filters`,
      query: suggestQuery,
      reply: z.object({ results: z.array(z.string()) }),
    }),
  };
};
export type List<C extends Columns = Columns, R extends z.ZodType = z.ZodType> = ReturnType<
  typeof list<C, R, Params, NoShape, z.ZodType>
>;
