import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { shapeOf } from "@mcc/contract/description/openapi.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { type Schema, without } from "./api-description.ts";
import { ROOT } from "./check-files.ts";

type Properties = Readonly<Record<string, Schema>>;

const NO_PART_OF_TYPE =
  /^(\$schema|\$id|\$defs|description|pattern|format|default|(exclusive)?(min|max)[A-Z]\w*|minimum|maximum)$/i;

/** Equal for schemas that have the same type. */
const keyOf = (schema: Schema): string =>
  JSON.stringify(
    without(
      schema,
      (keyword, value) =>
        NO_PART_OF_TYPE.test(keyword) || (keyword === "additionalProperties" && typeof value !== "object"),
    ),
  );

/** Smaller ones are the same by chance, and read well in place. */
const FIELDS_OF_INTERFACE = 3;
/** A part of another type that the contract has no name for is an interface of its own if it is large. */
const FIELDS_OF_PART = 8;
const fieldCount = ({ properties = {} }: Schema): number => Object.keys(properties as object).length;

const fieldName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
export const capitalized = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());
const indented = (text: string): string => text.replaceAll("\n", "\n  ");
const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");
const literals = (values: readonly unknown[]): string => union(values.map((value) => JSON.stringify(value)));

export const comment = (text: unknown): string =>
  typeof text === "string" && text ? `/** ${text.replaceAll("*/", "* /").replaceAll("\n", " ")} */\n` : "";

/** A field of an interface. */
export const fieldText = (name: string, isRequired: boolean, type: string, description?: unknown): string =>
  `${comment(description)}${fieldName(name)}${isRequired ? "" : "?"}: ${type};`;

/** Fields in braces. */
export const block = (fields: readonly string[]): string =>
  fields.length > 0 ? `{\n  ${indented(fields.join("\n"))}\n}` : "Record<string, never>";

/** The names that the contract has for types: that of the schema, or with what it is for if that is another's. */
const exportedNames = async (): Promise<Map<string, string[]>> => {
  const names = new Map<string, string[]>();
  for (const file of globSync("packages/contract/src/**/*.schema.ts", { cwd: ROOT }).sort()) {
    const feature = capitalized(basename(file).split(".")[0] ?? "");
    for (const [name, schema] of Object.entries((await import(join(ROOT, file))) as object)) {
      if (typeof schema !== "object" || !("shape" in schema)) continue;
      for (const io of ["output", "input"] as const) {
        const key = keyOf({ ...shapeOf(schema as Endpoint["reply"], io) });
        const specific = io === "input" ? `${name}Input` : `${feature}${name}`;
        names.set(key, [...(names.get(key) ?? []), name, specific]);
      }
    }
  }
  return names;
};

/** Writes the types of schemas. A schema that has a name becomes an interface, which is declared once. */
export const makeTypeWriter = async () => {
  const candidates = await exportedNames();
  const names = new Map<string, string>();
  const declared = new Map<string, string>();
  let definitions: Properties = {};

  /** The interface of a schema, by the name that the contract or its first use gives it. */
  const interfaceFor = (schema: Schema, proposed: string | undefined): string | undefined => {
    if (fieldCount(schema) < FIELDS_OF_INTERFACE) return undefined;
    const key = keyOf(schema);
    const known = names.get(key);
    if (known) return known;
    const name = [...(candidates.get(key) ?? []), proposed].find((one) => one && !declared.has(one));
    if (!name) return undefined;
    names.set(key, name);
    declared.set(name, "");
    declared.set(name, `export interface ${name} ${fieldsOf(schema, name)}`);
    return name;
  };

  const fieldsOf = (schema: Schema, owner: string | undefined): string => {
    const required = (schema.required ?? []) as string[];
    const fields = Object.entries((schema.properties ?? {}) as Properties).map(([name, part]) => {
      const isLarge = fieldCount((part.items ?? part) as Schema) >= FIELDS_OF_PART;
      const type = typeOf(part, owner && isLarge ? `${owner}${capitalized(name)}` : undefined);
      return fieldText(name, required.includes(name), type, part.description);
    });
    return block(fields);
  };

  const typeOf = (schema: Schema, proposed?: string): string => {
    const parts = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
    if (parts) return union(parts.map((part) => typeOf(part)));
    if (typeof schema.$ref === "string") {
      const definition = definitions[schema.$ref.split("/").at(-1) ?? ""];
      return definition ? typeOf(definition) : "unknown";
    }
    if (schema.const !== undefined) return literals([schema.const]);
    if (Array.isArray(schema.enum)) return literals(schema.enum);
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })));
    if (schema.type === "array") return listOf(schema, proposed);
    if (schema.type === "object") return objectOf(schema, proposed);
    if (schema.type === "integer") return "number";
    return String(schema.type ?? "unknown");
  };

  const listOf = ({ items }: Schema, proposed: string | undefined): string => {
    const item = items ? typeOf(items as Schema, proposed) : "unknown";
    return /^[\w.]+(\[\])*$/.test(item) ? `${item}[]` : `Array<${item}>`;
  };

  const objectOf = (schema: Schema, proposed: string | undefined): string => {
    if (schema.$defs) definitions = schema.$defs as Properties;
    const { properties = {}, additionalProperties: map } = schema;
    if (Object.keys(properties as object).length > 0) {
      return interfaceFor(schema, proposed) ?? fieldsOf(schema, proposed);
    }
    return `Record<string, ${typeof map === "object" && map ? typeOf(map as Schema) : "unknown"}>`;
  };

  /** The declarations of the types used so far, by name. */
  const declarations = (): string[] =>
    [...declared].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);

  /** Declares an interface that is written elsewhere. */
  const declare = (name: string, fields: string): string => {
    declared.set(name, `export interface ${name} ${fields}`);
    return name;
  };

  return { typeOf, declare, declarations };
};
export type TypeWriter = Awaited<ReturnType<typeof makeTypeWriter>>;
