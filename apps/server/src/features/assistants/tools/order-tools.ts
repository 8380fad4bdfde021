import { orderBudgets } from "@mcc/contract/budgets/budgets.api.ts";
import { orderComments } from "@mcc/contract/comments/comments.api.ts";
import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import { documentList, orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import { findOrder, orderList } from "@mcc/contract/orders/orders.api.ts";
import { ORDER_STATUSES, type Order, type OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { z } from "zod";
import { OrderNumber, orderPath, type Portal, pageOf, paging, tool } from "./tool.ts";

const Search = z.string().trim().max(200).describe("Words in any column").optional();
const Day = z.iso.date().optional();

const foundOrder = (order: Omit<OrderRow, "lines">, { link }: Portal) => ({
  order: order.identifier,
  link: link(orderPath(order.identifier)),
  site: order.site.name,
  status: order.status,
  ordered_by: order.ordered_by,
  order_date: order.order_date,
  total: order.taxful_total_price_value,
  po_number: order.po_number,
  waits_for: order.current_required_approval?.name ?? null,
  you_may_decide: order.approvable_by_current_user,
});

export const findOrders = tool({
  name: "find_orders",
  title: "Find orders",
  description:
    "Lists orders that the person may see, the latest first, with status, total and whose approval each one waits for.",
  kind: "orders:read",
  input: z.object({
    search: Search,
    status: z.enum(ORDER_STATUSES).optional(),
    ordered_after: Day.describe("Ordered on this day or later"),
    ordered_before: Day.describe("Ordered on this day or earlier"),
    needs_my_approval: z.boolean().default(false).describe("Only those that the person may decide about now"),
    ...paging,
  }),
  run: async (portal, { search, status, ordered_after, ordered_before, needs_my_approval, ...page }) => {
    const query = {
      search,
      orderDate_after: ordered_after,
      orderDate_before: ordered_before,
      ...pageOf(page),
    };
    const { count, results } = needs_my_approval
      ? await portal.ask(pendingList.page, { query: { ...query, requires_my_approval: "true" } })
      : await portal.ask(orderList.page, { query: { ...query, status } });
    return { count, orders: results.map((order) => foundOrder(order, portal)) };
  },
});

const statusOf = ({ approval_steps, next_approvers, waiting_for_answer, warnings }: Order) => ({
  steps: approval_steps.map((step) => ({
    position: step.position,
    name: step.name,
    state: step.state,
    is_current: step.is_current,
    needed_from_total: step.limit,
    reason: step.reason ?? null,
    acted_by: step.acted_by,
    acted_at: step.acted_at,
    escalated_at: step.escalated_at,
  })),
  next_approvers: next_approvers && {
    count: next_approvers.count,
    names: next_approvers.names,
    company_admins_stand_in: next_approvers.stand_in,
    deputies: next_approvers.deputies.map(({ name, principal, until }) => ({ name, principal, until })),
  },
  waits_for_answer: waiting_for_answer,
  warnings: warnings.map(({ kind, text, orders, dismissed }) => ({ kind, text, orders, dismissed })),
});

export const orderStatus = tool({
  name: "order_status",
  title: "Why an order waits and who is next",
  description:
    "One order with its items, its approval steps and why each is needed, who may decide next, open questions, warnings and comments.",
  kind: "orders:read",
  input: z.object({ order: OrderNumber }),
  run: async (portal, { order }) => {
    const params = { identifier: order };
    const found = await portal.ask(findOrder, { params });
    const { results: comments } = await portal.ask(orderComments, { params });
    return {
      ...foundOrder(found, portal),
      ...statusOf(found),
      items: found.lines.map((line) => ({
        text: line.text,
        quantity: line.quantity,
        total: line.line_total_price,
      })),
      comments: comments.map(({ text, author, asks, answered_at, created_at }) => ({
        ...{ text, author: author.name, created_at, asks: asks?.name ?? null, answered_at },
      })),
    };
  },
});

export const listDocuments = tool({
  name: "list_documents",
  title: "List documents",
  description:
    "Lists documents of one order, or of all orders and sites that the person may see, the latest first.",
  kind: "documents:read",
  input: z.object({ order: OrderNumber.optional(), search: Search, ...paging }),
  run: async (portal, { order, search, ...page }) => {
    const query = { search, ...pageOf(page) };
    const { count, results } =
      order === undefined
        ? await portal.ask(documentList.page, { query })
        : await portal.ask(orderDocumentList.page, { params: { identifier: order }, query });
    return {
      count,
      documents: results.map((document) => ({
        name: document.document_name,
        type: document.document_type_name,
        order: document.order_identifier,
        site: document.site.name,
        date: document.order_date,
        link: portal.link(
          document.order_identifier
            ? `${orderPath(document.order_identifier)}/documents`
            : `/documents?search=${encodeURIComponent(document.document_name)}`,
        ),
      })),
    };
  },
});

export const prepareDecision = tool({
  name: "prepare_decision",
  title: "Prepare a decision",
  description:
    "Says whether the person may approve or reject an order now, and what a decision would mean for budgets, if those may be read. Decides nothing: the person decides on the page that the link opens.",
  kind: "orders:read",
  input: z.object({ order: OrderNumber, decision: z.enum(["approve", "reject"]) }),
  run: async (portal, { order, decision }) => {
    const params = { identifier: order };
    const found = await portal.ask(findOrder, { params });
    const budgets = portal.allows("budgets:read")
      ? (await portal.ask(orderBudgets, { params })).results
      : undefined;
    return {
      ...foundOrder(found, portal),
      ...statusOf(found),
      decision,
      is_decided: false,
      budgets: budgets?.map(({ name, period_label, left_before, left_after, beyond }) => ({
        ...{ name, period: period_label, left_before, left_after, beyond },
      })),
    };
  },
});
