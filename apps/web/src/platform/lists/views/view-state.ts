import type { List } from "@mcc/contract/kit/list.ts";
import { useEffect, useEffectEvent } from "react";
import type { Arrangement } from "../columns/column-arrangement.ts";
import type { ListState } from "../list-state.ts";
import { useSavedViews } from "./saved-views.ts";
import { viewTexts as says } from "./views.texts.ts";

/** The built-in views: all columns, the essential ones, and the user's own arrangement. */
export type BuiltIn = "all" | "essentials" | "own";

interface ShownList {
  readonly listState: ListState<List>;
  /** The columns of the user, in the declared order. */
  readonly ids: readonly string[];
  /** The same without the columns that are hidden until the user adds them. */
  readonly standard: readonly string[];
  /** The columns that the URL names. */
  readonly linked: Arrangement | undefined;
  readonly own: Arrangement;
  /** The list opens with the view Essentials, unless a saved view is the default. */
  readonly opensEssentials: boolean;
  readonly setOpensEssentials: (opens: boolean) => void;
  /** The columns do not fit, and the user never chose a view of this list. */
  readonly isNarrow: boolean;
  /** Stores that the user chose all columns, or no longer does. */
  readonly setChoseAll: (chose: boolean) => void;
  /** Columns and settings are loaded. */
  readonly isReady: boolean;
}

export type ViewState = ReturnType<typeof useViewState>;

/** The state of the view that the table needs before the code of views is loaded. */
export const useViewState = (shownList: ShownList) => {
  const { listState, ids, standard, linked, own, opensEssentials, isNarrow } = shownList;
  const { list, search, change } = listState;
  const savedViews = useSavedViews(list.name);
  const { saved, isLoaded, hasFailed } = savedViews;
  const { view: tag, columns } = search;
  const isPlain = Object.keys(search).length === 0;
  const isNamed = tag === "all" || tag === "essentials";
  const isSaved = tag !== undefined && tag !== "own" && !isNamed;
  const isStandard = own.shown.join() === standard.join();
  const ownOrAll: BuiltIn = isStandard ? "all" : "own";
  const plain: BuiltIn = isNarrow ? "essentials" : ownOrAll;
  const builtIn: BuiltIn | undefined = isNamed ? tag : isSaved || linked ? undefined : plain;
  const current = isSaved ? saved.find(({ id }) => String(id) === tag) : undefined;
  // A URL with only the view, or without search params.
  const byDefault = isPlain ? saved.find(({ is_default }) => is_default) : undefined;
  const isEssentialsNext = isPlain && isLoaded && byDefault === undefined && opensEssentials;
  const openEssentials = useEffectEvent(() => change({ view: "essentials" }, { replace: true }));
  useEffect(() => {
    if (isEssentialsNext) openEssentials();
  }, [isEssentialsNext]);
  const toOpen = byDefault ?? (columns === undefined ? current : undefined);
  const isUnread = isSaved && columns === undefined && !hasFailed;
  const shown = tag === "all" ? standard : list.essentials.filter((id) => ids.includes(id));
  const isArranged = isNamed || builtIn === "essentials";
  return {
    ...shownList,
    ...savedViews,
    current,
    builtIn,
    ownOrAll,
    plain,
    /** Essentials is shown because the columns do not fit. */
    isAutomatic: !isNamed && builtIn === "essentials",
    /** Shows all columns from now on. */
    showAll: () => {
      if (ownOrAll === "all") shownList.setChoseAll(true);
      change({ columns: undefined, density: undefined, view: ownOrAll === "all" ? undefined : "all" });
    },
    name: current?.name ?? (builtIn ? says.builtIn[builtIn] : isSaved ? "" : says.linked),
    isUnknown: isSaved && isLoaded && !hasFailed && current === undefined,
    toOpen,
    /** A view is about to be opened, so the current query will not be shown. */
    isWaiting: isUnread || byDefault !== undefined || isEssentialsNext || (isPlain && !isLoaded),
    /** The current query need not be sent. */
    isHeld: isUnread || byDefault !== undefined,
    /** Changes of columns go into the URL, not into the settings of the user. */
    isTagged: isSaved || isNamed,
    /** The code that opens and compares views is needed; the standard list does without it. */
    isSpecial: isSaved || byDefault !== undefined || (isNamed && linked !== undefined),
    columns: shown,
    arrangement:
      isArranged && !linked ? { shown, hidden: ids.filter((id) => !shown.includes(id)) } : undefined,
  };
};
