import { Loader, Text } from "@mantine/core";
import { findOrder, orderList, removeOrderLine } from "@mcc/contract/orders/orders.api.ts";
import { pendingList } from "@mcc/contract/orders/pending.api.ts";
import { call, reading } from "../../platform/api.ts";
import { type ModalState, openModal } from "../../platform/globals.ts";
import { queryClient } from "../../platform/query-client.ts";
import { orderTexts as texts } from "./orders.texts.ts";

const title = texts.removeItem;
const close = { label: texts.close };

const reload = (): void => {
  for (const { path } of [findOrder, orderList, pendingList]) {
    void queryClient.invalidateQueries({ queryKey: [path] });
  }
};

interface Removal {
  readonly identifier: string;
  readonly product: string;
  /** What the line that was pressed is called. */
  readonly name: string;
  /** How many lines of the order go. */
  readonly lines: number;
  /** Where the focus goes, now that the pressed button is no more. */
  readonly focusAfter: () => void;
}

const show = (modal: Partial<ModalState>): void => openModal({ size: "modal-sm", title, ...modal });

const remove = async ({ identifier, product, focusAfter }: Removal): Promise<void> => {
  show({ content: <Loader size="sm" aria-label="Removing" />, locked: true });
  // Refused or not, the order may have changed meanwhile.
  const onClose = () => {
    focusAfter();
    reload();
  };
  try {
    const changed = await call(removeOrderLine, { params: { identifier }, body: { product } });
    // The answer is the order without the item, which so leaves the screen at once.
    queryClient.setQueryData(reading(findOrder, { params: { identifier } }).queryKey, changed);
    show({ content: texts.removeLineDone, buttons: [close], onClose });
  } catch (error) {
    console.error(texts.removeLineFailed, error);
    show({ content: texts.removeLineFailed, buttons: [close], onClose });
  }
};

const questionFor = ({ product, lines }: Removal): string =>
  lines === 1
    ? texts.removeLineQuestion
    : `${texts.removeLineQuestion} ${lines === 2 ? "Both" : `All ${lines}`} lines of ${product} will be removed.`;

/** Asks, works, and says how it went: one modal, three faces. */
export const askToRemoveLine = (removal: Removal): void =>
  show({
    content: (
      <>
        <Text fw={600} mb="xs">
          <bdi>{removal.name}</bdi>
        </Text>
        <Text>{questionFor(removal)}</Text>
      </>
    ),
    buttons: [
      { label: texts.cancel },
      {
        label: texts.remove,
        tone: "danger",
        onPress: () => {
          void remove(removal);
          // The modal stays; its next face is already there.
          return false;
        },
      },
    ],
  });
