import type { Endpoint } from "../kit/endpoint.ts";

interface Shape {
  readonly [keyword: string]: unknown;
}
interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Shape;
}
/** What an endpoint takes and returns, as the API description states it. */
interface Described {
  readonly params: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly body?: Shape;
  readonly reply: Shape;
}
/** Source text, or fields that each have some. */
type Source = string | { readonly [field: string]: Source };

/** The API page shows so many characters beside the description. */
const LINE = 50;
const TEXT = '"…"';
const ADDRESS = '"https://manager.example.com/api"';

const print = (source: Source, indent = "", isOpen = false): string => {
  if (typeof source === "string") return source;
  const fields = Object.entries(source).map(([name, part]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const value = print(part, `${indent}  `);
    return key === value ? key : `${key}: ${value}`;
  });
  const line = fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
  if (!isOpen && line.length + indent.length <= LINE && !line.includes("\n")) return line;
  return `{\n${fields.map((field) => `${indent}  ${field},\n`).join("")}${indent}}`;
};

/** The fields that have to be there; if there is none, the first. */
const fieldsOf = ({ properties = {}, required = [] }: Shape): Source => {
  const all = Object.entries(properties as Readonly<Record<string, Shape>>);
  const needed = all.filter(([name]) => (required as readonly string[]).includes(name));
  const shown = needed.length > 0 ? needed : all.slice(0, 1);
  return Object.fromEntries(shown.map(([name, part]) => [name, exampleOf(part)]));
};

/** The shortest value that a schema accepts. */
const exampleOf = (schema: Shape): Source => {
  const union = (schema.anyOf ?? schema.oneOf) as readonly Shape[] | undefined;
  if (union) return exampleOf(union[0] ?? {});
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return JSON.stringify(schema.enum[0]);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "string") return TEXT;
  if (type === "number" || type === "integer") return "1";
  if (type === "boolean") return "true";
  if (type === "array") return schema.items ? `[${print(exampleOf(schema.items as Shape), "  ")}]` : "[]";
  return fieldsOf(schema);
};

const parametersOf = (parameters: readonly Parameter[]): Source | undefined => {
  const needed = parameters.filter(({ required }) => required);
  if (needed.length === 0) return undefined;
  return Object.fromEntries(
    needed.map(({ name, schema }) => [name, /(^|_)id$/.test(name) ? "1" : exampleOf(schema)]),
  );
};

const inputOf = (e: Endpoint, { params, query, body }: Described): string => {
  const file: Readonly<Record<string, Source>> = e.upload ? { file: "new Blob([])" } : {};
  const sent = body && { ...(exampleOf(body) as typeof file), ...file };
  const parts = {
    params: parametersOf(params),
    query: parametersOf(query),
    ...(e.lines ? { lines: sent && `[${print(sent, "  ")}]` } : { body: sent }),
  };
  const given = Object.entries(parts).filter((part): part is [string, Source] => part[1] !== undefined);
  return given.length > 0 ? `, ${print(Object.fromEntries(given), "", true)}` : "";
};

const connectionOf = ({ allow }: Endpoint): string => {
  const caller: Readonly<Record<string, Source>> = allow.startsWith("key:") ? { key: TEXT } : { token: TEXT };
  return print({ url: ADDRESS, ...(allow === "anyone" ? {} : caller) }, "", true);
};

/** How a program calls an endpoint with the client package. */
export const clientSample = (e: Endpoint, name: string, described: Described): string => {
  const { properties = {} } = described.reply as { properties?: object };
  const isList = "next" in properties && "results" in properties;
  const input = inputOf(e, described);
  const called = isList ? `eachRow(${name}, portal${input})` : `${name}(portal${input})`;
  const isIterated = isList || e.lines || e.stream;
  return `import { ${["connect", ...(isList ? ["eachRow"] : []), name].join(", ")} } from "@mcc/client";

const portal = connect(${connectionOf(e)});
${isIterated ? `for await (const one of ${called}) {\n  console.log(one);\n}` : `const response = await ${called};`}
`;
};
