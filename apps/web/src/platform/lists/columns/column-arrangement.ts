import { knownPreference, usePreference } from "../preference.ts";
import type { TableColumn } from "./table-columns.ts";

/** The columns that the user sees, in order, and those that the user has hidden. */
export interface Arrangement {
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
}

/** Marks hidden columns in the stored arrangement, so that a new column can be told from a hidden one. */
const HIDDEN = "-";

/** In the stored arrangement: the list opens with the view Essentials. No column has this name. */
const OPENS_ESSENTIALS = "@essentials";

/** In the stored arrangement: the user chose all columns, also where they do not fit. No column has this name. */
const CHOSE_ALL = "@all";

/** The part of a column that its place depends on; some columns are hidden until the user adds them. */
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

type LinkedColumn = Pick<TableColumn, "id"> & { readonly identifies?: true };

/**
 * The columns that a link names, in its order; undefined if the user has none of them. The column that identifies the
 * record is always one of them.
 */
export const linkedArrangement = (
  linked: string | undefined,
  columns: readonly LinkedColumn[],
): Arrangement | undefined => {
  const ids = columns.map(({ id }) => id);
  const named = [...new Set(linked?.split(","))].filter((id) => ids.includes(id));
  if (named.length === 0) return undefined;
  const identity = columns.filter(({ id, identifies }) => identifies && !named.includes(id));
  const shown = [...identity.map(({ id }) => id), ...named];
  return { shown, hidden: ids.filter((id) => !shown.includes(id)) };
};

/** The URL of the page with the shown columns. */
export const linkWith = ({ shown }: Arrangement, address: string): string => {
  const link = new URL(address);
  link.searchParams.set("columns", shown.join());
  return link.href;
};

/** The arrangement as it is stored. Columns that the user does not have at the moment keep their place for later. */
export const storedOf = (
  { shown, hidden }: Arrangement,
  before: readonly string[] | null,
  columns: readonly string[],
): string[] => {
  const elsewhere = (before ?? []).filter((entry) => !columns.includes(entry.replace(/^-/, "")));
  return [...shown, ...hidden.map((id) => HIDDEN + id), ...elsewhere];
};

const preferenceOf = (listName: string): string => `columns:${listName}`;

/** Whether a list opens with the view Essentials, from the cache. */
export const opensWithEssentials = (listName: string): boolean =>
  knownPreference(preferenceOf(listName))?.includes(OPENS_ESSENTIALS) === true;

/** The arrangement of a list, stored for each user. */
export const useArrangement = (listName: string, columns: readonly ArrangedColumn[]) => {
  const { ready, stored, save } = usePreference(preferenceOf(listName));
  const without = (mark: string) => (stored ?? []).filter((entry) => entry !== mark);
  const marked = (mark: string, isOn: boolean) => (isOn ? [...without(mark), mark] : without(mark));
  return {
    ready,
    opensEssentials: stored?.includes(OPENS_ESSENTIALS) === true,
    setOpensEssentials: (opens: boolean) => save(marked(OPENS_ESSENTIALS, opens)),
    /** The user has neither arranged the columns of this list nor chosen all of them. */
    neverChose: (stored ?? []).length === 0,
    setChoseAll: (chose: boolean) => {
      if (chose !== (stored?.includes(CHOSE_ALL) === true)) save(marked(CHOSE_ALL, chose));
    },
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
