import { isEmail, isStorable, TEXT_MAX, text } from "@mcc/contract/kit/text.ts";
import { refuse } from "./scim-error.ts";

export type Fields = ReadonlyMap<string, unknown>;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Names of attributes are the same in capitals or not; null stands for nothing. */
export const fieldsOf = (value: unknown, what = "The body"): Fields => {
  if (!isObject(value)) refuse("invalidSyntax", `${what} must be an object.`);
  return new Map(
    Object.entries(value).flatMap(([name, given]) =>
      given === null ? [] : [[withoutSchema(name).toLowerCase(), given] as const],
    ),
  );
};

const SCHEMA_PREFIX = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

/** An attribute may be written with its schema in front. */
export const withoutSchema = (name: string): string => name.replace(SCHEMA_PREFIX, "");

/** Some directories wrap a single value: [{"value": "False"}]. */
const unwrapped = (value: unknown): unknown => {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isObject(one) && "value" in one ? one.value : one;
};

const Text = text(TEXT_MAX);

/** A text of one line without the blanks around it; empty for nothing. */
export const textOf = (name: string, given: unknown): string => {
  const value = unwrapped(given);
  if (value === undefined || value === null) return "";
  const { data, error } = Text.safeParse(typeof value === "number" ? String(value) : value);
  return data?.trim() ?? refuse("invalidValue", `${name}: ${error?.issues[0]?.message ?? ""}`);
};

/** What a request calls its record, for the log, also where something else in it is refused. */
export const nameIn = (body: unknown, attribute: string): string => {
  const name = isObject(body) ? unwrapped(fieldsOf(body).get(attribute)) : undefined;
  return typeof name === "string" && isStorable(name) ? name.trim() : "";
};

/** True and false, also as text: "False". */
export const booleanOf = (name: string, given: unknown): boolean => {
  const value = unwrapped(given);
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (word === true || word === "true") return true;
  if (word === false || word === "false") return false;
  return refuse("invalidValue", `${name}: This must be true or false.`);
};

export const emailOf = (given: unknown): string => {
  const email = textOf("emails", given);
  return email === "" || isEmail(email) ? email : refuse("invalidValue", "emails: Incorrect email format");
};

/** What cannot be stored is refused wherever it is. */
export const mustBeStorable = (value: string): string =>
  isStorable(value)
    ? value
    : refuse("invalidSyntax", "The request contains characters that cannot be stored.");

export const isTrue = (given: unknown): boolean => given === true || String(given).toLowerCase() === "true";
