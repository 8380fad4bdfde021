import { approvalStatusOf } from "@mcc/contract/approvals/approvals.view.ts";
import { SHOWN_IN_ROW } from "@mcc/contract/orders/orders.rules.ts";
import { nameOf, type OrderRow, PAYMENT_STATUSES, statusOf } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import {
  listedUserApprovals,
  NO_USER_APPROVAL,
  type UserApproval,
  type WaitingOrder,
} from "../approvals/user-approval.service.ts";
import { groupsOfSelection } from "../hierarchy/hierarchy.service.ts";
import { exportRecords, listedSites, listRecords, type OrderRecord } from "./orders.rows.queries.ts";

interface RowOptions {
  readonly untrimmed?: boolean | undefined;
  /** All of them are known to wait for approval. */
  readonly allPending: boolean;
  /** Those that the user may decide about as a deputy, where they are known. */
  readonly decidable?: ReadonlySet<number> | undefined;
}

/** How orders stand is asked along with them where all of them wait, else only for a page on which some wait. */
export const listedRows = async (
  scope: CompanyScope,
  listed: ListedIds,
  { untrimmed, allPending, decidable }: RowOptions,
): Promise<OrderRow[]> => {
  const [records, groupsOf, requested] = await Promise.all([
    untrimmed ? exportRecords(scope, listed) : listRecords(scope, listed),
    groupsOfSelection(scope, listedSites(scope, listed)),
    allPending ? listedUserApprovals(scope, listed, decidable) : undefined,
  ]);
  const userApprovalOf = records.some(isWaiting)
    ? (requested ?? (await listedUserApprovals(scope, listed)))
    : undefined;
  return records.map((record) =>
    toRow(scope, record, {
      groups: groupsOf(record.site_id),
      userApproval:
        userApprovalOf && isWaiting(record) ? userApprovalOf(waitingOrder(record)) : NO_USER_APPROVAL,
      approvers: untrimmed ? undefined : SHOWN_IN_ROW,
    }),
  );
};

const isWaiting = ({ waits_for }: OrderRecord): boolean => waits_for !== null;

export const waitingOrder = (record: OrderRecord): WaitingOrder => ({
  id: record.id,
  siteId: record.site_id,
  userId: record.waits_for?.user_id ?? null,
  roleId: record.waits_for?.role_id ?? null,
  isEscalated: record.waits_for?.is_escalated ?? false,
  placedBy: record.waits_for?.placed_by ?? [],
  approvedBy: record.approved_by?.map(({ id }) => id) ?? [],
});

interface RowContext {
  readonly groups: OrderRow["site"]["groups"];
  readonly userApproval: UserApproval;
  /** How many of those who approved are told. */
  readonly approvers?: number | undefined;
}

export const toRow = (
  { who }: CompanyScope,
  record: OrderRecord,
  { groups, userApproval, approvers }: RowContext,
): OrderRow => ({
  id: record.id,
  identifier: record.identifier,
  site: {
    id: record.site_id,
    name: record.site,
    location_name: record.location_name,
    business_unit: record.business_unit,
    region: record.region,
    division: record.division,
    groups,
  },
  creator: record.creator,
  ordered_by: record.ordered_by,
  requested_by: record.requested_by,
  po_number: record.po_number,
  afe_number: record.afe_number,
  status: statusOf(record.status),
  payment_status: nameOf(PAYMENT_STATUSES, record.payment_status),
  order_date: record.order_date.toISOString(),
  lines: record.line_count,
  products: record.line_count,
  taxful_total_price_value: record.total,
  taxless_total_price_value: record.subtotal,
  tax: record.tax,
  tracking_numbers: record.tracking_numbers,
  tracking_numbers_count: record.tracking_numbers_count,
  approved_by: record.approved_by?.slice(0, approvers).map(({ id: _, ...approver }) => approver) ?? [],
  approved_by_count: record.approved_by?.length ?? 0,
  rejected_by: record.rejected_by ?? [],
  current_required_approval: record.waits_for && { name: record.waits_for.name },
  approvable_by_current_user: userApproval.mayAct,
  approval_status: approvalStatusOf(who, { ...userApproval, waitingFor: record.waits_for?.name ?? null }),
  waiting_for_answer: record.open_question && {
    from: record.open_question.from,
    since: new Date(record.open_question.since).toISOString(),
  },
});
