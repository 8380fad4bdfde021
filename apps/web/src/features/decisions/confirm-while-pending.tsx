import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { QueryObserver } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { authState } from "../../platform/session/auth-state.ts";
import { openModal } from "../../platform/state/globals.ts";
import { approvalTexts as texts } from "./decisions.texts.ts";
import { orderConflictMessage } from "./order-conflict-message.ts";

type PendingOrder = Pick<OrderRow, "identifier" | "approved_by_count">;

/** Calls back once, when the user may no longer decide about the order. */
const onDecided = (asked: PendingOrder, onMessage: (message: string) => void): (() => void) => {
  const { identifier } = asked;
  const order = new QueryObserver(queryClient, queryFor(findOrder, { params: { identifier } }));
  const look = ({ data, isStale }: ReturnType<typeof order.getCurrentResult>) => {
    const who = authState.user.get();
    // Stale data is older than the question: the current order is being fetched.
    const message =
      who && data && !isStale ? orderConflictMessage(data, who, asked.approved_by_count) : undefined;
    if (!message) return;
    stop();
    onMessage(message);
  };
  const stop = order.subscribe(look);
  look(order.getCurrentResult());
  return stop;
};

const showMessage = (title: string, message: string): void =>
  openModal({
    size: "modal-sm",
    title,
    content: <span role="alert">{message}</span>,
    buttons: [{ label: texts.close }],
  });

/**
 * Asks about an order as long as the user may decide about it. Once someone else has decided, a message replaces the
 * question, which then resolves as canceled.
 */
export const confirmWhilePending = async <T,>(
  order: PendingOrder,
  title: string,
  ask: () => Promise<T>,
): Promise<T> => {
  const answer = ask();
  const stop = onDecided(order, (message) => showMessage(title, message));
  try {
    return await answer;
  } finally {
    stop();
  }
};
