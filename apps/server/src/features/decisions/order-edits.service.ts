import { displayName } from "@mcc/contract/access/session.ts";
import { byFor } from "@mcc/contract/approval-steps/approval-steps.messages.ts";
import { deciderOf } from "@mcc/contract/approval-steps/decisions.rules.ts";
import { type ReducedLine, reducedLine } from "@mcc/contract/integration/integration.rules.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { amountsOfQuantity, isLessQuantity } from "@mcc/contract/orders/order-amounts.ts";
import { type FieldChanges, changeMessages as says } from "@mcc/contract/orders/order-changes.schema.ts";
import { isItem } from "@mcc/contract/orders/orders.rules.ts";
import { type Order, type OrderChange, PENDING } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { addNotification, sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { askAgain, lockOrder, type OrderToDecide } from "../approval-steps/approval-steps.service.ts";
import { addEvent } from "../events/events.service.ts";
import { type DecisionWithCreators, decisionWithCreators } from "./decisions.service.ts";
import { changedFields, fieldsAfter } from "./field-changes.ts";
import type { OrderAmounts, OrderFields } from "./order-change.queries.ts";
import { amountsWith, finishOrderChange, lockSettingsToChange } from "./order-change.service.ts";
import * as queries from "./order-edits.queries.ts";
import { changeNotice } from "./order-edits.texts.ts";
import { reconsiderSteps } from "./reconsider.service.ts";
import { linesOf } from "./removal.queries.ts";

/** What the order is from now on, and how it is told: before and after in the event and the audit. */
interface Edit {
  readonly line: OrderChange["line"];
  /** What a sender may have of the line from now on. */
  readonly reduced?: ReducedLine;
  readonly fields: OrderChange["fields"];
  readonly amounts?: OrderAmounts;
  readonly newFields?: OrderFields;
  readonly event: "order.line_changed" | "order.fields_changed";
  readonly about: object;
  readonly before: object;
  readonly after: object;
}

/** The order with its row locked, for a user who may decide about it now; for a deputy, in whose place. */
const lockOrderToEdit = async (scope: CompanyScope, identifier: string) => {
  const { listed, answer } = lockOrder(scope, identifier);
  const [, { changeable }, context, lines, fields] = await Promise.all([
    answer,
    lockSettingsToChange(scope),
    decisionWithCreators(scope, listed),
    linesOf(scope, listed),
    queries.fieldsOf(scope, listed),
  ]);
  const decider = deciderOf(context.order, context.approvers, scope.who.id);
  if ("refused" in decider) fail(decider.refused);
  const principal = decider.actor.deputyFor?.principal.name ?? null;
  return { ...context, listed, lines, fields: fields ?? fail("not_found"), changeable, principal };
};
type OrderToEdit = Awaited<ReturnType<typeof lockOrderToEdit>>;

/** Reduces the quantity of a line. */
export const changeOrderLine = async (
  services: Services,
  scope: CompanyScope,
  identifier: string,
  lineId: number,
  { quantity, reason }: { readonly quantity: string; readonly reason: string },
): Promise<Order> => {
  const locked = await lockOrderToEdit(scope, identifier);
  const { order, lines } = locked;
  const line = lines.find(({ id }) => id === lineId) ?? fail("not_found");
  if (!isItem(line)) failField("quantity", says.fee);
  if (!isLessQuantity("1", line.quantity)) failField("quantity", says.alreadyOne);
  if (!isLessQuantity(quantity, line.quantity)) failField("quantity", says.onlyLess(line.quantity));
  const changed = { ...line, ...amountsOfQuantity(line, quantity) };
  const left = lines.map((each) => (each === line ? changed : each));
  const amounts = amountsWith(order, lines, left);
  const { id, text, sku, product } = line;
  await queries.updateLine(scope, id, changed);
  return saveEdit(services, scope, locked, reason, {
    line: {
      ...{ id, text, sku, quantity_before: line.quantity, quantity_after: quantity },
      ...{ price_before: line.taxless_price, price_after: changed.taxless_price },
    },
    reduced: reducedLine(
      changed,
      left.filter((each) => each !== changed),
    ),
    fields: [],
    amounts,
    event: "order.line_changed",
    about: { product, sku, text },
    before: { quantity: line.quantity, price: line.taxless_price, total: order.total },
    after: { quantity, price: changed.taxless_price, total: amounts.total },
  });
};

/** Sets the PO, the AFE and checkout fields, as far as the company allows it. */
export const changeOrderFields = async (
  services: Services,
  scope: CompanyScope,
  identifier: string,
  { reason, ...given }: FieldChanges,
): Promise<Order> => {
  const locked = await lockOrderToEdit(scope, identifier);
  const newFields = fieldsAfter(locked.fields, given, locked.changeable);
  const fields = changedFields(locked.fields, newFields);
  const values = (side: "before" | "after") => {
    const of = (checkout: boolean) =>
      Object.fromEntries(
        fields
          .filter(({ is_checkout }) => is_checkout === checkout)
          .map((field) => [field.name, field[side]]),
      );
    const checkout = of(true);
    return { ...of(false), ...(Object.keys(checkout).length > 0 && { checkout }) };
  };
  return saveEdit(services, scope, locked, reason, {
    ...{ line: null, fields, newFields, event: "order.fields_changed", about: {} },
    ...{ before: values("before"), after: values("after") },
  });
};

/** If the company wants it, approvals that were given are asked for again; answers the order as it then is. */
const withApprovalsAgain = async (
  scope: CompanyScope,
  { order, changeable }: Pick<OrderToEdit, "order" | "changeable">,
): Promise<{ order: OrderToDecide; askedAgain: string[] }> => {
  if (changeable.after_change === "keep" || order.approvedBy.length === 0) return { order, askedAgain: [] };
  const askedAgain = await askAgain(scope, order.id);
  const steps = order.steps.map((step) =>
    step.state === "done" ? ({ ...step, state: "open", isEscalated: false } as const) : step,
  );
  return { order: { ...order, steps, approvedBy: [], approvedAsDeputy: [] }, askedAgain };
};

/** Steps, event, history, message to who placed the order, audit and the order itself, in one transaction. */
const saveEdit = async (
  services: Services,
  scope: CompanyScope,
  locked: OrderToEdit,
  reason: string,
  edit: Edit,
): Promise<Order> => {
  const { order, creators, listed, principal } = locked;
  const { identifier, total: before } = order;
  const total = edit.amounts?.total ?? before;
  const told = { before: edit.before, after: edit.after, reason };
  await addEvent(scope.db, {
    type: edit.event,
    siteId: order.siteId,
    payload: { identifier, ...edit.about, ...told, changed_by: scope.who.username },
  });
  const again = await withApprovalsAgain(scope, locked);
  const status = await reconsiderSteps(services, scope, listed, again.order, creators, total, {
    kind: "accepted after change",
    principal,
    fields: edit.newFields,
  });
  const by = displayName(scope.who);
  const change = {
    ...{ line: edit.line, fields: edit.fields, total_before: before, total_after: total, reason },
    ...{ changed_by: by, changed_for: principal, asked_again: again.askedAgain },
  };
  const changeId = await queries.addChange(scope, order.id, change, edit.reduced);
  await notifyOfChange(services, scope, locked, change, changeId);
  return finishOrderChange(services, scope, listed, {
    order,
    status,
    ...(edit.amounts && { amounts: edit.amounts }),
    ...(edit.newFields && { fields: edit.newFields }),
    audit: {
      actor: { id: scope.who.id, name: by },
      ...(principal !== null && { onBehalfOf: principal }),
      action: edit.event,
      details: { ...edit.about, ...edit.after, reason, status, asked_again: again.askedAgain },
      before: { status: PENDING, ...edit.before },
    },
  });
};

/** Writes to the users who placed the order what was before and what is now; not to the one who changed it. */
const notifyOfChange = async (
  { jobs, textCipher, publicUrl }: Services,
  scope: CompanyScope,
  {
    order,
    creators,
    principal,
  }: Pick<DecisionWithCreators, "order" | "creators"> & { principal: string | null },
  change: Omit<OrderChange, "changed_at">,
  changeId: number,
): Promise<void> => {
  const by = byFor(change.changed_by, principal);
  for (const creator of creators.filter(({ id }) => id !== scope.who.id)) {
    const about = { identifier: order.identifier, site: creator.site };
    const messages = await addNotification(textCipher, scope.db, creator, {
      companyId: scope.companyId,
      topic: "approvals",
      about: `changed:${changeId}`,
      ...changeNotice(publicUrl(), creator.name, about, change, by),
    });
    scope.afterCommit(() => {
      for (const message of messages) sendSoon(jobs, message);
    });
  }
};
