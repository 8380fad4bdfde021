import type { Session } from "../access/session.ts";

type Kind = "text" | "choice" | "date" | "number" | "money" | "display";

/** One column of a list: read by the query, the table, the filters and the spreadsheet alike. */
export interface Column<K extends Kind = Kind> {
  readonly label: string;
  readonly kind: K;
  /** What a choice chooses from, in the order of their codes (1, 2, …); none where the company's own records decide. */
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
  <const M extends More = Record<never, never>>(label: string, more?: M): Column<K> & M =>
    ({ label, kind, ...more }) as Column<K> & M;

/** The plain names of a site's place, which a hierarchy replaces by its groups. */
export const withoutHierarchy = { shownTo: (who: Session) => who.company?.has_company_hierarchy !== true };
export const withLocationNames = {
  shownTo: (who: Session) => who.company?.has_location_name_required === true,
};

/** Filtered by what it contains, with suggestions. */
export const textColumn = column("text");
/** Filtered by a range of days: `{key}_after` and `{key}_before`. */
export const dateColumn = column("date");
export const numberColumn = column("number");
export const moneyColumn = column("money");
/** Shown only: neither sorted nor filtered. */
export const displayColumn = column("display");
/** Filtered by one of the names that the company's records have; the suggestions tell them. */
export const namedChoiceColumn = column("choice");
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
