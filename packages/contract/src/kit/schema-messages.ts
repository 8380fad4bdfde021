import type { z } from "zod";

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: "an object",
  record: "an object",
  array: "a list",
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

/** What has a length, one and several. */
const COUNTED: Readonly<Record<string, readonly [string, string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
};

const limitOf = (issue: { origin: string; maximum?: unknown; minimum?: unknown }): string => {
  const { origin, maximum, minimum } = issue;
  const bound = maximum === undefined ? `at least ${minimum}` : `at most ${maximum}`;
  const [one, several] = COUNTED[origin] ?? [];
  return one
    ? `This must have ${bound} ${Number(maximum ?? minimum) === 1 ? one : several}.`
    : `This must be ${bound}.`;
};

export const oneOfMessage = (values: readonly unknown[]): string =>
  `This must be one of ${values.join(", ")}.`;

/** The messages for schemas without messages of their own: never those of the validator. */
export const schemaMessages: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "invalid_type") {
    if (issue.input === undefined) return "This field is required.";
    return `This must be ${TYPE_NAMES[issue.expected] ?? "of another type"}.`;
  }
  if (issue.code === "invalid_value") return oneOfMessage(issue.values.map(String));
  if (issue.code === "too_big" || issue.code === "too_small") return limitOf(issue);
  return issue.code === "unrecognized_keys" ? "Unknown field." : "This is not valid.";
};

/** For a record referenced by id that does not exist or that the caller cannot see. */
export const notFoundMessage = (
  what: "site" | "node" | "group" | "order" | "role" | "user" | "site type" | "warehouse",
): string => `There is no such ${what}.`;

export const LAST_DAY_TOO_EARLY = "The last day can't be before the first day.";
