import { approveOrder, rejectOrder } from "@mcc/contract/decisions/decisions.api.ts";
import { errorMessages } from "@mcc/contract/kit/error-messages.ts";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import type { Order, OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { call, queryFor } from "../../platform/api/call.ts";
import { CallError, isTransient } from "../../platform/api/call-error.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { lowerRequiresApprovalCount, refreshOrders } from "../../platform/api/refresh-orders.ts";
import { promptForText } from "../../platform/dialogs/text-dialog.tsx";
import { formatMoney } from "../../platform/page/format.ts";
import { isRunning, type Outcome, runAction } from "../../platform/records/action.ts";
import { authState } from "../../platform/session/auth-state.ts";
import { askToApprove } from "./approve-question.tsx";
import { confirmWhilePending } from "./confirm-while-pending.tsx";
import { rejectQuestion, approvalTexts as texts } from "./decisions.texts.ts";
import { decisionKey } from "./pending-decisions.ts";

type PendingOrder = Pick<
  OrderRow,
  "id" | "identifier" | "site" | "taxful_total_price_value" | "approved_by_count"
>;

interface Decision {
  readonly identifier: string;
  readonly send: () => Promise<Order>;
  /** The field of the order that lists the users who made this decision. */
  readonly actors: "approved_by" | "rejected_by";
  readonly done: string;
  readonly onDecided?: (() => void) | undefined;
  readonly failedWith: (error: unknown) => string;
}

const storeOrder = (order: Order): void => {
  const { queryKey } = queryFor(findOrder, { params: { identifier: order.identifier } });
  queryClient.setQueryData(queryKey, order);
  lowerRequiresApprovalCount(1);
};

/** A decision whose response was lost may have been saved: the order shows it. */
const sendOrFind = async ({ identifier, send, actors }: Decision): Promise<Order> => {
  try {
    return await send();
  } catch (error) {
    if (!isTransient(error)) throw error;
    const order = await call(findOrder, { params: { identifier } }).catch(() => undefined);
    const me = authState.user.get()?.username;
    if (!order?.[actors].some(({ username }) => username === me)) throw error;
    return order;
  }
};

/** Sends the decision. The order is shown as decided from the start, and until it is refetched. */
const decide = (decision: Decision): Promise<Outcome | undefined> =>
  runAction({
    key: decisionKey(decision.identifier),
    send: () => sendOrFind(decision),
    success: decision.done,
    failure: decision.failedWith,
    onSuccess: (order) => {
      storeOrder(order);
      decision.onDecided?.();
    },
    invalidate: refreshOrders,
  });

interface DecisionOptions {
  /** Called when the user confirms: the pressed button is removed, and with it the focus. */
  readonly moveFocus?: () => void;
  /** Called when the decision has been saved, before anything is refetched. */
  readonly onDecided?: () => void;
}

/** Any 409, as APPR-015 says; the server sends no other one here than `order.already_approved`. */
const approveFailure = (error: unknown): string =>
  error instanceof CallError && error.status === 409 ? errorMessages.alreadyApproved : texts.approveFailed;

export const confirmApprove = async (
  order: PendingOrder,
  { moveFocus, onDecided }: DecisionOptions = {},
): Promise<void> => {
  const { identifier, taxful_total_price_value: total } = order;
  if (isRunning(decisionKey(identifier))) return;
  const yes = await confirmWhilePending(order, texts.approveTitle, () => askToApprove(order));
  if (!yes || isRunning(decisionKey(identifier))) return;
  moveFocus?.();
  // An order that was changed meanwhile is not approved for another total than the user saw.
  const send = () => call(approveOrder, { params: { identifier }, query: { total } });
  await decide({
    identifier,
    send,
    actors: "approved_by",
    done: texts.approved,
    onDecided,
    failedWith: approveFailure,
  });
};

/** A reason that could not be sent is not lost: the dialog opens again with it, if a retry may succeed. */
export const confirmReject = async (
  order: PendingOrder,
  asking: DecisionOptions = {},
  text = "",
): Promise<void> => {
  const { identifier, site, taxful_total_price_value: total } = order;
  if (isRunning(decisionKey(identifier))) return;
  const title = texts.rejectTitle;
  const question = {
    title,
    question: rejectQuestion(identifier, site.name, formatMoney(total)),
    label: texts.reason,
    description: texts.reasonHint,
    confirm: texts.reject,
    tone: "danger",
    text,
  } as const;
  const note = await confirmWhilePending(order, title, () => promptForText(question));
  if (note === undefined || isRunning(decisionKey(identifier))) return;
  asking.moveFocus?.();
  const send = () => call(rejectOrder, { params: { identifier }, body: { note } });
  const outcome = await decide({
    identifier,
    send,
    actors: "rejected_by",
    done: texts.rejected,
    failedWith: () => texts.rejectFailed,
  });
  const canRetry = outcome?.ok === false && isTransient(outcome.error);
  if (canRetry && note.trim() !== "") await confirmReject(order, asking, note);
};
