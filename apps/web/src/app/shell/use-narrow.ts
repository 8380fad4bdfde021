import { useSyncExternalStore } from "react";

/** Up to this width the sidebar is a drawer. */
const BREAKPOINT = 768;
const EVENTS = ["resize", "load", "orientationchange"] as const;

const subscribe = (changed: () => void) => {
  for (const event of EVENTS) addEventListener(event, changed);
  return () => {
    for (const event of EVENTS) removeEventListener(event, changed);
  };
};

/**
 * Updated on resize, load and orientation change. Only a different result rerenders: a phone also resizes when its
 * address bar hides, which must not close an open drawer.
 */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => innerWidth <= BREAKPOINT);
