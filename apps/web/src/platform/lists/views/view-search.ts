import { GROUP_KEY } from "@mcc/contract/kit/list.ts";
import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import type { View } from "@mcc/contract/views/saved-views.schema.ts";
import { filterKeysOf } from "../filters/active-filters.ts";
import { listTexts } from "../list.texts.ts";
import { type Listed, readListState, type Search, searchAfter } from "../list-state.ts";
import { viewPanelTexts as says } from "./view-panel.texts.ts";

interface DeclaredList extends Listed {
  readonly columns: Columns;
}

/** The part of a view that exists for the user who opens it. */
interface Opened {
  /** The search params of the list for this view. */
  readonly search: Search;
  /** The names of what no longer exists. */
  readonly leftOut: readonly string[];
}

interface Reader {
  /** The columns that the user has. */
  readonly ids: readonly string[];
  readonly hasGroups: boolean;
}

const NOT_A_FILTER = ["view", "columns", "density", "ordering", "offset", "limit", "untrimmed"];

/** The filters in the search params, in the form that a view stores. */
export const filtersIn = (search: Search, refused: readonly string[] = []): View["filters"] =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([key]) => !NOT_A_FILTER.includes(key) && !refused.includes(key))
      .map(([key, value]) => [key, typeof value === "string" ? value : [...value]]),
  );

const labelOf = (key: string, columns: Columns): string => {
  if (GROUP_KEY.test(key)) return listTexts.group;
  const [, column] =
    Object.entries(columns).find(([id, { kind, range }]) =>
      filterKeysOf({ id, kind, range }).includes(key),
    ) ?? [];
  return column?.label ?? key;
};

/**
 * The search params of a view. The schema of the list decides which filters still exist. A column that exists but is
 * not visible to this user is left out without a message.
 */
export const openedView = (view: View, list: DeclaredList, { ids, hasGroups }: Reader): Opened => {
  const query = { ...view.filters, ...(view.ordering && { ordering: view.ordering }) } as Search;
  const { refused } = readListState(list.page.query, query, hasGroups);
  // Without any group, they may not have been loaded: then the server says whether the group exists.
  const knowsGroups = !hasGroups || ids.some((id) => GROUP_KEY.test(id));
  const isGone = (key: string) =>
    refused.includes(key) || (knowsGroups && GROUP_KEY.test(key) && !ids.includes(key));
  const kept = Object.fromEntries(Object.entries(query).filter(([key]) => !isGone(key)));
  const columns = [...new Set(view.columns)];
  const known = columns.filter((id) => ids.includes(id));
  const leftOut = [
    ...columns
      .filter((id) => !ids.includes(id) && !Object.hasOwn(list.columns, id))
      .map((id) => says.column(GROUP_KEY.test(id) ? listTexts.group : id)),
    ...Object.entries(view.filters)
      .filter(([key]) => isGone(key))
      .map(([key, value]) => says.filter(labelOf(key, list.columns), String(value))),
    ...(view.ordering && isGone("ordering") ? [says.ordering(view.ordering)] : []),
  ];
  const shown = { columns: (known.length > 0 ? known : ids).join(), density: view.density ?? undefined };
  return { search: searchAfter({}, { ...kept, ...shown, view: view.id }, list.sort), leftOut };
};

const sorted = (search: Search): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([key]) => key !== "offset")
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Compares without the page number. */
export const isSameView = (one: Search, other: Search): boolean => sorted(one) === sorted(other);
