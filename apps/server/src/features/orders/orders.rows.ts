import { approvalStatusOf } from "@mcc/contract/approval-steps/approval-status.ts";
import { SHOWN_IN_ROW } from "@mcc/contract/orders/orders.rules.ts";
import { nameOf, type OrderRow, PAYMENT_STATUSES, statusOf } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import { groupsOfSelection } from "../../platform/lists/site-groups.ts";
import {
  listedUserApprovals,
  NO_USER_APPROVAL,
  type UserApproval,
  type WaitingOrder,
} from "../approval-steps/user-approval.service.ts";
import { listedWarnings } from "../warnings/warnings.service.ts";
import { exportRecords, listedSites, listRecords, type OrderRecord } from "./orders.rows.queries.ts";

export interface RowOptions {
  readonly untrimmed?: boolean | undefined;
  /** All of them are known to wait for approval. */
  readonly allPending: boolean;
  /** Those that the user may decide about as a deputy, where they are known. */
  readonly decidable?: ReadonlySet<number> | undefined;
  /** The sites of a deputy, where the scope has more: what a warning compares with is named by these. */
  readonly ownSiteIds?: CompanyScope["siteIds"] | undefined;
}

/** What is told of an order that waits for approval. */
type PendingFacts = Pick<RowContext, "userApproval" | "warnings">;

const listedPendingFacts = async (
  scope: CompanyScope,
  listed: ListedIds,
  { decidable, ownSiteIds = scope.siteIds }: Pick<RowOptions, "decidable" | "ownSiteIds">,
): Promise<(record: OrderRecord) => PendingFacts> => {
  const [userApprovalOf, warningsOf] = await Promise.all([
    listedUserApprovals(scope, listed, decidable),
    listedWarnings({ ...scope, siteIds: ownSiteIds }, listed),
  ]);
  return (record) => ({
    userApproval: userApprovalOf(waitingOrder(record)),
    warnings: warningsOf(record.id),
  });
};

const NOT_PENDING: PendingFacts = { userApproval: NO_USER_APPROVAL, warnings: [] };

/** How orders stand is asked along with them where all of them wait, else only for a page on which some wait. */
export const listedRows = async (
  scope: CompanyScope,
  listed: ListedIds,
  { untrimmed, allPending, ...options }: RowOptions,
): Promise<OrderRow[]> => {
  const [records, groupsOf, requested] = await Promise.all([
    untrimmed ? exportRecords(scope, listed) : listRecords(scope, listed),
    groupsOfSelection(scope, listedSites(scope, listed)),
    allPending ? listedPendingFacts(scope, listed, options) : undefined,
  ]);
  const factsOf = records.some(isWaiting)
    ? (requested ?? (await listedPendingFacts(scope, listed, options)))
    : undefined;
  return records.map((record) =>
    toRow(scope, record, {
      groups: groupsOf(record.site_id),
      ...(factsOf && isWaiting(record) ? factsOf(record) : NOT_PENDING),
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
  readonly warnings: OrderRow["warnings"];
  /** How many of those who approved are told. */
  readonly approvers?: number | undefined;
}

export const toRow = (
  { who }: CompanyScope,
  record: OrderRecord,
  { groups, userApproval, warnings, approvers }: RowContext,
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
  warnings,
  custom_checkout_data: record.custom_checkout_data,
  custom_confirm_data: record.custom_confirm_data,
});
