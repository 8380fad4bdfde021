import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { AppError, fail, fieldsOf, MAX_FIELDS } from "@mcc/contract/kit/errors.ts";
import { schemaMessages } from "@mcc/contract/kit/schema-messages.ts";
import { isStorable, UNSTORABLE_TEXT } from "@mcc/contract/kit/text.ts";
import type { z } from "zod";

const MAX_DEPTH = 32;

/** Finds text that cannot be stored, anywhere in the input, also outside the schema. */
const findUnstorable = (value: unknown, found: Unstorable[] = [], path: string[] = []): Unstorable[] => {
  if (path.length > MAX_DEPTH) fail("input.unreadable");
  if (typeof value === "string") {
    if (!isStorable(value)) found.push({ path: [...path], message: UNSTORABLE_TEXT });
  } else if (typeof value === "object" && value !== null) {
    for (const key of Object.keys(value)) {
      if (!isStorable(key)) fail("input.unreadable");
      if (found.length > MAX_FIELDS) break;
      path.push(key);
      findUnstorable((value as Record<string, unknown>)[key], found, path);
      path.pop();
    }
  }
  return found;
};
interface Unstorable {
  readonly path: readonly string[];
  readonly message: string;
}

/** What was sent, read by a schema; throws with every bad field and what is wrong with it. */
export const parseInput = <S extends z.ZodType>(schema: S, input: unknown): z.output<S> => {
  const unstorable = findUnstorable(input);
  const parsed = schema.safeParse(input, { error: schemaMessages });
  if (parsed.success && unstorable.length === 0) return parsed.data;
  throw new AppError("input.invalid", { fields: fieldsOf([...unstorable, ...(parsed.error?.issues ?? [])]) });
};

interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What was sent to an endpoint, read by its schemas. */
export const parseRequest = (
  endpoint: Pick<Endpoint, "params" | "query" | "body">,
  request: RawRequest,
): Record<string, unknown> => {
  const { params, query, body } = endpoint;
  return {
    ...(params ? { params: parseInput(params, request.params ?? {}) } : {}),
    ...(query ? { query: parseInput(query, request.query ?? {}) } : {}),
    ...(body ? { body: parseInput(body, request.body ?? {}) } : {}),
  };
};
