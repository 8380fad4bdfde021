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

const UNREADABLE = "This contains characters that cannot be stored.";

/** PostgreSQL stores no NUL and UTF-8 has no lone surrogate: refused by name instead of failing later. */
export const isStorable = (value: string): boolean => !value.includes("\u0000") && value.isWellFormed();

export const text = (max = TEXT_MAX) =>
  z
    .string({ error: "This field must be text." })
    .max(max, `This can't be longer than ${max} characters.`)
    .refine(isStorable, UNREADABLE);

/** A text that must be there; `message` is what stands under the empty field. */
export const requiredText = (message: string, max = TEXT_MAX) =>
  z
    .string({ error: message })
    .max(max, `This can't be longer than ${max} characters.`)
    .refine(isStorable, UNREADABLE)
    .refine((value) => value.trim() !== "", message);
