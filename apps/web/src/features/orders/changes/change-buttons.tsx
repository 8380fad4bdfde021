import { Button } from "@mantine/core";
import type { Order, OrderLine, OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { toast } from "../../../platform/page/toast.ts";
import { changeTexts as texts } from "./change.texts.ts";

const loadQuantity = async () => (await import("./change-quantity.tsx")).ChangeQuantity;
const loadFields = async () => (await import("./change-fields.tsx")).ChangeFields;

/** Opens a dialog whose code is loaded with the first click. */
const useDialog = <T,>(load: () => Promise<T>) => {
  const [opened, setOpened] = useState(false);
  const onFailure = (error: unknown) => {
    setOpened(false);
    toast.failure(error);
  };
  const Dialog = useLazy(load, { early: false, needed: opened, onFailure });
  return { Dialog, opened, open: () => setOpened(true), onClose: () => setOpened(false) };
};

/** For who may decide about the order now, and for more than one piece. */
export const QuantityButton = ({ order, line }: { order: Order; line: OrderLine }) => {
  const { Dialog, opened, open, onClose } = useDialog(loadQuantity);
  if (!order.changeable || Number(line.quantity) <= 1) return null;
  return (
    <span data-screen-only>
      <IconAction
        label={texts.changeQuantity}
        about={line.text}
        icon={<IconPencil size={16} stroke={1.6} aria-hidden />}
        onClick={open}
      />
      {Dialog && <Dialog {...{ order, line, opened, onClose }} />}
    </span>
  );
};

/** For who may decide about the order now, if the company lets approvers change any field. */
export const FieldsButton = ({ order }: { order: OrderRow | Order | undefined }) => {
  const { Dialog, opened, open, onClose } = useDialog(loadFields);
  const changeable = order && "changeable" in order ? order.changeable : null;
  if (!order || !("changes" in order) || !changeable) return null;
  if (changeable.fields.length + changeable.checkout.length === 0) return null;
  return (
    <span data-screen-only>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPencil size={14} aria-hidden />}
        aria-label={texts.changeFieldsTitle}
        onClick={open}
      >
        {texts.changeFields}
      </Button>
      {Dialog && <Dialog {...{ order, changeable, opened, onClose }} />}
    </span>
  );
};
