import type { Session } from "@mcc/contract/access/session.ts";
import { pendingList } from "@mcc/contract/approvals/approvals.api.ts";

const { approval_status: status } = pendingList.columns;

const withoutStatus: typeof pendingList = {
  ...pendingList,
  columns: { ...pendingList.columns, approval_status: { ...status, shownTo: () => false } },
};

/** Approvers, and a company admin for whom orders wait because nobody else may approve them. */
export const actsOn = (who: Session, waiting: number): boolean => who.is_approver || waiting > 0;

/** Only who acts is told by each order whether it waits for them. */
export const pendingListFor = (acts: boolean): typeof pendingList => (acts ? pendingList : withoutStatus);
