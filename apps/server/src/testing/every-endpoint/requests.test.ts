import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { listQueries } from "@mcc/contract/kit/list-schema.ts";
import { expect, test } from "vitest";
import { z } from "zod";
import { absentIds } from "./ids.ts";
import { endpoints, keyOf, sampleOf, samples } from "./requests.ts";

test("every endpoint has a sample request, and every sample request an endpoint", () => {
  const where = "in one of the *-requests.ts files of apps/server/src/testing/every-endpoint";
  const keys = endpoints.map(keyOf);
  expect(
    keys.filter((key) => !(key in samples)),
    `Add a sample request for these ${where}.`,
  ).toEqual([]);
  expect(
    Object.keys(samples).filter((key) => !keys.includes(key)),
    `Delete these ${where}: there are no such endpoints.`,
  ).toEqual([]);
});

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** The paths of all fields, such as "lines[].sku". */
const fieldsOf = (schema: JsonSchema, at = ""): string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = at ? `${at}.${name}` : name;
    return [path, ...fieldsOf(field, path)];
  }),
  ...(schema.items ? fieldsOf(schema.items, `${at}[]`) : []),
  ...(schema.anyOf ?? []).flatMap((one) => fieldsOf(one, at)),
];
const pathsIn = (value: unknown, at = ""): string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => pathsIn(one, `${at}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const path = at ? `${at}.${name}` : name;
    return [path, ...pathsIn(field, path)];
  });
};
const declared = (schema: z.ZodType | undefined): string[] =>
  schema && !listQueries.has(schema)
    ? fieldsOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema)
    : [];

/** Fields that a request can do without, as the others say the same. */
const LEFT_OUT = [
  "sites[].problems[].field",
  "sites[].problems[].message",
  "budgets[].problems[].field",
  "budgets[].problems[].message",
  "creator.username",
  "ordered_by.name",
  "ordered_by.username",
  "requested_by.name",
  "requested_by.username",
  "ecommerce_username",
  "site",
];

test("the sample requests have every field of their bodies and queries", () => {
  const missing = (endpoint: Endpoint) => {
    const both = [true, false].map((hierarchy) => sampleOf(endpoint, absentIds, { hierarchy, slug: "x" }));
    const given = (part: "body" | "query") => both.flatMap((request) => pathsIn(request[part]));
    return (["body", "query"] as const).flatMap((part) =>
      [...new Set(declared(endpoint[part]))]
        .filter((field) => !given(part).includes(field) && !LEFT_OUT.includes(field))
        .map((field) => `${keyOf(endpoint)}: ${part} field ${field}`),
    );
  };
  expect(
    endpoints.flatMap(missing),
    "Add these fields to the sample requests in apps/server/src/testing/every-endpoint. What names a record is taken from `ids`.",
  ).toEqual([]);
});

test("the sample requests have every parameter of their paths", () => {
  const missing = (endpoint: Endpoint) => {
    const { params = {} } = sampleOf(endpoint, absentIds, { hierarchy: true, slug: "x" });
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => String(name));
    return named.filter((name) => params[name] === undefined).map((name) => `${keyOf(endpoint)}: ${name}`);
  };
  expect(endpoints.flatMap(missing)).toEqual([]);
});
