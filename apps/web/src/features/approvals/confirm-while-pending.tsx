import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { QueryObserver } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { authState } from "../../platform/session/auth-state.ts";
import { openModal } from "../../platform/state/globals.ts";
import { approvalTexts as texts } from "./approvals.texts.ts";
import { orderConflictMessage } from "./order-conflict-message.ts";

type PendingOrder = Pick<OrderRow, "identifier" | "approved_by_count">;

/** Tells once, when the order waits for whoever is asked no more. */
const onDecided = (asked: PendingOrder, tell: (words: string) => void): (() => void) => {
  const { identifier } = asked;
  const order = new QueryObserver(queryClient, queryFor(findOrder, { params: { identifier } }));
  const look = ({ data, isStale }: ReturnType<typeof order.getCurrentResult>) => {
    const who = authState.user.get();
    // What was read before is not what the order is now: it is being read again.
    const words =
      who && data && !isStale ? orderConflictMessage(data, who, asked.approved_by_count) : undefined;
    if (!words) return;
    stop();
    tell(words);
  };
  const stop = order.subscribe(look);
  look(order.getCurrentResult());
  return stop;
};

const say = (title: string, words: string): void =>
  openModal({
    size: "modal-sm",
    title,
    content: <span role="alert">{words}</span>,
    buttons: [{ label: texts.close }],
  });

/**
 * Asks about an order as long as it waits for whoever is asked: once somebody else has decided, the question gives way
 * to these news, and nothing is answered.
 */
export const confirmWhilePending = async <T,>(
  order: PendingOrder,
  title: string,
  ask: () => Promise<T>,
): Promise<T | undefined> => {
  const answer = ask();
  let stop = () => {};
  const decided = new Promise<undefined>((resolve) => {
    stop = onDecided(order, (words) => {
      resolve(undefined);
      say(title, words);
    });
  });
  try {
    return await Promise.race([answer, decided]);
  } finally {
    stop();
  }
};
