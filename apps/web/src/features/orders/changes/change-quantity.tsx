import { ActionIcon } from "@mantine/core";
import { changeOrderLine, previewOrderLine } from "@mcc/contract/decisions/decisions.api.ts";
import { isLessQuantity } from "@mcc/contract/orders/order-amounts.ts";
import { LineChange, REASON_MAX, changeMessages as says } from "@mcc/contract/orders/order-changes.schema.ts";
import type { Order, OrderLine } from "@mcc/contract/orders/orders.schema.ts";
import { TextArea, WholeNumberField } from "@mcc/ui/forms/fields.tsx";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { z } from "zod";
import { call } from "../../../platform/api/call.ts";
import { formatMoney } from "../../../platform/page/format.ts";
import { CreateDialog } from "../../../platform/records/forms/create-dialog.tsx";
import type { AppForm } from "../../../platform/records/forms/form.ts";
import { changeTexts as texts } from "./change.texts.ts";
import { useChangedOrder } from "./change-preview.ts";
import classes from "./changes.module.css";
import { PreviewCard } from "./preview-card.tsx";
import { saveChange } from "./save-change.ts";

type Values = { readonly quantity: string; readonly reason: string };

/** The largest whole number below what the line has. */
const mostOf = ({ quantity }: OrderLine): number => Math.ceil(Number(quantity)) - 1;

const schemaFor = (line: OrderLine) =>
  z.custom<Values>().superRefine((values, context) => {
    const { data, error } = LineChange.safeParse(values);
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message });
    if (data && !isLessQuantity(data.quantity, line.quantity)) {
      context.addIssue({ code: "custom", path: ["quantity"], message: says.onlyLess(line.quantity) });
    }
  });

/** Why the quantity that is typed cannot be saved. */
const refusalOf = (line: OrderLine, quantity: string): string | undefined =>
  schemaFor(line).safeParse({ quantity, reason: "-" }).error?.issues[0]?.message;

/** Buttons beside the field: on a phone its own arrows are missing. */
const Stepper = ({ form, line }: { form: AppForm<Values>; line: OrderLine }) => {
  const now = Number(form.values.quantity);
  const step = (by: number) =>
    form.set({ quantity: String(Math.min(Math.max(Math.trunc(now || 0) + by, 1), mostOf(line))) });
  const { error, ...field } = form.field("quantity");
  return (
    <WholeNumberField
      label={texts.quantity}
      required
      data-autofocus
      min={1}
      max={mostOf(line)}
      {...field}
      error={error ?? (field.value ? refusalOf(line, form.values.quantity) : undefined)}
      inputContainer={(input) => (
        <div className={classes.stepper}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={texts.fewer}
            disabled={now <= 1}
            onClick={() => step(-1)}
          >
            <IconMinus size={16} aria-hidden />
          </ActionIcon>
          {input}
          <ActionIcon
            variant="default"
            size={36}
            aria-label={texts.more}
            disabled={now >= mostOf(line)}
            onClick={() => step(1)}
          >
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
        </div>
      )}
    />
  );
};

interface ChangeQuantityProps {
  readonly order: Order;
  readonly line: OrderLine;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** What the quantity typed so far leads to. */
const Preview = ({
  order,
  line,
  quantity,
}: Pick<ChangeQuantityProps, "order" | "line"> & { quantity: string }) => {
  const preview = useChangedOrder(order, refusalOf(line, quantity) ? null : { quantity }, (body, signal) =>
    call(previewOrderLine, { params: { identifier: order.identifier, id: line.id }, body }, signal),
  );
  return <PreviewCard before={order} preview={preview} />;
};

/** Reduces the quantity of a line, with the total and the approvals in view before it is saved. */
export const ChangeQuantity = ({ order, line, opened, onClose }: ChangeQuantityProps) => {
  const schema = schemaFor(line);
  const send = ({ quantity, reason }: Values) =>
    saveChange(
      () =>
        call(changeOrderLine, {
          params: { identifier: order.identifier, id: line.id },
          body: { quantity, reason },
        }),
      texts.savedQuantity,
    );
  return (
    <CreateDialog<Values>
      title={texts.changeQuantity}
      submit={texts.save}
      opened={opened}
      onClose={onClose}
      schema={schema}
      initialValues={{ quantity: String(mostOf(line)), reason: "" }}
      send={send}
    >
      {(field, form) => (
        <>
          <p className={classes.ordered}>
            <bdi>{line.text}</bdi>
            <span>
              {texts.ordered(
                Number(line.quantity).toLocaleString("en-US"),
                formatMoney(line.base_unit_price_value),
              )}
            </span>
          </p>
          <Stepper form={form} line={line} />
          <TextArea
            label={texts.reason}
            description={texts.reasonHint}
            required
            rows={3}
            maxLength={REASON_MAX}
            {...field("reason")}
          />
          <Preview order={order} line={line} quantity={form.values.quantity} />
        </>
      )}
    </CreateDialog>
  );
};
