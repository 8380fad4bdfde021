import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { QueryObserver } from "@tanstack/react-query";
import { reading } from "../../platform/api.ts";
import { openModal } from "../../platform/globals.ts";
import { queryClient } from "../../platform/query-client.ts";
import { state } from "../../platform/state.ts";
import { approvalTexts as texts } from "./approvals.texts.ts";
import { meanwhile } from "./meanwhile.ts";

type Asked = Pick<OrderRow, "identifier" | "approved_by_count">;

/** Tells once, when the order waits for whoever is asked no more. */
const onceDecided = (asked: Asked, tell: (words: string) => void): (() => void) => {
  const { identifier } = asked;
  const order = new QueryObserver(queryClient, reading(findOrder, { params: { identifier } }));
  const look = ({ data, isStale }: ReturnType<typeof order.getCurrentResult>) => {
    const who = state.auth.user.get();
    // What was read before is not what the order is now: it is being read again.
    const words = who && data && !isStale ? meanwhile(data, who, asked.approved_by_count) : undefined;
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
export const askWhileWaiting = async <T,>(
  order: Asked,
  title: string,
  ask: () => Promise<T>,
): Promise<T | undefined> => {
  const answer = ask();
  let stop = () => {};
  const decided = new Promise<undefined>((resolve) => {
    stop = onceDecided(order, (words) => {
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
