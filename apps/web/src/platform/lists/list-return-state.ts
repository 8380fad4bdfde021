import { useLocation } from "@tanstack/react-router";
import type { Search } from "./list-state.ts";

/** What a list hands to the page of one of its records, so that it shows at once and finds its way back. */
export interface ListReturnState {
  readonly record: unknown;
  readonly action: string;
  /** The list as it was left. */
  readonly back: Search;
  /** Which list it was, when it is not the records' own. */
  readonly from?: {
    readonly to: string;
    /** Its name, for breadcrumbs, and the text of the link that returns to it. */
    readonly name: string;
    readonly label: string;
  };
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    readonly listReturn?: ListReturnState;
  }
}

/** Kept by the browser with the entry of its history: it survives a reload, and a fresh visit has none. */
export const useListReturnState = (): ListReturnState | undefined =>
  useLocation({ select: ({ state }) => (state as { listReturn?: ListReturnState }).listReturn });
