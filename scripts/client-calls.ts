import { api, callNames } from "@mcc/contract/api.ts";
import { parametersOf, shapeOf } from "@mcc/contract/description/openapi.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { errors } from "@mcc/contract/kit/error-codes.ts";
import type { Schema } from "./api-description.ts";
import { block, capitalized, comment, fieldText, type TypeWriter } from "./client-types.ts";

const PAGE_FIELDS = ["count", "next", "previous", "current_url", "results"];
const PAGE_EXTRAS = ["count_is_capped", "deepest_offset"];

const schemaOf = (schema: Endpoint["reply"], io: "input" | "output"): Schema => ({ ...shapeOf(schema, io) });
const isOptional = (schema: Endpoint["reply"]): boolean => schema.safeParse(undefined).success;

/** In an address everything is text: numbers, and true and false, are written as they are. */
const parameterType = ({ enum: values, anyOf }: Schema): string => {
  if (anyOf) return "string | readonly string[]";
  if (!Array.isArray(values)) return "string | number";
  if (values.join() === "true,false") return "boolean";
  return values.map((value) => JSON.stringify(value)).join(" | ");
};

const parameterFields = (place: "path" | "query", schema: Endpoint["query"]): string[] =>
  parametersOf(place, schema).map(({ name, required, schema: shape, ...more }) => {
    const description = "description" in more ? more.description : undefined;
    if (name !== "group_{id}") return fieldText(name, required, parameterType(shape as Schema), description);
    return `${comment(description)}[group: \`group_\${number}\`]: string | readonly string[] | undefined;`;
  });

const inputFields = (
  e: Endpoint,
  name: string,
  types: TypeWriter,
): [field: string, isRequired: boolean][] => {
  const params = parameterFields("path", e.params);
  const query = parameterFields("query", e.query);
  const isQueryRequired = parametersOf("query", e.query).some(({ required }) => required);
  const fields: [string, boolean][] = [];
  if (params.length > 0) fields.push([`params: { ${params.join(" ").replace(/;$/, "")} }`, true]);
  if (query.length > 0) {
    const type = types.declare(`${capitalized(name)}Query`, block(query));
    fields.push([`query${isQueryRequired ? "" : "?"}: ${type}`, isQueryRequired]);
  }
  if (e.body) {
    const type = types.typeOf(schemaOf(e.body, "input"), `${capitalized(name)}Body`);
    const sent = e.upload ? `${type} | (${type} & { file: Blob })` : type;
    fields.push([e.lines ? `lines: Iterable<${type}> | AsyncIterable<${type}>` : `body: ${sent}`, true]);
  }
  return fields;
};

/** A page of a list is written as one. */
const replyType = (e: Endpoint, name: string, types: TypeWriter): string => {
  const schema = schemaOf(e.reply, "output");
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const isPage = PAGE_FIELDS.every((field) => field in properties);
  const others = Object.keys(properties).filter((field) => ![...PAGE_FIELDS, ...PAGE_EXTRAS].includes(field));
  if (!isPage || others.length > 0) return types.typeOf(schema, `${capitalized(name)}Response`);
  const row = types.typeOf((properties.results?.items ?? {}) as Schema, `${capitalized(name)}Row`);
  return `Page<${row}>`;
};

const returnType = (e: Endpoint, name: string, types: TypeWriter): string => {
  const reply = replyType(e, name, types);
  if (e.lines || e.stream) return `AsyncGenerator<${reply}, void, undefined>`;
  return `Promise<${isOptional(e.reply) ? `${reply} | undefined` : reply}>`;
};

const declarationOf = (e: Endpoint, name: string, types: TypeWriter): string => {
  const fields = inputFields(e, name, types);
  const isRequired = fields.some(([, required]) => required);
  const input = `input${isRequired ? "" : "?"}: { ${fields.map(([field]) => field).join("; ")} }`;
  const noInput = "input?: Record<string, never>";
  const text = `${e.summary}. \`${e.method} ${e.path}\``;
  return `${comment(text)}export declare function ${name}(connection: Connection, ${
    fields.length > 0 ? input : noInput
  }, options?: CallOptions): ${returnType(e, name, types)};`;
};

const makerOf = (e: Endpoint): string => {
  if (e.lines) return "lineCall";
  return e.stream ? "eventCall" : "call";
};
const scriptOf = (e: Endpoint, name: string): string =>
  `export const ${name} = /* @__PURE__ */ ${makerOf(e)}("${e.method}", "${e.path}");`;

const namedCalls = (): [string, Endpoint][] =>
  Object.values(api)
    .flat()
    .map((e): [string, Endpoint] => [callNames.get(e) ?? "", e])
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** `index.js`: one function for each endpoint, which a bundler leaves out if it is not used. */
export const printScript = (): string => `import { call } from "./call.js";
import { eventCall, lineCall } from "./streams.js";

export { ApiError, isApiError } from "./api-error.js";
export { connect } from "./connection.js";
export { eachPage, eachRow } from "./paging.js";

${namedCalls()
  .map(([name, e]) => scriptOf(e, name))
  .join("\n")}
`;

/** `index.d.ts`: the functions with their types, and every type that they name. */
export const printTypes = (types: TypeWriter): string => {
  // What is received has the first choice of names.
  for (const [name, e] of namedCalls()) returnType(e, name, types);
  const calls = namedCalls().map(([name, e]) => declarationOf(e, name, types));
  const codes = ["network", "unexpected", ...Object.keys(errors)];
  return `import type { ApiError } from "./api-error.js";
import type { Connection } from "./connection.js";
import type { Page } from "./paging.js";
import type { CallOptions } from "./send.js";

export { ApiError, type FieldErrors } from "./api-error.js";
export { type Connection, type ConnectionOptions, connect } from "./connection.js";
export { eachPage, eachRow, type Page } from "./paging.js";
export type { CallOptions } from "./send.js";

/** The codes of refusals; later versions can have more. */
export type ErrorCode = ${[...new Set(codes)].map((code) => `\n  | ${JSON.stringify(code)}`).join("")};
/** Whether a call failed, and with one of these codes if some are named. */
export declare function isApiError(error: unknown, ...codes: ErrorCode[]): error is ApiError;

${calls.join("\n\n")}

${types.declarations().join("\n\n")}
`;
};
