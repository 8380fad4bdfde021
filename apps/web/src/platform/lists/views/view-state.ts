import type { List } from "@mcc/contract/kit/list.ts";
import type { Arrangement } from "../columns/column-arrangement.ts";
import type { ListState } from "../list-state.ts";
import { useSavedViews } from "./saved-views.ts";
import { viewTexts as says } from "./views.texts.ts";

/** The views that nobody saved: the specification's columns, the essential ones, and those one has arranged oneself. */
export type BuiltIn = "all" | "essentials" | "own";

interface ShownList {
  readonly listState: ListState<List>;
  /** The columns of whoever looks, in the order of the specification. */
  readonly ids: readonly string[];
  /** … without those that are hidden until the user adds them. */
  readonly standard: readonly string[];
  /** The columns that the address names. */
  readonly linked: Arrangement | undefined;
  readonly own: Arrangement;
  /** Columns and settings are loaded. */
  readonly isReady: boolean;
}

export type ViewState = ReturnType<typeof useViewState>;

/** What a table has to know of its view before anything about views is loaded. */
export const useViewState = (shownList: ShownList) => {
  const { listState, ids, standard, linked, own } = shownList;
  const { list, search } = listState;
  const savedViews = useSavedViews(list.name);
  const { saved, isLoaded, hasFailed } = savedViews;
  const { view: tag, columns } = search;
  const isPlain = Object.keys(search).length === 0;
  const isNamed = tag === "all" || tag === "essentials";
  const isSaved = tag !== undefined && tag !== "own" && !isNamed;
  const isStandard = own.shown.join() === standard.join();
  const ownOrAll: BuiltIn = isStandard ? "all" : "own";
  const builtIn: BuiltIn | undefined = isNamed ? tag : isSaved || linked ? undefined : ownOrAll;
  const current = isSaved ? saved.find(({ id }) => String(id) === tag) : undefined;
  // A link that says no more than the view, and a list that is opened without a query.
  const byDefault = isPlain ? saved.find(({ is_default }) => is_default) : undefined;
  const toOpen = byDefault ?? (columns === undefined ? current : undefined);
  const isUnread = isSaved && columns === undefined && !hasFailed;
  const shown = tag === "all" ? standard : ids.filter((id) => list.essentials.includes(id));
  return {
    ...shownList,
    ...savedViews,
    current,
    builtIn,
    ownOrAll,
    name: current?.name ?? (builtIn ? says.builtIn[builtIn] : isSaved ? "" : says.linked),
    isUnknown: isSaved && isLoaded && !hasFailed && current === undefined,
    toOpen,
    /** A view is about to be opened: whatever the address asks for now will not be shown. */
    isWaiting: isUnread || byDefault !== undefined || (isPlain && !isLoaded),
    /** … so that it need not be asked. */
    isHeld: isUnread || byDefault !== undefined,
    /** Its columns are changed in the address and not in one's own settings. */
    isTagged: isSaved || isNamed,
    /** The standard list does without what opens and compares views. */
    isSpecial: isSaved || byDefault !== undefined || (isNamed && linked !== undefined),
    columns: shown,
    arrangement: isNamed && !linked ? { shown, hidden: ids.filter((id) => !shown.includes(id)) } : undefined,
  };
};
