import { useLocation } from "@tanstack/react-router";
import { useListReturnState } from "../../platform/lists/list-return-state.ts";

const isBelow = (pathname: string, path: string): boolean =>
  path === "/" ? pathname === "/" : pathname === path || pathname.startsWith(`${path}/`);

/**
 * The navigation entry that a page belongs to: the list that it was opened from, otherwise the entry that its address
 * begins with. An order that was opened from Pending Approvals belongs there.
 */
export const currentEntry = <Path extends string>(
  paths: readonly Path[],
  pathname: string,
  openedFrom?: string,
): Path | undefined =>
  paths.find((path) => path === openedFrom) ?? paths.find((path) => isBelow(pathname, path));

/** `openedFrom` is in the history entry, so it survives a reload, and a direct link has none. */
export const useCurrentEntry = <Path extends string>(paths: readonly Path[]): Path | undefined => {
  const openedFrom = useListReturnState()?.from?.to;
  return currentEntry(paths, useLocation({ select: ({ pathname }) => pathname }), openedFrom);
};
