import { z } from "zod";

/** A text input takes at most 255 characters unless a field states its own maximum. */
export const TEXT_MAX = 255;
/** A text area has 5 rows and takes at most 10000 characters by default. */
export const TEXT_AREA = { rows: 5, max: 10_000 } as const;

/** One e-mail pattern serves all e-mail validation; linear, so no input can make it slow. */
const EMAIL_PATTERN = /^[^\s@"<>(),;:\\[\]]{1,64}@[^\s@"<>(),;:\\[\]]{1,255}$/;
const DOMAIN_PATTERN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u;

export const isEmail = (value: string): boolean =>
  value.length <= TEXT_MAX &&
  EMAIL_PATTERN.test(value) &&
  DOMAIN_PATTERN.test(value.slice(value.lastIndexOf("@") + 1));

const withoutCapitals = (address: string): string =>
  address.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Capital letters make no other address; letters of other alphabets may. */
export const isSameEmail = (one: string, other: string): boolean =>
  withoutCapitals(one) === withoutCapitals(other);

export const UNSTORABLE_TEXT = "This contains characters that cannot be stored.";

/** Control characters other than tab and line breaks, and code points that are not characters. */
const UNPRINTABLE = /[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}/u;

/** What PostgreSQL, JSON, XML and a screen all support; anything else is refused by name instead of failing later. */
export const isStorable = (value: string): boolean => value.isWellFormed() && !UNPRINTABLE.test(value);

const ONE_LINE = "This can't contain line breaks or tabs.";
const BREAKS = /[\t\n\r\u2028\u2029]/;

/** At its ends they are blanks like others, which fields trim. */
const isOneLine = (value: string): boolean => !BREAKS.test(value.trim());

/** A text of several lines. */
export const textArea = (max: number = TEXT_AREA.max) =>
  z
    .string({ error: "This field must be text." })
    .max(max, `This can't be longer than ${max} characters.`)
    .refine(isStorable, UNSTORABLE_TEXT);

/** A text of one line, such as a name. */
export const text = (max = TEXT_MAX) => textArea(max).refine(isOneLine, ONE_LINE);

/** For a field that may be left out: an empty text is the same as null. */
export const emptyAsNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((given) => (given === "" ? null : given), schema.nullish()).optional();

/** A required text of several lines; `message` is shown under the empty field. */
export const requiredTextArea = (
  message: string,
  max = TEXT_MAX,
  tooLong = `This can't be longer than ${max} characters.`,
) =>
  z
    .string({ error: message })
    .max(max, tooLong)
    .refine(isStorable, UNSTORABLE_TEXT)
    .refine((value) => value.trim() !== "", message);

/** A required text of one line. */
export const requiredText = (...given: Parameters<typeof requiredTextArea>) =>
  requiredTextArea(...given).refine(isOneLine, ONE_LINE);

/** A required e-mail address, without the spaces around it. */
export const requiredEmail = (missing: string, wrong: string) =>
  requiredText(missing)
    .trim()
    .refine((value) => value === "" || isEmail(value), wrong);
