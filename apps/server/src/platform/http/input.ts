import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { AppError, fail, fieldsOf, MAX_FIELDS } from "@mcc/contract/kit/errors.ts";
import { schemaMessages } from "@mcc/contract/kit/schema-messages.ts";
import { isStorable, UNSTORABLE_TEXT } from "@mcc/contract/kit/text.ts";
import type { z } from "zod";
import { makeRecentCache, type RecentCache } from "../access/recent-cache.ts";

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
  readonly url: string;
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
    ...(query ? { query: parseQuery(query, request) } : {}),
    ...(body ? { body: parseInput(body, request.body ?? {}) } : {}),
  };
};

const queryCaches = new WeakMap<z.ZodType, RecentCache<string, unknown>>();
const MAX_CACHED_QUERIES = 200;
const MAX_CACHED_LENGTH = 500;

/** All users open the same lists: a recently parsed query string is reused, and cannot be modified. */
const parseQuery = (schema: z.ZodType, { url, query }: RawRequest): unknown => {
  const at = url.indexOf("?");
  const queryText = at < 0 ? "" : url.slice(at);
  if (queryText.length > MAX_CACHED_LENGTH) return parseInput(schema, query ?? {});
  const cache = queryCaches.get(schema) ?? makeRecentCache<string, unknown>(MAX_CACHED_QUERIES);
  queryCaches.set(schema, cache);
  const parsedQuery = cache.get(queryText) ?? Object.freeze(parseInput(schema, query ?? {}));
  cache.set(queryText, parsedQuery);
  return parsedQuery;
};
