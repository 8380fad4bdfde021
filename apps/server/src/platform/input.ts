import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { AppError, fail, fieldsOf } from "@mcc/contract/kit/errors.ts";
import { isStorable } from "@mcc/contract/kit/text.ts";

const DEPTH = 32;
const UNREADABLE = "This contains characters that cannot be stored.";

/** Refuses, by field name, text that PostgreSQL could not keep, wherever it stands in what was sent. */
export const mustBeStorable = (value: unknown, path = "", depth = 0): void => {
  if (depth > DEPTH) fail("input.unreadable");
  if (typeof value === "string") {
    if (!isStorable(value)) {
      throw new AppError("input.invalid", { fields: { [path || "non_field_errors"]: [UNREADABLE] } });
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) fail("input.unreadable");
      mustBeStorable(inner, path ? `${path}.${key}` : key, depth + 1);
    }
  }
};

/** What was sent, read by the endpoint's schemas; every bad field is named. */
export const readAsked = (
  endpoint: Pick<Endpoint, "params" | "query" | "body">,
  request: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
): Record<string, unknown> => {
  const asked: Record<string, unknown> = {};
  for (const part of ["params", "query", "body"] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    mustBeStorable(request[part]);
    const parsed = schema.safeParse(request[part] ?? {});
    if (!parsed.success) throw new AppError("input.invalid", { fields: fieldsOf(parsed.error.issues) });
    asked[part] = parsed.data;
  }
  return asked;
};
