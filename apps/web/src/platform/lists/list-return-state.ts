import { useLocation } from "@tanstack/react-router";
import type { Search } from "./list-state.ts";

/**
 * What a list passes to the page of one of its records: the row, shown while the record loads, and the URL to return
 * to.
 */
export interface ListReturnState {
  readonly record: unknown;
  /** What the record was opened for. No page acts by it: a new tab gets the address only. */
  readonly action?: string;
  /** The search params of the list when it was left. */
  readonly back: Search;
  /** The list, if it is not the main list of these records. */
  readonly from?: {
    readonly to: string;
    /** Its name for breadcrumbs, and the text of the link back to it. */
    readonly name: string;
    readonly label: string;
  };
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    readonly listReturn?: ListReturnState;
  }
}

/** Stored in the history entry: it survives a reload; a newly opened page has none. */
export const useListReturnState = (): ListReturnState | undefined =>
  useLocation({ select: ({ state }) => (state as { listReturn?: ListReturnState }).listReturn });
