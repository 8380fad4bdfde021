import { z } from "zod";
import type { GlobalAction } from "../access/permissions.ts";
import type { Session } from "../access/session.ts";
import { endpoint } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";
import { GROUP_KEY } from "./group-key.ts";
import { DayOrMoment } from "./moment.ts";
import { text as anyText, TEXT_MAX } from "./text.ts";

export { GROUP_KEY };

/** Rows on a page; the offset of page n is 20 × (n − 1). */
export const PAGE_SIZE = 20;
/** "No pagination": what exports and pickers ask with. */
export const EVERYTHING = 100_000_000_000;

type Kind = "text" | "choice" | "date" | "number" | "money" | "display";

/** One column of a list: read by the query, the table, the filters and the spreadsheet alike. */
export interface Column<K extends Kind = Kind> {
  readonly label: string;
  readonly kind: K;
  /** What a choice chooses from, in the order of their codes (1, 2, …). */
  readonly options?: readonly string[];
  readonly shownTo?: (who: Session) => boolean;
  /** What a date's range keys begin with, where that is not the column's own key. */
  readonly range?: string;
}
export type Columns = Readonly<Record<string, Column>>;

interface Declares {
  readonly columns: Columns;
}
/** The columns of a declared list, or of several, that are of this kind: who answers each of them forgets none. */
export type ColumnKeyOf<L extends Declares, K extends Kind> = L extends { readonly columns: infer C }
  ? { [Key in keyof C]: C[Key] extends Column<K> ? Key : never }[keyof C] & string
  : never;
/** What a declared list can be sorted by. */
export type SortableKeyOf<L extends Declares> = ColumnKeyOf<L, Exclude<Kind, "display">>;

type More = Omit<Column, "label" | "kind" | "options">;
const column =
  <K extends Kind>(kind: K) =>
  (label: string, more: More = {}): Column<K> => ({ label, kind, ...more });

/** Filtered by what it contains, with suggestions. */
export const textColumn = column("text");
/** Filtered by a range of days: `{key}_after` and `{key}_before`. */
export const dateColumn = column("date");
export const numberColumn = column("number");
export const moneyColumn = column("money");
/** Shown only: neither sorted nor filtered. */
export const displayColumn = column("display");
/** Filtered by one of its options, given by name or by code. */
export const choiceColumn = (
  label: string,
  options: readonly string[],
  more: More = {},
): Column<"choice"> => ({
  label,
  kind: "choice",
  options,
  ...more,
});

/** A list request once parsed: the window, the order, and one value per active filter. */
export interface ListQuery {
  readonly search?: string;
  readonly ordering: string;
  readonly limit: number;
  readonly offset: number;
  readonly untrimmed?: boolean;
  readonly [filter: string]: string | number | boolean | undefined;
}
/** What a list page asks with: anything may be left out. */
export type ListAsk = { readonly [key: string]: string | number | boolean | undefined };
export type SuggestQuery = Omit<ListQuery, "ordering" | "limit" | "offset"> & { readonly field: string };

/** What a page is refused with that lies too deep in a list sorted by names. */
export const TOO_DEEP =
  "This page is too far from both ends of a list in this order. Please narrow the filters, or sort by another column.";
export const UNKNOWN_PARAMETER = "This parameter is not known.";

/** A whole number as a query writes it. */
const digits = (least: number) => {
  const message = `This must be a whole number from ${least} to ${EVERYTHING}.`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= EVERYTHING, message);
};

const chosenFrom = (options: readonly string[]) =>
  z
    .string()
    .transform((given) => options[Number(given) - 1] ?? given)
    .refine((value) => options.includes(value), `This must be one of ${options.join(", ")}.`)
    .describe(`One of ${options.map((name, index) => `${name} (${index + 1})`).join(", ")}, by name or code`);

const filterOf = (key: string, { kind, options = [], range = key }: Column): z.core.$ZodLooseShape => {
  if (kind === "text") return { [key]: anyText().trim().describe("Takes what contains this").optional() };
  if (kind === "choice") return { [key]: chosenFrom(options).optional() };
  if (kind === "date")
    return {
      [`${range}_after`]: DayOrMoment.describe("From this day or moment on").optional(),
      [`${range}_before`]: DayOrMoment.describe("Up to this day or moment").optional(),
    };
  return {};
};

interface Declared {
  readonly shape: z.ZodType;
  readonly withGroups: boolean;
}
/** What a list's query is made of, for whoever describes it: its checks alone do not tell. */
export const listQueries = new WeakMap<z.ZodType, Declared>();

/** Not a record, which would pass over a key named __proto__. An empty value means the filter is off. */
const ActiveKeys = z
  .custom<Readonly<Record<string, unknown>>>((given) => typeof given === "object" && given !== null)
  .transform((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== "")));

/** Unknown keys are refused by name, never passed over. */
const strictly = (shape: z.core.$ZodLooseShape, withGroups: boolean) => {
  const known = z.looseObject(shape);
  const query = ActiveKeys.superRefine((given, context) => {
    const complain = (key: string, message: string) =>
      context.addIssue({ code: "custom", path: [key], message });
    for (const [key, value] of Object.entries(given)) {
      const isGroup = withGroups && GROUP_KEY.test(key);
      if (!Object.hasOwn(shape, key) && !isGroup) complain(key, UNKNOWN_PARAMETER);
      else if (isGroup && (typeof value !== "string" || value.length > TEXT_MAX)) {
        complain(key, `This can't be longer than ${TEXT_MAX} characters.`);
      }
    }
  }).pipe(known);
  listQueries.set(query, { shape: known, withGroups });
  return query;
};

export const flag = z
  .enum(["true", "false"], { error: "This must be true or false." })
  .transform((value) => value === "true");

const limits = {
  limit: digits(1)
    .describe(`Rows on a page, ${PAGE_SIZE} unless said otherwise; ${EVERYTHING} means all`)
    .default(PAGE_SIZE),
  offset: digits(0).describe("Rows before the page").default(0),
};

/** A plain list that is only paged: what pickers and columns read. */
export const pagedQuery = <S extends z.core.$ZodLooseShape = Record<never, never>>(more?: S) =>
  strictly({ ...limits, ...more }, false) as unknown as z.ZodType<
    Pick<ListQuery, "limit" | "offset"> & z.output<z.ZodObject<S>>,
    ListAsk
  >;

export const pageOf = <R extends z.ZodType>(row: R) =>
  z.object({
    count: z.number(),
    /** There are more than `count`: a list never waits for a count. */
    count_is_capped: z.boolean().optional(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    current_url: z.string(),
    results: z.array(row),
  });

type Params = z.ZodType | undefined;

export interface ListSpec<C extends Columns, R extends z.ZodType, P extends Params = Params> {
  /** What the list is called in file names and remembered column orders. */
  readonly name: string;
  readonly path: `/${string}/`;
  readonly summary: string;
  readonly allow: GlobalAction;
  readonly columns: C;
  readonly row: R;
  readonly sort: `-${keyof C & string}` | (keyof C & string);
  readonly groups?: boolean;
  /** Further parameters that are no columns. */
  readonly extra?: z.core.$ZodLooseShape;
  readonly params?: P;
  readonly fails?: readonly ErrorCode[];
}

/** One declaration gives a list its query, its suggestions and, on the web, its table and its spreadsheet. */
export const list = <const C extends Columns, R extends z.ZodType, P extends Params = undefined>(
  spec: ListSpec<C, R, P>,
) => {
  const { columns, groups = false } = spec;
  const sortable = Object.keys(columns).filter((key) => columns[key]?.kind !== "display");
  const suggested = sortable.filter(
    (key) => columns[key]?.kind === "text" || columns[key]?.kind === "choice",
  );
  const filters = Object.assign(
    {
      search: anyText().trim().describe("Takes rows that contain this anywhere").optional(),
      untrimmed: flag.describe("Long lists inside a row come whole").optional(),
    },
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
      ...limits,
    },
    groups,
  ) as unknown as z.ZodType<ListQuery, ListAsk>;
  const field = z
    .string()
    .refine(
      (key) => suggested.includes(key) || (groups && GROUP_KEY.test(key)),
      `This must be one of ${suggested.join(", ")}.`,
    );
  const suggestQuery = strictly({ ...filters, field }, groups) as unknown as z.ZodType<SuggestQuery, ListAsk>;
  const common = { method: "GET", allow: spec.allow, params: spec.params as P, fails: spec.fails } as const;
  return {
    ...spec,
    groups,
    page: endpoint({
      ...common,
      path: spec.path,
      summary: spec.summary,
      query,
      reply: pageOf(spec.row),
      fails: [...(spec.fails ?? []), "list.too_broad", "export.running"],
    }),
    suggest: endpoint({
      ...common,
      path: `${spec.path}suggestions/`,
      summary: `${spec.summary}: values for one filter, under the other filters in force`,
      query: suggestQuery,
      reply: z.object({ results: z.array(z.string()) }),
    }),
  };
};
export type List<C extends Columns = Columns, R extends z.ZodType = z.ZodType> = ReturnType<
  typeof list<C, R, Params>
>;
