import { useSyncExternalStore } from "react";

/** Wider than this the sidebar stands beside the page. */
const BREAKPOINT = 768;
const EVENTS = ["resize", "load", "orientationchange"] as const;

const subscribe = (changed: () => void) => {
  for (const event of EVENTS) addEventListener(event, changed);
  return () => {
    for (const event of EVENTS) removeEventListener(event, changed);
  };
};

/**
 * Looked at again on resize, load and turning. Only a change of the answer is passed on: a phone also "resizes" when
 * its address bar slides away, and that must not close an open drawer.
 */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => innerWidth <= BREAKPOINT);
