import { useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useRef } from "react";

/** What somebody wants to look at: a row, or the first or last one of a page that is on its way. */
export type SidePanelTarget = { readonly id: number } | { readonly end: 0 | -1; readonly offset: number };

interface SidePanelEntry {
  readonly target: SidePanelTarget;
  /** Opening it made this step of the history: one step back is the same list without it. */
  readonly hasOwnEntry: boolean;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What is looked at beside the list. */
    readonly sidePanel?: SidePanelEntry;
  }
}

/** The end of a page that is not asked for any more will never come. */
const withoutPageEnd = (wanted: SidePanelTarget | undefined): SidePanelTarget | undefined =>
  wanted && "id" in wanted ? wanted : undefined;

/** The list has changed: what is beside it comes along, and one step back leads elsewhere than to this list alone. */
export const keepSidePanel = (
  sidePanel: SidePanelEntry | undefined,
  wanted = withoutPageEnd(sidePanel?.target),
): SidePanelEntry | undefined => wanted && { target: wanted, hasOwnEntry: false };

/**
 * What is looked at beside a list belongs to its step in the history: opening it is a step, so that Back closes it,
 * and walking on is none.
 */
export const useSidePanelHistory = () => {
  const wanted = useLocation({ select: ({ state }) => state.sidePanel?.target });
  const navigate = useNavigate();
  const router = useRouter();
  const closing = useRef<SidePanelEntry>(undefined);
  const now = () => router.latestLocation.state.sidePanel;
  const goTo = (sidePanel: SidePanelEntry | undefined, replace: boolean) =>
    void navigate({
      to: ".",
      search: true,
      state: (state) => ({ ...state, typed: undefined, sidePanel }),
      replace,
      resetScroll: false,
    });
  return {
    wanted,
    /** By now, which may be more than what is drawn: keys come faster. */
    latest: () => now()?.target,
    show: (next: SidePanelTarget) => {
      const open = now();
      goTo({ target: next, hasOwnEntry: open?.hasOwnEntry ?? true }, open !== undefined);
    },
    close: () => {
      const open = now();
      if (!open || open === closing.current) return; // a step back takes a moment, and twice would be too far
      closing.current = open;
      if (open.hasOwnEntry) router.history.back();
      else goTo(undefined, true);
    },
  };
};
