import type { Session } from "../access/session.ts";

type Kind = "text" | "choice" | "date" | "number" | "money" | "display";

/** One column of a list: used by the query, the table, the filters and the spreadsheet. */
export interface Column<K extends Kind = Kind> {
  readonly label: string;
  readonly kind: K;
  /** The options of a choice, in the order of their codes (1, 2, …); absent where the company's records determine them. */
  readonly options?: readonly string[];
  /** Other words that a request may have for an option. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Options can also be typed: a part of a name means every option that contains it. */
  readonly typed?: true;
  /** A text that is a name: its filter takes several names or parts of names. */
  readonly several?: true;
  readonly shownTo?: (who: Session) => boolean;
  /** Whether a user is offered this option of a choice. */
  readonly offers?: (who: Session, option: string) => boolean;
  /** Offered by Reorganize Columns, and hidden until the user adds it. */
  readonly hidden?: true;
  /** The prefix of a range's two keys, if it differs from the column's key. */
  readonly range?: string;
}
export type Columns = Readonly<Record<string, Column>>;

interface Declares {
  readonly columns: Columns;
}
/** The columns of this kind in one or several declared lists: a record over them must handle every one. */
export type ColumnKeyOf<L extends Declares, K extends Kind> = L extends { readonly columns: infer C }
  ? { [Key in keyof C]: C[Key] extends Column<K> ? Key : never }[keyof C] & string
  : never;
/** The sort keys of a declared list. */
export type SortableKeyOf<L extends Declares> = ColumnKeyOf<L, Exclude<Kind, "display">>;

type More = Omit<Column, "label" | "kind" | "options">;
const column =
  <K extends Kind>(kind: K) =>
  <const M extends More = Record<never, never>>(label: string, more?: M): Column<K> & M =>
    ({ label, kind, ...more }) as Column<K> & M;

/** The plain location columns of a site, which a hierarchy replaces by its groups. */
export const withoutHierarchy = { shownTo: (who: Session) => who.company?.has_company_hierarchy !== true };
export const withLocationNames = {
  shownTo: (who: Session) => who.company?.has_location_name_required === true,
};

/** Filtered by contained text, with suggestions. */
export const textColumn = column("text");
/** Filtered by one or several names or parts of names, with suggestions. */
export const nameColumn = <const M extends More = Record<never, never>>(label: string, more?: M) =>
  textColumn(label, { ...more, several: true } as M & { readonly several: true });
/** Filtered by a range of days: `{key}_after` and `{key}_before`. */
export const dateColumn = column("date");
export const numberColumn = column("number");
/** Filtered by a range of amounts, both ends included: `{key}_min` and `{key}_max`. */
export const moneyColumn = column("money");
/** Display only: neither sorted nor filtered. */
export const displayColumn = column("display");
/** Filtered by one or several of the names in the company's records; the suggestions list them. */
export const namedChoiceColumn = column("choice");
/** Filtered by one or several of its options, by name or by code. */
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

/** On or off, filtered as a choice; requests may also say true or false. */
export const switchColumn = (label: string): Column<"choice"> =>
  choiceColumn(label, ["Enabled", "Disabled"], { aliases: { true: "Enabled", false: "Disabled" } });
