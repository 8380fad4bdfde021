import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import type { TableColumn } from "../columns/table-columns.ts";

const ALPHABET = ["A to Z", "Z to A"] as const;
const SIZE = ["smallest first", "largest first"] as const;

/** The texts of both directions of a column, ascending first. */
const DIRECTIONS: Readonly<Record<TableColumn["kind"], readonly [string, string]>> = {
  text: ALPHABET,
  group: ALPHABET,
  choice: ALPHABET,
  display: ALPHABET,
  number: SIZE,
  money: SIZE,
  date: ["oldest first", "newest first"],
};

export const directionsOf = (kind: TableColumn["kind"]) => DIRECTIONS[kind];

export interface HiddenSorting {
  readonly label: string;
  readonly direction: string;
  /** It differs from the default sorting of the list. */
  readonly isChosen: boolean;
}

/** The sorting of the list, if no visible header shows it: its column is hidden, or the user does not have it. */
export const hiddenSorting = (
  { columns, sort }: { readonly columns: Columns; readonly sort: string },
  shown: readonly string[],
  ordering: string,
): HiddenSorting | undefined => {
  const isDescending = ordering.startsWith("-");
  const id = isDescending ? ordering.slice(1) : ordering;
  const column = columns[id];
  if (!column || shown.includes(id)) return undefined;
  const direction = DIRECTIONS[column.kind][isDescending ? 1 : 0];
  return { label: column.label, direction, isChosen: ordering !== sort };
};
