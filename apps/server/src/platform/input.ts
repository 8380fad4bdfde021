import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { AppError, type FieldErrors, fail, fieldsOf } from "@mcc/contract/kit/errors.ts";
import { isStorable, UNREADABLE } from "@mcc/contract/kit/text.ts";
import { plainWords } from "@mcc/contract/kit/words.ts";
import type { z } from "zod";

const DEPTH = 32;

/** Names text that could not be kept, wherever it stands in what was sent, also where no schema looks. */
const findUnstorable = (value: unknown, found: string[] = [], path = "", depth = 0): string[] => {
  if (depth > DEPTH) fail("input.unreadable");
  if (typeof value === "string") {
    if (!isStorable(value)) found.push(path || "non_field_errors");
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) fail("input.unreadable");
      findUnstorable(inner, found, path ? `${path}.${key}` : key, depth + 1);
    }
  }
  return found;
};

/** What was sent, read by a schema; throws with every bad field and what is wrong with it. */
export const read = <S extends z.ZodType>(schema: S, given: unknown): z.output<S> => {
  const bad: FieldErrors = Object.fromEntries(findUnstorable(given).map((field) => [field, [UNREADABLE]]));
  const parsed = schema.safeParse(given, { error: plainWords });
  if (parsed.success && Object.keys(bad).length === 0) return parsed.data;
  const fields = { ...fieldsOf(parsed.error?.issues ?? []), ...bad };
  throw new AppError("input.invalid", { fields });
};

/** What was sent to an endpoint, read by its schemas. */
export const readAsked = (
  endpoint: Pick<Endpoint, "params" | "query" | "body">,
  request: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
): Record<string, unknown> => {
  const asked: Record<string, unknown> = {};
  for (const part of ["params", "query", "body"] as const) {
    const schema = endpoint[part];
    if (schema) asked[part] = read(schema, request[part] ?? {});
  }
  return asked;
};
