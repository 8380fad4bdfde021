import { failField } from "@mcc/contract/kit/errors.ts";
import {
  CHANGEABLE_FIELDS,
  type FieldChanges,
  changeMessages as says,
} from "@mcc/contract/orders/order-changes.schema.ts";
import type { Changeable, ChangedField } from "@mcc/contract/orders/orders.schema.ts";
import type { OrderFields } from "./order-change.queries.ts";

/** The fields of an order after a change. One that is not allowed, or that nobody has, is an error on its field. */
export const fieldsAfter = (
  before: OrderFields,
  given: Omit<FieldChanges, "reason">,
  allowed: Changeable,
): OrderFields => {
  for (const field of CHANGEABLE_FIELDS) {
    if (given[field] !== undefined && !allowed.fields.includes(field)) failField(field, says.notAllowed);
  }
  const checkout = given.checkout ?? {};
  for (const name of Object.keys(checkout)) {
    if (allowed.checkout.includes(name)) continue;
    const isThere = Object.hasOwn(before.custom_checkout_data, name);
    failField("checkout", isThere ? says.checkoutNotAllowed(name) : says.noSuchField(name));
  }
  const after = {
    po_number: given.po_number === undefined ? before.po_number : given.po_number,
    afe_number: given.afe_number === undefined ? before.afe_number : given.afe_number,
    custom_checkout_data: { ...before.custom_checkout_data, ...checkout },
  };
  if (changedFields(before, after).length === 0) failField(firstOf(given), says.sameFields);
  return after;
};

const firstOf = (given: Omit<FieldChanges, "reason">): string =>
  CHANGEABLE_FIELDS.find((field) => given[field] !== undefined) ?? "checkout";

/** The fields whose value is another one. */
export const changedFields = (before: OrderFields, after: OrderFields): ChangedField[] => {
  const plain = CHANGEABLE_FIELDS.map((name) => ({
    ...{ name, is_checkout: false, before: before[name], after: after[name] },
  }));
  const checkout = Object.entries(after.custom_checkout_data).map(([name, value]) => ({
    ...{ name, is_checkout: true, after: value },
    before: Object.hasOwn(before.custom_checkout_data, name)
      ? (before.custom_checkout_data[name] ?? null)
      : null,
  }));
  return [...plain, ...checkout].filter((field) => (field.before ?? "") !== (field.after ?? ""));
};
