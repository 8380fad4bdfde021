import type { Session } from "@mcc/contract/access/session.ts";
import { columnsFor, type GroupColumn } from "../../platform/lists/columns/table-columns.ts";
import type { ExcelHeader } from "../../platform/state/globals.ts";
import { actsOn, pendingListFor } from "./pending-list.ts";

export interface Viewer {
  readonly who: Session;
  /** How many orders wait for them. */
  readonly waiting: number;
  readonly groups: readonly GroupColumn[] | undefined;
}

/** The sheet has the columns that the list has for whoever looks. */
export const pendingHeaders = ({ who, waiting, groups }: Viewer): ExcelHeader[] => {
  const { columns } = pendingListFor(actsOn(who, waiting));
  return columnsFor(columns, who, { groups }).map(({ id, label }) => ({ name: id, label }));
};
