import type { Session } from "@mcc/contract/access/session.ts";
import { seesApprovalColumns } from "@mcc/contract/approvals/approvals.view.ts";
import { pendingList } from "@mcc/contract/orders/pending.api.ts";

const { approval_status: status } = pendingList.columns;

const withoutStatus: typeof pendingList = {
  ...pendingList,
  columns: { ...pendingList.columns, approval_status: { ...status, shownTo: () => false } },
};

/** By all that waits for them, not by the rows of one page: columns do not come and go while somebody turns pages. */
export const actsOn = (who: Session, waiting: number): boolean =>
  seesApprovalColumns(who, [{ approvable_by_current_user: waiting > 0 }]);

/** Only who acts is told by each order whether it waits for them. */
export const pendingListFor = (acts: boolean): typeof pendingList => (acts ? pendingList : withoutStatus);
