import { expect, test } from "vitest";
import { z } from "zod";
import { api, callNames } from "./api.ts";
import { fieldsOf, MAX_FIELDS } from "./kit/errors.ts";

type Shape = Readonly<Record<string, unknown>>;

/** The unbounded lists and maps within a schema, by their path. */
const boundless = (shape: unknown, path = ""): string[] => {
  if (typeof shape !== "object" || shape === null) return [];
  const { type, maxItems, maxProperties, additionalProperties } = shape as Shape;
  const isMap = typeof additionalProperties === "object";
  const isFound = (type === "array" && maxItems === undefined) || (isMap && maxProperties === undefined);
  const inner = Object.entries(shape).flatMap(([key, part]) => boundless(part, `${path}.${key}`));
  return isFound ? [path, ...inner] : inner;
};

test("every list and every map in a request has a maximum size (API-011)", () => {
  const inputs = Object.values(api).flatMap((endpoints) =>
    endpoints.flatMap(({ method, path, body, query }) =>
      [body, query].flatMap((schema) =>
        schema
          ? boundless(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), `${method} ${path}`)
          : [],
      ),
    ),
  );
  expect(inputs).toEqual([]);
  const loose = z.object({ ids: z.array(z.string()), labels: z.record(z.string(), z.string()) });
  expect(boundless(z.toJSONSchema(loose))).toEqual([".properties.ids", ".properties.labels"]);
});

test("every call has a name of its own, by which the API description and the client know it", () => {
  const endpoints = Object.values(api).flat();
  const named = endpoints.map((one) => callNames.get(one) ?? `${one.method} ${one.path}`);
  expect(named.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([]);
  expect(new Set(named).size).toBe(endpoints.length);
  expect(named).toEqual(
    expect.arrayContaining(["approveOrder", "listOrders", "suggestOrders", "listSiteTypes", "findSiteType"]),
  );
});

test("a response names at most a hundred invalid fields and states that there are more (API-009)", () => {
  const wrong = (count: number) =>
    fieldsOf(Array.from({ length: count }, (_, at) => ({ path: [at], message: "This is not valid." })));
  expect(Object.keys(wrong(MAX_FIELDS))).toHaveLength(MAX_FIELDS);
  expect(wrong(MAX_FIELDS)).not.toHaveProperty("non_field_errors");
  expect(Object.keys(wrong(MAX_FIELDS + 50))).toHaveLength(MAX_FIELDS + 1);
  expect(wrong(MAX_FIELDS + 50).non_field_errors).toEqual([
    "More than 100 fields are invalid: these are the first of them.",
  ]);
  const unknown = Array.from({ length: 1_000 }, (_, at) => `key-${at}`);
  const fields = fieldsOf([{ code: "unrecognized_keys", path: [], message: "Not known.", keys: unknown }]);
  expect(Object.keys(fields)).toHaveLength(MAX_FIELDS + 1);
});
