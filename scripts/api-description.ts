import { api, callNames } from "@mcc/contract/api.ts";
import { openapi } from "@mcc/contract/description/openapi.ts";

/** A JSON schema, of which only what programs depend on is compared. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** What one endpoint promises. */
export interface Operation {
  /** Its name, by which generated clients call it. */
  readonly name: string;
  /** Nothing, a user's token, or an API key with a scope. */
  readonly caller: string;
  /** The scope with which keys of companies may call it. */
  readonly key?: string;
  readonly params: Schema;
  readonly query: Schema;
  /** By media type. */
  readonly body: Readonly<Record<string, Schema>>;
  readonly reply: Readonly<Record<string, Schema>>;
  /** Whether there can be a response without a body. */
  readonly empty?: true;
}

export interface ApiDescription {
  /** Every error code of the API. */
  readonly codes: readonly string[];
  /** By method and path. */
  readonly endpoints: Readonly<Record<string, Operation>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}
interface Content {
  readonly schema: Schema;
  readonly examples?: object;
}
interface Described {
  readonly operationId: string;
  readonly "x-allow": string;
  readonly "x-key-scope"?: string;
  readonly security: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

/** Texts, and checks that cannot be compared. */
const LEFT_OUT = new Set(["description", "pattern", "format", "default", "$id"]);
const NAMED_SCHEMAS = new Set(["properties", "$defs"]);

/** A schema without some of its keywords, at any depth. The names of fields are no keywords. */
export const without = (
  schema: unknown,
  isLeftOut: (keyword: string, value: unknown) => boolean,
): unknown => {
  const deeper = (part: unknown) => without(part, isLeftOut);
  if (Array.isArray(schema)) return schema.map(deeper);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([keyword, value]) => !isLeftOut(keyword, value));
  return Object.fromEntries(
    kept.map(([keyword, value]) => [
      keyword,
      NAMED_SCHEMAS.has(keyword)
        ? Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, deeper(part)]))
        : deeper(value),
    ]),
  );
};

/** The largest safe integer is a limit of the language. */
const bare = (schema: unknown): unknown =>
  without(
    schema,
    (keyword, value) =>
      LEFT_OUT.has(keyword) || (typeof value === "number" && Math.abs(value) === Number.MAX_SAFE_INTEGER),
  );

const parametersOf = ({ parameters }: Described, place: string): Schema => {
  const placed = parameters.filter((parameter) => parameter.in === place);
  return {
    type: "object",
    properties: Object.fromEntries(placed.map(({ name, schema }) => [name, bare(schema)])),
    required: placed.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
};

const contentOf = (content: Readonly<Record<string, Content>> = {}) =>
  Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, bare(schema) as Schema]));

const callerOf = (one: Described): string => {
  if (one.security.length === 0) return "anyone";
  return one["x-allow"].startsWith("key:") ? one["x-allow"] : "user";
};

const operationOf = (one: Described): Operation => ({
  name: one.operationId,
  caller: callerOf(one),
  ...(one["x-key-scope"] ? { key: one["x-key-scope"] } : {}),
  params: parametersOf(one, "path"),
  query: parametersOf(one, "query"),
  body: contentOf(one.requestBody?.content),
  reply: contentOf(one.responses["200"]?.content),
  ...(one.responses["204"] ? { empty: true } : {}),
});

/** What the API of this version promises, taken from the description that the server prints. */
export const describeApi = (): ApiDescription => {
  const described = Object.entries(openapi(api, callNames).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, one]) => [`${method.toUpperCase()} ${path}`, one as Described] as const,
    ),
  );
  const codes = described.flatMap(([, { responses }]) =>
    Object.values(responses).flatMap(({ content }) =>
      Object.keys(content?.["application/json"]?.examples ?? {}),
    ),
  );
  return {
    codes: [...new Set(codes)].sort(),
    endpoints: Object.fromEntries(
      described
        .map(([place, one]) => [place, operationOf(one)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
};

/** One line for each endpoint, so that a change shows which ones it concerns. */
export const printDescription = ({ codes, endpoints }: ApiDescription): string => {
  const lines = Object.entries(endpoints).map(
    ([place, operation]) => `${JSON.stringify(place)}: ${JSON.stringify(operation)}`,
  );
  return `{\n"codes": ${JSON.stringify(codes)},\n"endpoints": {\n${lines.join(",\n")}\n}\n}\n`;
};
