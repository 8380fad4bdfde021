import { approvalStatusOf } from "@mcc/contract/approvals/approvals.view.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { GROUP_KEY, type ListQuery, type SuggestQuery } from "@mcc/contract/kit/list.ts";
import { SHOWN_IN_ROW } from "@mcc/contract/orders/orders.rules.ts";
import {
  nameOf,
  type Order,
  type OrderLine,
  type OrderRow,
  PAYMENT_STATUSES,
  PENDING,
  statusOf,
} from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { countRows, readPage, streamRows } from "../../platform/lists/fast/list-engine.ts";
import { mustHaveGroups, nodeNames } from "../../platform/lists/group-filters.ts";
import type { Page } from "../../platform/lists/list.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import { approvalsAfter, approvalsOf, type Decision, listedSteps } from "../approvals/approvals.service.ts";
import {
  listedUserApprovals,
  NO_USER_APPROVAL,
  type UserApproval,
  type WaitingOrder,
} from "../approvals/user-approval.service.ts";
import { groupsOfSelection } from "../hierarchy/hierarchy.service.ts";
import { orderListRequest } from "./orders.list.queries.ts";
import { findTracking, type LineRecord, listOneOrder, orderLines } from "./orders.queries.ts";
import {
  listedSites,
  type OrderRecord,
  trimmedRecords,
  untrimmedRecords,
  wholeRecords,
} from "./orders.rows.queries.ts";
import { suggestions } from "./orders.suggest.queries.ts";

export const orderPage = async (scope: CompanyScope, query: ListQuery): Promise<Page<OrderRow>> => {
  mustHaveGroups(scope, query);
  return readPage(scope, orderListRequest(scope, query), (listed) => listedRows(scope, listed, query));
};

/** Everything that matches, row by row, for spreadsheets. */
export const orderStream = async (scope: CompanyScope, query: ListQuery) => {
  mustHaveGroups(scope, query);
  return streamRows(scope, orderListRequest(scope, query), (listed) => listedRows(scope, listed, query));
};

export const countOrders = (scope: CompanyScope, query: Partial<ListQuery>): Promise<number> =>
  countRows(scope, orderListRequest(scope, query));

/** How orders stand is asked along with them where all of them wait, else only for a page on which some wait. */
const listedRows = async (
  scope: CompanyScope,
  listed: ListedIds,
  { status, untrimmed }: ListQuery,
): Promise<OrderRow[]> => {
  const [records, groupsOf, requested] = await Promise.all([
    untrimmed ? untrimmedRecords(scope, listed) : trimmedRecords(scope, listed),
    groupsOfSelection(scope, listedSites(scope, listed)),
    status === PENDING ? listedUserApprovals(scope, listed) : undefined,
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

const waitingOrder = (record: OrderRecord): WaitingOrder => ({
  id: record.id,
  siteId: record.site_id,
  userId: record.waits_for?.user_id ?? null,
  roleId: record.waits_for?.role_id ?? null,
  placedBy: record.waits_for?.placed_by ?? [],
  approvedBy: record.approved_by?.map(({ id }) => id) ?? [],
});

interface RowContext {
  readonly groups: OrderRow["site"]["groups"];
  readonly userApproval: UserApproval;
  /** How many of those who approved are told. */
  readonly approvers?: number | undefined;
}

const toRow = (
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
  approved_by:
    record.approved_by?.slice(0, approvers).map(({ username, name }) => ({ username, name })) ?? [],
  approved_by_count: record.approved_by?.length ?? 0,
  rejected_by: record.rejected_by ?? [],
  current_required_approval: record.waits_for && { name: record.waits_for.name },
  approvable_by_current_user: userApproval.mayAct,
  approval_status: approvalStatusOf(who, { ...userApproval, waitsFor: record.waits_for?.name ?? null }),
});

const toLine = ({ base_unit_price, discount_amount, line_total, ...line }: LineRecord): OrderLine => ({
  ...line,
  base_unit_price_value: base_unit_price,
  discount_amount_value: discount_amount,
  line_total_price: line_total,
});

export const suggestOrderValues = async (scope: CompanyScope, query: SuggestQuery) => {
  mustHaveGroups(scope, query);
  const group = GROUP_KEY.exec(query.field);
  const typed = String(query[query.field as keyof SuggestQuery] ?? "");
  return {
    results: group ? await nodeNames(scope, Number(group[1]), typed) : await suggestions(scope, query),
  };
};

export const findOrder = async (scope: CompanyScope, identifier: string): Promise<Order> => {
  const { listed, answer } = listOneOrder(scope, identifier);
  const [, order] = await Promise.all([answer, listedOrder(scope, listed)]);
  return order;
};

/** The listed order as its page shows it; whoever has just decided on it knows how it stands. */
export const listedOrder = async (
  scope: CompanyScope,
  listed: ListedIds,
  decision?: Pick<Decision, "next">,
): Promise<Order> => {
  const [[record], groupsOf, lines, steps] = await Promise.all([
    wholeRecords(scope, listed),
    groupsOfSelection(scope, listedSites(scope, listed)),
    orderLines(scope, listed),
    listedSteps(scope, listed),
  ]);
  if (!record) fail("not_found");
  const { userApproval, ...approvals } = decision
    ? approvalsAfter(decision, steps)
    : await approvalsOf(scope, listed, waitingOrder(record), steps);
  const { custom_checkout_data, custom_confirm_data } = record;
  return {
    ...toRow(scope, record, { groups: groupsOf(record.site_id), userApproval }),
    lines: lines.map(toLine),
    custom_checkout_data,
    custom_confirm_data,
    barred_as_placer: userApproval.barred,
    ...approvals,
  };
};

export const trackingNumbers = async (scope: CompanyScope, identifier: string) => {
  const tracking = (await findTracking(scope, identifier)) ?? fail("not_found");
  return { results: tracking.tracking_numbers };
};
