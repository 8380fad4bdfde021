import { lineTextOf } from "@mcc/contract/orders/line-text.ts";
import type pg from "pg";
import { type ApprovalHistory, historyOf } from "../approvals.ts";
import type { Company } from "../company.ts";
import { toDecimal } from "../money.ts";
import { isFee, lineTotal, type Order, STATUS, taxless } from "../order.ts";
import { statusTimesOf } from "../order-progress.ts";
import { randomFor } from "../random.ts";
import { escalatedAt, isLate } from "./insert-escalation.ts";
import { insertRows } from "./insert-rows.ts";

export const insertOrders = async (client: pg.ClientBase, company: Company, orders: readonly Order[]) => {
  await insertRows(
    client,
    "orders",
    orders.map((order) => ({
      company_id: company.id,
      id: order.id,
      identifier: order.identifier,
      site_id: order.site.id,
      site_snapshot_id: order.siteSnapshotId,
      creator_id: order.orderedBy.snapshotId,
      ordered_by_id: order.orderedBy.snapshotId,
      requested_by_id: order.requestedBy.snapshotId,
      po_number: order.poNumber,
      afe_number: order.afeNumber,
      status: order.status,
      payment_status: order.payment,
      order_date: order.date,
      total: toDecimal(order.total),
      subtotal: toDecimal(order.subtotal),
      line_count: order.lines.filter((line) => !isFee(line)).length,
      line_text: lineTextOf(order.lines.map((line) => ({ ...line, manufacturer_sku: line.manufacturerSku }))),
      tracking_numbers: order.trackingNumbers,
      tracking_url: order.trackingUrl,
      custom_checkout_data: order.checkoutData,
      custom_confirm_data: order.confirmData,
      created_at: order.date,
      updated_at: order.updated,
      status_times: statusTimesOf(order.status, order.date, order.updated),
    })),
  );
};

export const insertLines = (
  client: pg.ClientBase,
  company: Company,
  orders: readonly Order[],
): Promise<void> =>
  insertRows(
    client,
    "order_lines",
    orders.flatMap((order) => lineRows(company, order)),
  );

/** Lines are sorted by descending ordering: fees are last. */
const lineRows = (company: Company, { id, lines }: Order) =>
  lines.map((line, index) => ({
    company_id: company.id,
    order_id: id,
    ordering: lines.length - index,
    product: line.sku,
    text: line.text,
    quantity: line.quantity,
    sku: line.sku,
    manufacturer_sku: line.manufacturerSku,
    type: isFee(line) ? "fee" : "product",
    manufacturer: line.manufacturer,
    base_unit_price: toDecimal(line.unitPrice),
    discount_amount: toDecimal(line.discount),
    taxless_price: toDecimal(taxless(line)),
    tax_amount: toDecimal(line.tax),
    line_total: toDecimal(lineTotal(line)),
    is_catalog_plus: line.isCatalogPlus,
    display: !isFee(line),
  }));

/** The approvers of the newest pending orders are notified when the demo starts; those of the others were before. */
const NEWEST = 5;
const notifiedSteps = (histories: readonly ApprovalHistory[]) =>
  histories
    .flatMap(({ steps }) => steps.find(({ state }) => state === "open") ?? [])
    .toSorted((a, b) => b.order.date.getTime() - a.order.date.getTime())
    .slice(NEWEST);

/** The stored result of the approvers' decisions. */
export const insertApprovalHistories = async (
  client: pg.ClientBase,
  company: Company,
  orders: readonly Order[],
  now: Date,
): Promise<ApprovalHistory[]> => {
  const random = randomFor(`${company.plan.slug} approvals`);
  const ways = randomFor(`${company.plan.slug} ways of decisions`);
  const histories = orders.map((order) => historyOf(random, ways, company, order, now));
  const steps = histories.flatMap((history) => history.steps);
  const notified = new Set(notifiedSteps(histories));
  await insertRows(
    client,
    "order_steps",
    steps.map((step) => {
      const { order, position, rule, state, act, since } = step;
      return {
        company_id: company.id,
        order_id: order.id,
        position,
        rule_id: rule.id,
        role_id: rule.roleId,
        user_id: rule.userId,
        name: rule.name,
        limit_amount: rule.limit,
        state,
        is_canceled: state === "dropped" && order.status === STATUS.canceled,
        acted_by_id: act?.by.id ?? null,
        acted_by_name: act?.by.name ?? null,
        acted_at: act?.at ?? null,
        entitlement: act?.entitlement ?? null,
        acted_total: act ? toDecimal(order.total) : null,
        site_id: since ? order.site.id : null,
        current_since: since ?? null,
        notified_at: notified.has(step) ? order.date : null,
        principal_id: act?.delegation?.principal.id ?? null,
        principal_name: act?.delegation?.principal.name ?? null,
        delegation_id: act?.delegation?.id ?? null,
        by_email: act?.isByEmail ?? false,
        escalated_at:
          since && act
            ? escalatedAt(company.plan, since, act.at)
            : state === "open" && since && isLate(company.plan, since, now)
              ? now
              : null,
      };
    }),
  );
  // One approval per user and order, however many steps it settled.
  const approvals = new Map(
    steps.flatMap(({ order, state, act }) =>
      act && state === "done" ? [[`${order.id}/${act.by.id}`, { order, ...act }]] : [],
    ),
  );
  await insertRows(
    client,
    "order_approvals",
    [...approvals.values()].map(({ order, by, at, delegation }) => ({
      company_id: company.id,
      order_id: order.id,
      user_id: by.id,
      username: by.username,
      name: by.name,
      approved_at: at,
      principal_name: delegation?.principal.name ?? null,
    })),
  );
  await insertRows(
    client,
    "order_rejections",
    histories.flatMap(({ rejection }) =>
      rejection
        ? [
            {
              company_id: company.id,
              order_id: rejection.order.id,
              user_id: rejection.by.id,
              username: rejection.by.username,
              name: rejection.by.name,
              note: rejection.note,
              rejected_at: rejection.at,
              principal_name: rejection.delegation?.principal.name ?? null,
            },
          ]
        : [],
    ),
  );
  return histories;
};
