import { useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useRef } from "react";

/** What somebody wants to look at: a row, or the first or last one of a page that is on its way. */
export type Wanted = { readonly id: number } | { readonly end: 0 | -1; readonly offset: number };

interface Beside {
  readonly wanted: Wanted;
  /** Opening it made this step of the history: one step back is the same list without it. */
  readonly isOwnStep: boolean;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** What is looked at beside the list. */
    readonly beside?: Beside;
  }
}

/** The end of a page that is not asked for any more will never come. */
const lasting = (wanted: Wanted | undefined): Wanted | undefined =>
  wanted && "id" in wanted ? wanted : undefined;

/** The list has changed: what is beside it comes along, and one step back leads elsewhere than to this list alone. */
export const carriedAlong = (
  beside: Beside | undefined,
  wanted = lasting(beside?.wanted),
): Beside | undefined => wanted && { wanted, isOwnStep: false };

/**
 * What is looked at beside a list belongs to its step in the history: opening it is a step, so that Back closes it,
 * and walking on is none.
 */
export const useBeside = () => {
  const wanted = useLocation({ select: ({ state }) => state.beside?.wanted });
  const navigate = useNavigate();
  const router = useRouter();
  const closing = useRef<Beside>(undefined);
  const now = () => router.latestLocation.state.beside;
  const goTo = (beside: Beside | undefined, replace: boolean) =>
    void navigate({
      to: ".",
      search: (search: object) => search,
      state: (state) => ({ ...state, typed: undefined, beside }),
      replace,
      resetScroll: false,
    });
  return {
    wanted,
    /** By now, which may be more than what is drawn: keys come faster. */
    latest: () => now()?.wanted,
    show: (next: Wanted) => {
      const open = now();
      goTo({ wanted: next, isOwnStep: open?.isOwnStep ?? true }, open !== undefined);
    },
    close: () => {
      const open = now();
      if (!open || open === closing.current) return; // a step back takes a moment, and twice would be too far
      closing.current = open;
      if (open.isOwnStep) router.history.back();
      else goTo(undefined, true);
    },
  };
};
