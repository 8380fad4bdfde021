import { type ListReturnState, useListReturnState } from "../lists/list-return-state.ts";
import { type Search, useSearch } from "../lists/list-state.ts";

/** What the page of a record was opened for. */
export type RecordAction = "EDIT" | "CLONE";

/** The state of a link from a list to the page of a record: the record, and the way back to the list. */
export const linkState = (record: object, back: Search) => ({
  listReturn: { record, back } satisfies ListReturnState,
});

/** In the address, not in the state of the history: a new tab gets the address only. Without it a page edits. */
export const searchFor = (action: RecordAction): { readonly action?: "CLONE" } =>
  action === "CLONE" ? { action } : {};

/** What the page was opened for. */
export const useRecordAction = (): RecordAction => (useSearch().action === "CLONE" ? "CLONE" : "EDIT");

/** The search params of the list that the page was opened from. */
export const useBack = (): Search => useListReturnState()?.back ?? {};
