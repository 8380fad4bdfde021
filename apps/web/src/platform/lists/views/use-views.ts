import type { View } from "@mcc/contract/views/saved-views.schema.ts";
import { toast } from "../../page/toast.ts";
import { useSessionUser } from "../../session/session-user.ts";
import type { ChangeOptions, Search } from "../list-state.ts";
import { viewPanelTexts as says } from "./view-panel.texts.ts";
import { isSameView, openedView } from "./view-search.ts";
import type { BuiltIn, ViewState } from "./view-state.ts";

export type ListViews = ReturnType<typeof useViews>;

/** The URL has the id or name of the view, and everything the view consists of. */
export const useViews = (viewState: ViewState) => {
  const { listState, ids, linked, current, ownOrAll, plain, toOpen } = viewState;
  const { list, search, change } = listState;
  const hasGroups = useSessionUser().company?.has_company_hierarchy === true;
  const opened = (view: View) => openedView(view, list, { ids, hasGroups });
  const isChanged = current
    ? !isSameView(search, opened(current).search)
    : viewState.isTagged && linked !== undefined && linked.shown.join() !== viewState.columns.join();

  const goTo = (next: Search, options?: ChangeOptions) => {
    const cleared = Object.fromEntries(Object.keys(search).map((key) => [key, undefined]));
    change({ ...cleared, ...next }, options);
  };
  const open = (view: View, options?: ChangeOptions) => {
    const { search: address, leftOut } = opened(view);
    goTo(address, options);
    if (leftOut.length > 0) toast.warning(says.leftOut(view.name, leftOut));
  };
  /** Changes only the columns. Filters and sorting stay, unless they belong to a saved view. */
  const openBuiltIn = (name: BuiltIn) => {
    const view = name === ownOrAll || name === plain ? undefined : name;
    if (current) goTo(view ? { view } : {});
    else change({ columns: undefined, density: undefined, view });
  };

  /** What the user chose is remembered where the columns do not fit. */
  const chooseBuiltIn = (name: BuiltIn) => {
    if (list.essentialsIfNarrow && ownOrAll === "all") viewState.setChoseAll(name === "all");
    openBuiltIn(name);
  };

  return {
    ...viewState,
    listName: list.name,
    search,
    refused: listState.refused,
    hasOwnColumns: ownOrAll === "own",
    isChanged: isChanged && toOpen === undefined,
    open,
    openBuiltIn,
    chooseBuiltIn,
    reset: () => (current ? open(current) : change({ columns: undefined })),
  };
};
