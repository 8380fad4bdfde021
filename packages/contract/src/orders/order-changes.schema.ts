import { z } from "zod";
import { requiredTextArea, TEXT_AREA, TEXT_MAX, text, textArea } from "../kit/text.ts";

/** What happens to approvals that were given before a change: they stay, or they are asked for again. */
export const AFTER_CHANGE = ["keep", "again"] as const;

/** The fields besides checkout fields that a company can let its approvers change. */
export const CHANGEABLE_FIELDS = ["po_number", "afe_number"] as const;

/** The most checkout fields in one request, and in the settings of a company. */
export const MOST_CHECKOUT_FIELDS = 100;
export const REASON_MAX = 500;

export const changeMessages = {
  reasonRequired: "Enter a reason.",
  notWhole: "Enter a whole number.",
  least: "Enter 1 or more. To take the whole item off the order, remove it.",
  alreadyOne: "The quantity cannot be reduced further. To take the item off the order, remove it.",
  onlyLess: (quantity: string): string =>
    `Enter less than ${quantity}: the quantity of an ordered item can only be reduced.`,
  fee: "The quantity of a fee cannot be changed.",
  noField: "Enter at least one field to change.",
  sameFields: "This is the same as before. Enter another value.",
  notAllowed: "Your company does not let approvers change this field.",
  checkoutNotAllowed: (name: string): string =>
    `Your company does not let approvers change the field ${name}.`,
  noSuchField: (name: string): string => `This order has no field ${name}.`,
  notLabels: "This must be an object of labels and texts.",
  tooManyFields: `This can't hold more than ${MOST_CHECKOUT_FIELDS} fields.`,
} as const;
const says = changeMessages;

const Reason = requiredTextArea(says.reasonRequired, REASON_MAX).trim();

/** A whole number from 1 on, as a number or as text; the server compares it with what the line has. */
const WholeQuantity = z
  .union([z.string(), z.number()], { error: says.notWhole })
  .transform((given, context) => {
    const typed = String(given).trim();
    const message = /^-\d+$|^0+$/.test(typed) ? says.least : says.notWhole;
    if (/^0*[1-9]\d{0,10}$/.test(typed)) return String(Number(typed));
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

export const LineChange = z.object({ quantity: WholeQuantity, reason: Reason });
export const LineChangePreview = LineChange.omit({ reason: true });

/** An empty text takes the value away. */
const Value = text()
  .trim()
  .nullable()
  .transform((value) => value || null);

const fields = {
  po_number: Value.optional(),
  afe_number: Value.optional(),
  checkout: z
    .record(textArea(TEXT_MAX), textArea(TEXT_AREA.max), { error: says.notLabels })
    .refine((given) => Object.keys(given).length <= MOST_CHECKOUT_FIELDS, says.tooManyFields)
    .meta({ maxProperties: MOST_CHECKOUT_FIELDS })
    .optional(),
};
const hasField = ({ po_number, afe_number, checkout = {} }: z.output<z.ZodObject<typeof fields>>) =>
  po_number !== undefined || afe_number !== undefined || Object.keys(checkout).length > 0;
const noField = { error: says.noField, path: ["po_number"] };

export const FieldChanges = z.object({ ...fields, reason: Reason }).refine(hasField, noField);
export const FieldChangesPreview = z.object(fields).refine(hasField, noField);
export type FieldChanges = z.output<typeof FieldChanges>;
