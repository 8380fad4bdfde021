import { changeOrderFields, previewOrderFields } from "@mcc/contract/decisions/decisions.api.ts";
import {
  FieldChanges,
  FieldChangesPreview,
  REASON_MAX,
  changeMessages as says,
} from "@mcc/contract/orders/order-changes.schema.ts";
import type { Changeable, Order } from "@mcc/contract/orders/orders.schema.ts";
import { TextArea, TextField } from "@mcc/ui/forms/fields.tsx";
import { z } from "zod";
import { call } from "../../../platform/api/call.ts";
import { CreateDialog } from "../../../platform/records/forms/create-dialog.tsx";
import { changeTexts as texts } from "./change.texts.ts";
import { useChangedOrder } from "./change-preview.ts";
import { PreviewCard } from "./preview-card.tsx";
import { saveChange } from "./save-change.ts";

/** One entry for each field; checkout fields by their place, because a label may be any text. */
type Values = Record<string, string>;

const LABELS = { po_number: texts.po, afe_number: texts.afe } as const;
const keyOf = (at: number): string => `checkout_${at}`;

const valuesOf = (order: Order, { fields, checkout }: Changeable): Values => ({
  ...Object.fromEntries(fields.map((name) => [name, order[name] ?? ""])),
  ...Object.fromEntries(
    checkout.map((name, at) => [
      keyOf(at),
      Object.hasOwn(order.custom_checkout_data, name) ? (order.custom_checkout_data[name] ?? "") : "",
    ]),
  ),
  reason: "",
});

/** Only what is different: others may have changed the rest meanwhile. */
const changesIn = (before: Values, values: Values, { fields, checkout }: Changeable) => {
  const isOther = (key: string) => values[key] !== before[key];
  const named = checkout.flatMap((name, at) =>
    isOther(keyOf(at)) ? [[name, values[keyOf(at)] ?? ""] as const] : [],
  );
  return {
    ...Object.fromEntries(fields.filter(isOther).map((name) => [name, values[name] ?? ""])),
    ...(named.length > 0 && { checkout: Object.fromEntries(named) }),
    reason: values.reason ?? "",
  };
};

interface ChangeFieldsProps {
  readonly order: Order;
  readonly changeable: Changeable;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** What the fields typed so far lead to: another AFE or checkout field may be another budget. */
const Preview = ({ order, changes }: { order: Order; changes: ReturnType<typeof changesIn> }) => {
  const { reason: _reason, ...fields } = changes;
  const isComplete = FieldChangesPreview.safeParse(fields).success;
  const preview = useChangedOrder(order, isComplete ? fields : null, (body, signal) =>
    call(previewOrderFields, { params: { identifier: order.identifier }, body }, signal),
  );
  return <PreviewCard before={order} preview={preview} />;
};

/** Sets the PO, the AFE and the checkout fields that the company lets approvers change. */
export const ChangeFields = ({ order, changeable, opened, onClose }: ChangeFieldsProps) => {
  const initialValues = valuesOf(order, changeable);
  const [first = "reason"] = Object.keys(initialValues);
  const fieldOf = (field: string): string => {
    const name = field.replace(/^checkout\.?/, "");
    const at = changeable.checkout.indexOf(name);
    return field.startsWith("checkout") ? keyOf(Math.max(at, 0)) : field;
  };
  const schema = z.custom<Values>().superRefine((values, context) => {
    const { error } = FieldChanges.safeParse(changesIn(initialValues, values, changeable));
    for (const { path, message } of error?.issues ?? []) {
      const key = message === says.noField ? first : fieldOf(path.join("."));
      context.addIssue({ code: "custom", path: [key], message });
    }
  });
  const send = (values: Values) =>
    saveChange(
      () =>
        call(changeOrderFields, {
          params: { identifier: order.identifier },
          body: changesIn(initialValues, values, changeable),
        }),
      texts.savedFields,
    );
  return (
    <CreateDialog<Values>
      title={texts.changeFieldsTitle}
      submit={texts.save}
      {...{ opened, onClose, schema, initialValues, fieldOf, send }}
    >
      {(field, { values }) => (
        <>
          {changeable.fields.map((name) => (
            <TextField
              key={name}
              label={LABELS[name]}
              data-autofocus={name === first || undefined}
              {...field(name)}
            />
          ))}
          {changeable.checkout.map((name, at) => (
            <TextField
              key={name}
              label={name}
              data-autofocus={keyOf(at) === first || undefined}
              {...field(keyOf(at))}
            />
          ))}
          <TextArea
            label={texts.reason}
            description={texts.reasonHint}
            required
            rows={3}
            maxLength={REASON_MAX}
            {...field("reason")}
          />
          <Preview order={order} changes={changesIn(initialValues, values, changeable)} />
        </>
      )}
    </CreateDialog>
  );
};
