import { Text } from "@mantine/core";
import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import { findOrder, orderList, removeOrderLine } from "@mcc/contract/orders/orders.api.ts";
import { call, queryFor } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { openActionDialog } from "../../platform/dialogs/action-dialog.tsx";
import { orderTexts as texts } from "./orders.texts.ts";

interface Removal {
  readonly identifier: string;
  readonly product: string;
  /** The name of the line whose button was pressed. */
  readonly name: string;
  /** How many lines of the order have this product: all of them are removed. */
  readonly lines: number;
  /** Moves the focus: the button that was pressed is gone. */
  readonly focusAfter: () => void;
}

const questionFor = ({ product, lines }: Removal): string =>
  lines === 1
    ? texts.removeLineQuestion
    : `${texts.removeLineQuestion} ${lines === 2 ? "Both" : `All ${lines}`} lines of ${product} will be removed.`;

const send = async ({ identifier, product }: Removal): Promise<void> => {
  const params = { identifier };
  const changed = await call(removeOrderLine, { params, body: { product } });
  // The reply is the order without the item, which so leaves the screen at once.
  queryClient.setQueryData(queryFor(findOrder, { params }).queryKey, changed);
};

export const confirmRemoveLine = (removal: Removal): void =>
  openActionDialog({
    title: texts.removeItem,
    question: (
      <>
        <Text fw={600} mb="xs">
          <bdi>{removal.name}</bdi>
        </Text>
        <Text>{questionFor(removal)}</Text>
      </>
    ),
    confirm: texts.remove,
    send: () => send(removal),
    running: { label: "Removing", text: texts.removing },
    success: texts.removeLineDone,
    failure: texts.removeLineFailed,
    onFinish: () => {
      removal.focusAfter();
      // After a failure too: the order may have changed.
      void invalidate([findOrder, orderList.page, pendingList.page]);
    },
  });
