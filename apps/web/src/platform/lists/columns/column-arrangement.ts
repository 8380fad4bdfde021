import { usePreference } from "../preference.ts";
import type { TableColumn } from "./table-columns.ts";

/** The columns one sees, in order, and those one has put away. */
export interface Arrangement {
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
}

/** Kept beside the order, so that a column that is new can be told from one that was put away. */
const HIDDEN = "-";

/** A column as far as its place is concerned; some are hidden until the user adds them. */
type ArrangedColumn = Pick<TableColumn, "id" | "hidden">;

/** The columns in their standard order. */
export const standardArrangement = (columns: readonly ArrangedColumn[]): Arrangement => ({
  shown: columns.filter(({ hidden }) => !hidden).map(({ id }) => id),
  hidden: columns.filter(({ hidden }) => hidden).map(({ id }) => id),
});

export const arrangementOf = (
  stored: readonly string[] | null,
  columns: readonly ArrangedColumn[],
): Arrangement => {
  const known = (id: string) => columns.some((column) => column.id === id);
  const putAway = (stored ?? [])
    .filter((entry) => entry.startsWith(HIDDEN))
    .map((entry) => entry.slice(HIDDEN.length))
    .filter(known);
  const arranged = (stored ?? []).filter(known);
  const added = standardArrangement(
    columns.filter(({ id }) => !arranged.includes(id) && !putAway.includes(id)),
  );
  return { shown: [...arranged, ...added.shown], hidden: [...putAway, ...added.hidden] };
};

/** The columns that a link names, in its order; a link that names none one has shows one's own. */
export const linkedArrangement = (
  linked: string | undefined,
  columns: readonly string[],
): Arrangement | undefined => {
  const named = new Set(linked?.split(","));
  const shown = [...named].filter((id) => columns.includes(id));
  return shown.length > 0 ? { shown, hidden: columns.filter((id) => !named.has(id)) } : undefined;
};

/** The address of what one looks at, with its columns. */
export const linkWith = ({ shown }: Arrangement, address: string): string => {
  const link = new URL(address);
  link.searchParams.set("columns", shown.join());
  return link.href;
};

/** What belongs to columns that are not there at the moment is kept for when they are back. */
export const storedOf = (
  { shown, hidden }: Arrangement,
  before: readonly string[] | null,
  columns: readonly string[],
): string[] => {
  const elsewhere = (before ?? []).filter((entry) => !columns.includes(entry.replace(/^-/, "")));
  return [...shown, ...hidden.map((id) => HIDDEN + id), ...elsewhere];
};

/** Remembered per user and list. */
export const useArrangement = (listName: string, columns: readonly ArrangedColumn[]) => {
  const { ready, stored, save } = usePreference(`columns:${listName}`);
  return {
    ready,
    arrangement: arrangementOf(stored, columns),
    arrange: (next: Arrangement) =>
      save(
        storedOf(
          next,
          stored,
          columns.map(({ id }) => id),
        ),
      ),
  };
};
