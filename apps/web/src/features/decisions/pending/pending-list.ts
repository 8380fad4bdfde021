import type { Session } from "@mcc/contract/access/session.ts";
import { seesApprovalColumns } from "@mcc/contract/approval-steps/approval-status.ts";
import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";

const { approval_status: status } = pendingList.columns;

const withoutStatus: typeof pendingList = {
  ...pendingList,
  columns: { ...pendingList.columns, approval_status: { ...status, shownTo: () => false } },
};

/** The approval status says who an order is waiting for. */
const withStatus: typeof pendingList = {
  ...pendingList,
  essentials: pendingList.essentials.filter((id) => id !== "waiting_for"),
};

/** Depends on the user's pending orders, not on the rows of one page, so that columns are the same on every page. */
export const actsOn = (who: Session, waiting: number): boolean =>
  seesApprovalColumns(who, [{ approvable_by_current_user: waiting > 0 }]);

/** Users who cannot act do not see the approval status column. */
export const pendingListFor = (acts: boolean): typeof pendingList => (acts ? withStatus : withoutStatus);
