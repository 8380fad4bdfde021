import { LIST_PAGES } from "@mcc/contract/reports/report-pages.ts";
import type { ListWithViews } from "@mcc/contract/views/saved-views.schema.ts";
import type { StoredView } from "./report-query.ts";

interface ShownView extends StoredView {
  readonly list: ListWithViews;
  readonly view_id: number | null;
}

/** The address of a list with a view, as its page reads it. */
export const pageOf = ({ list, columns, ordering, filters, view_id }: ShownView): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(filters))
    for (const one of [value].flat()) if (one !== "") search.append(key, one);
  if (ordering) search.set("ordering", ordering);
  search.set("columns", columns.join());
  search.set("view", view_id === null ? "own" : String(view_id));
  return `${LIST_PAGES[list]}?${search}`;
};
