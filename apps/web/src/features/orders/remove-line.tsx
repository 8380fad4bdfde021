import { Loader } from "@mantine/core";
import { pendingList } from "@mcc/contract/approvals/approvals.api.ts";
import { findOrder, orderList, removeOrderLine } from "@mcc/contract/orders/orders.api.ts";
import { orderMessages as says } from "@mcc/contract/orders/orders.messages.ts";
import { call, reading } from "../../platform/api.ts";
import { openModal } from "../../platform/globals.ts";
import { queryClient } from "../../platform/query-client.ts";
import { orderTexts as texts } from "./orders.texts.ts";

const title = texts.removeItem;
const close = { label: texts.close };

const reload = (): void => {
  for (const { path } of [findOrder, orderList, pendingList]) {
    void queryClient.invalidateQueries({ queryKey: [path] });
  }
};

const showPending = (): void =>
  openModal({ size: "modal-sm", title, content: <Loader size="sm" aria-label="Removing" />, buttons: [] });

const remove = async (identifier: string, product: string): Promise<void> => {
  showPending();
  try {
    const changed = await call(removeOrderLine, { params: { identifier }, body: { product } });
    // The answer is the order without the item, which so leaves the screen at once.
    queryClient.setQueryData(reading(findOrder, { params: { identifier } }).queryKey, changed);
    openModal({ size: "modal-sm", title, content: says.removeLineDone, buttons: [close], onClose: reload });
  } catch (error) {
    console.error(says.removeLineFailed, error);
    openModal({ size: "modal-sm", title, content: says.removeLineFailed, buttons: [close] });
  }
};

/** Asks, works, and says how it went: one modal, three faces. */
export const askToRemoveLine = (identifier: string, product: string): void =>
  openModal({
    size: "modal-sm",
    title,
    content: says.removeLineQuestion,
    buttons: [
      { label: texts.cancel },
      {
        label: texts.remove,
        tone: "danger",
        onPress: () => {
          void remove(identifier, product);
          // The modal stays; its next face is already there.
          return false;
        },
      },
    ],
  });
