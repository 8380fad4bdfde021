import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { AppError, fail, fieldsOf, MOST_FIELDS } from "@mcc/contract/kit/errors.ts";
import { isStorable, UNREADABLE } from "@mcc/contract/kit/text.ts";
import { plainWords } from "@mcc/contract/kit/words.ts";
import type { z } from "zod";
import { type Latest, makeLatest } from "./latest.ts";

const DEPTH = 32;

/** Finds text that could not be kept, wherever it stands in what was sent, also where no schema looks. */
const findUnstorable = (value: unknown, found: Unstorable[] = [], path: string[] = []): Unstorable[] => {
  if (path.length > DEPTH) fail("input.unreadable");
  if (typeof value === "string") {
    if (!isStorable(value)) found.push({ path: [...path], message: UNREADABLE });
  } else if (typeof value === "object" && value !== null) {
    for (const key of Object.keys(value)) {
      if (!isStorable(key)) fail("input.unreadable");
      if (found.length > MOST_FIELDS) break;
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
export const read = <S extends z.ZodType>(schema: S, given: unknown): z.output<S> => {
  const unstorable = findUnstorable(given);
  const parsed = schema.safeParse(given, { error: plainWords });
  if (parsed.success && unstorable.length === 0) return parsed.data;
  throw new AppError("input.invalid", { fields: fieldsOf([...unstorable, ...(parsed.error?.issues ?? [])]) });
};

interface Sent {
  readonly url: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What was sent to an endpoint, read by its schemas. */
export const readAsked = (
  endpoint: Pick<Endpoint, "params" | "query" | "body">,
  request: Sent,
): Record<string, unknown> => {
  const { params, query, body } = endpoint;
  return {
    ...(params ? { params: read(params, request.params ?? {}) } : {}),
    ...(query ? { query: readQuery(query, request) } : {}),
    ...(body ? { body: read(body, request.body ?? {}) } : {}),
  };
};

const lately = new WeakMap<z.ZodType, Latest<string, unknown>>();
const MOST_QUERIES = 200;
const LONGEST = 500;

/** Everybody opens the same lists: what was read lately in the same words is not read again, nor can it be changed. */
const readQuery = (schema: z.ZodType, { url, query }: Sent): unknown => {
  const at = url.indexOf("?");
  const words = at < 0 ? "" : url.slice(at);
  if (words.length > LONGEST) return read(schema, query ?? {});
  const known = lately.get(schema) ?? makeLatest<string, unknown>(MOST_QUERIES);
  lately.set(schema, known);
  const asked = known.get(words) ?? Object.freeze(read(schema, query ?? {}));
  known.set(words, asked);
  return asked;
};
