import { z } from "zod";
import { DayOrMoment } from "../kit/moment.ts";
import { Amount } from "../kit/money.ts";
import { requiredText, TEXT_MAX, textArea } from "../kit/text.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES } from "../orders/orders.schema.ts";
import { SentWebAddress } from "./web-address.ts";

const MOST_LINES = 2_000;
const MOST_TRACKING_NUMBERS = 500;
const MOST_LABELS = 100;
const CODE_MAX = 128;

/** Path segments of other endpoints: an order with such an identifier could never be requested. */
const RESERVED = ["batch", "pending", "suggestions", "sum"];

/** The identifier in the paths of an order: one line of text that a URL can contain. */
export const Identifier = requiredText("This field is required.", CODE_MAX)
  .regex(
    /^(?:\s*|(?!\.{1,2}$)(?!\s)[^\p{Cc}]+(?<!\s))$/u, // an empty value is already reported
    "This can't begin or end with a blank, hold control characters, or be dots alone.",
  )
  .refine((value) => !RESERVED.includes(value), `This can't be one of ${RESERVED.join(", ")}.`);

/** For checks of several fields: they run even when other fields are invalid, so that one response names all errors. */
export const isObject = ({ value }: { value: unknown }): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Another system's order is not refused because of a line break in a name or a label: it becomes a blank. */
const oneLine = (value: string): string => value.replace(/[\t\n\r\u2028\u2029]+/g, " ").trim();

/** Absent, null and empty all mean no value. */
export const optionalText = (max = TEXT_MAX) =>
  textArea(max)
    .nullish()
    .transform((value) => oneLine(value ?? "") || null);

const optionalLines = (max: number) =>
  textArea(max)
    .nullish()
    .transform((value) => value?.trim() || null);

/** Article numbers are text, and some systems send them as numbers. */
const Code = z
  .union([z.string(), z.int()], { error: "This must be text or a whole number." })
  .transform((value): string | null | undefined => String(value))
  .pipe(optionalText());

const wholeNumber = (least: number, most: number) => {
  const message = `This must be a whole number from ${least} to ${most}.`;
  return z
    .number({ error: message })
    .refine((value) => Number.isInteger(value) && value >= least && value <= most, message);
};

const NOT_A_QUANTITY = "This must be a number from 0 to 99999999999.999, with at most 3 decimals.";
const Quantity = z
  .union([z.string(), z.number()], { error: NOT_A_QUANTITY })
  .transform(String)
  .pipe(z.string().regex(/^\d{1,11}(?:\.\d{1,3})?$/, NOT_A_QUANTITY))
  .transform((value) =>
    value.replace(/^0+(?=\d)/, "").replace(/\.?0+$/, (end) => (value.includes(".") ? "" : end)),
  );

/** Accepts the name or the code, like the filters of the lists. */
export const nameOrCode = <const V extends readonly [string, ...string[]]>(names: V) =>
  z
    .union([z.string(), z.int()], { error: `This must be one of ${names.join(", ")}.` })
    .transform((given) => names[Number(given) - 1] ?? String(given))
    .pipe(z.enum(names, { error: `This must be one of ${names.join(", ")}.` }));

export const Moment = DayOrMoment.transform((value) => new Date(value).toISOString());

const NOT_A_PERSON = "This must be a name, or an object with a name, a username or both.";
const Person = z
  .union(
    [
      textArea(TEXT_MAX),
      z
        .object({ name: optionalText(), username: optionalText() })
        .refine(({ name, username }) => name || username, NOT_A_PERSON),
    ],
    { error: NOT_A_PERSON },
  )
  .transform((given) =>
    typeof given === "string" ? { name: oneLine(given) || null, username: null } : given,
  )
  .transform((person) => (person.name || person.username ? person : null))
  .nullish()
  .transform((person) => person ?? null);

const GivenValue = z
  .union([textArea(), z.number(), z.boolean()], {
    error: "This must be text, a number, or true or false.",
  })
  .transform(String);
/** Counted before any label is parsed, as arrays do: parsing thousands would delay other requests. */
const countLabels = (given: unknown, context: z.RefinementCtx): unknown => {
  if (isObject({ value: given }) && Object.keys(given as object).length > MOST_LABELS) {
    context.addIssue({ code: "custom", message: `This can't hold more than ${MOST_LABELS} labels.` });
  }
  return given;
};
/** Labels as a system sends them; an order stores them as `Labelled`. */
const GivenLabels = z
  .preprocess(
    countLabels,
    z
      .record(textArea(TEXT_MAX).overwrite(oneLine), GivenValue, {
        error: "This must be an object of labels and texts.",
      })
      .meta({ maxProperties: MOST_LABELS }),
  )
  // Sorted, so that the same labels are equal content in any order.
  .transform((map) => Object.fromEntries(Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1))))
  .nullish()
  .transform((map) => map ?? {});

const flag = (fallback: boolean) =>
  z
    .boolean({ error: "This must be true or false." })
    .nullish()
    .transform((value) => value ?? fallback);

const lineIsNamed = z.refine<{ text?: unknown; product?: unknown }>(
  ({ text, product }) => Boolean(text || product),
  { path: ["text"], message: "A line needs a text or a product.", when: isObject },
);

const Line = z
  .object({
    product: Code.nullish().transform((value) => value ?? null),
    text: optionalLines(2_000),
    quantity: Quantity.nullish().transform((value) => value ?? "1"),
    sku: Code.nullish().transform((value) => value ?? null),
    manufacturer_sku: Code.nullish().transform((value) => value ?? null),
    image_url: SentWebAddress.nullish().transform((value) => value ?? null),
    type: Code.nullish().transform((value) => value ?? null),
    manufacturer: optionalText(),
    base_unit_price_value: Amount.nullish().transform((value) => value ?? null),
    discount_amount_value: Amount.nullish().transform((value) => value ?? "0.00"),
    taxless_price: Amount.nullish(),
    tax_amount: Amount.nullish(),
    line_total_price: Amount.nullish(),
    is_catalog_plus: flag(false),
    display: flag(true),
    ordering: wholeNumber(-2_147_483_648, 2_147_483_647).nullish(),
  })
  .check(lineIsNamed);

const Version = wholeNumber(0, Number.MAX_SAFE_INTEGER).nullish();

/** The progress of an order; omitted fields keep their values. */
export const progressFields = {
  status: nameOrCode(ORDER_STATUSES).nullish(),
  payment_status: nameOrCode(PAYMENT_STATUSES).nullable().optional(),
  tracking_numbers: z
    .array(requiredText("A tracking number can't be empty.", CODE_MAX), {
      error: "This must be a list of texts.",
    })
    .max(MOST_TRACKING_NUMBERS, `This can't hold more than ${MOST_TRACKING_NUMBERS} tracking numbers.`)
    .transform((numbers) => [...new Set(numbers.map((number) => number.trim()))])
    .optional(),
  tracking_url: SentWebAddress.nullable().optional(),
};

/** The content of an order; always sent completely. */
export const orderFields = {
  site: z
    .union([z.int().min(1), requiredText("")], {
      error: "This must be the id of a site or its shop username.",
    })
    .nullish(),
  ecommerce_username: optionalText(),
  creator: Person,
  ordered_by: Person,
  requested_by: Person,
  po_number: optionalText(),
  afe_number: optionalText(),
  order_date: Moment.nullish().transform((value) => value ?? null),
  custom_checkout_data: GivenLabels,
  custom_confirm_data: GivenLabels,
  total: Amount.nullish(),
  taxful_total_price_value: Amount.nullish(),
  subtotal: Amount.nullish(),
  taxless_total_price_value: Amount.nullish(),
  lines: z
    .array(Line, { error: "This must be a list of lines." })
    .max(MOST_LINES, `This can't hold more than ${MOST_LINES} lines.`)
    .nullish()
    .transform((lines) => lines ?? []),
  version: Version,
  ...progressFields,
};
