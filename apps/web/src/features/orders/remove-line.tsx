import { Loader, Text } from "@mantine/core";
import { findOrder, orderList, removeOrderLine } from "@mcc/contract/orders/orders.api.ts";
import { pendingList } from "@mcc/contract/orders/pending.api.ts";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { call, queryFor } from "../../platform/api/call.ts";
import { isTransient } from "../../platform/api/call-error.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { listTexts } from "../../platform/lists/list.texts.ts";
import { type ModalState, openModal } from "../../platform/state/globals.ts";
import { orderTexts as texts } from "./orders.texts.ts";
import classes from "./remove-line.module.css";

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

interface FaceProps {
  readonly icon: ReactNode;
  readonly role: "status" | "alert";
  readonly alone?: boolean;
  readonly children: string;
}

/** What the modal shows after its question, in the same room. */
const Face = ({ icon, role, alone, children }: FaceProps) => (
  <div className={classes.face} data-alone={alone} role={role}>
    {icon}
    {children}
  </div>
);

const pending = (
  <Face icon={<Loader size="sm" aria-label="Removing" />} role="status" alone>
    {texts.removing}
  </Face>
);
const done = (
  <Face icon={<IconCircleCheck className={classes.good} size={28} aria-hidden />} role="status">
    {texts.removeLineDone}
  </Face>
);
const failed = (
  <Face icon={<IconCircleX className={classes.bad} size={28} aria-hidden />} role="alert">
    {texts.removeLineFailed}
  </Face>
);

const remove = async (removal: Removal): Promise<void> => {
  const { identifier, product, focusAfter } = removal;
  show({ content: pending, locked: true });
  // Refused or not, the order may have changed meanwhile.
  const onClose = () => {
    focusAfter();
    reload();
  };
  try {
    const changed = await call(removeOrderLine, { params: { identifier }, body: { product } });
    // The answer is the order without the item, which so leaves the screen at once.
    queryClient.setQueryData(queryFor(findOrder, { params: { identifier } }).queryKey, changed);
    show({ content: done, buttons: [close], onClose });
  } catch (error) {
    console.error(texts.removeLineFailed, error);
    const again = { label: listTexts.tryAgain, onPress: () => start(removal) };
    show({ content: failed, buttons: isTransient(error) ? [close, again] : [close], onClose });
  }
};

/** The modal stays: its next face is already there. */
const start = (removal: Removal): false => {
  void remove(removal);
  return false;
};

const questionFor = ({ product, lines }: Removal): string =>
  lines === 1
    ? texts.removeLineQuestion
    : `${texts.removeLineQuestion} ${lines === 2 ? "Both" : `All ${lines}`} lines of ${product} will be removed.`;

/** Asks, works, and says how it went: one modal, three faces. */
export const askToRemoveLine = (removal: Removal): void =>
  show({
    content: (
      <div className={classes.question}>
        <Text fw={600} mb="xs">
          <bdi>{removal.name}</bdi>
        </Text>
        <Text>{questionFor(removal)}</Text>
      </div>
    ),
    buttons: [
      { label: texts.cancel },
      { label: texts.remove, tone: "danger", onPress: () => start(removal) },
    ],
  });
