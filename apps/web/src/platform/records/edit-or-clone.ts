import { type ListReturnState, useListReturnState } from "../lists/list-return-state.ts";
import type { Search } from "../lists/list-state.ts";

/** What the page of a record was opened for. */
export type RecordAction = "EDIT" | "CLONE";

/** The state of a link from a list to the page of a record: the record, the action, and the way back to the list. */
export const handedOver = (record: object, action: RecordAction, back: Search) => ({
  listReturn: { record, action, back } satisfies ListReturnState,
});

/** What the page was opened for, and the list it came from; a page that is opened directly edits. */
export const useEditOrClone = (): { readonly action: RecordAction; readonly back: Search } => {
  const { action, back = {} } = useListReturnState() ?? {};
  return { action: action === "CLONE" ? "CLONE" : "EDIT", back };
};
