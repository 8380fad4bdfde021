import { useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useRef } from "react";

/** What the side panel shows: a row, or the first or last row of a page that is still loading. */
export type SidePanelTarget = { readonly id: number } | { readonly end: 0 | -1; readonly offset: number };

interface SidePanelEntry {
  readonly target: SidePanelTarget;
  /** Opening the panel created this entry of the history: Back leads to the same list without the panel. */
  readonly hasOwnEntry: boolean;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What the side panel shows. */
    readonly sidePanel?: SidePanelEntry;
  }
}

/** Drops a target on a page that is no longer requested. */
const withoutPageEnd = (wanted: SidePanelTarget | undefined): SidePanelTarget | undefined =>
  wanted && "id" in wanted ? wanted : undefined;

/** Keeps the side panel open when the list changes. Then Back no longer leads to the same list without the panel. */
export const keepSidePanel = (
  sidePanel: SidePanelEntry | undefined,
  wanted = withoutPageEnd(sidePanel?.target),
): SidePanelEntry | undefined => wanted && { target: wanted, hasOwnEntry: false };

/**
 * What the side panel shows is part of the history entry. Opening the panel pushes an entry, so that Back closes it;
 * moving to another row replaces the entry.
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
    /** The current target, which may be newer than the rendered one: keys come faster than rendering. */
    latest: () => now()?.target,
    show: (next: SidePanelTarget) => {
      const open = now();
      goTo({ target: next, hasOwnEntry: open?.hasOwnEntry ?? true }, open !== undefined);
    },
    close: () => {
      const open = now();
      if (!open || open === closing.current) return; // going back takes a moment; a second time would go too far
      closing.current = open;
      if (open.hasOwnEntry) router.history.back();
      else goTo(undefined, true);
    },
  };
};
