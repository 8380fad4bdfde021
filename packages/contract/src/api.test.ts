import { expect, test } from "vitest";
import { z } from "zod";
import { api } from "./api.ts";
import { fieldsOf, MAX_FIELDS } from "./kit/errors.ts";

type Shape = Readonly<Record<string, unknown>>;

/** Lists and maps of any size within a shape, by where they stand. */
const boundless = (shape: unknown, path = ""): string[] => {
  if (typeof shape !== "object" || shape === null) return [];
  const { type, maxItems, maxProperties, additionalProperties } = shape as Shape;
  const isMap = typeof additionalProperties === "object";
  const isFound = (type === "array" && maxItems === undefined) || (isMap && maxProperties === undefined);
  const inner = Object.entries(shape).flatMap(([key, part]) => boundless(part, `${path}.${key}`));
  return isFound ? [path, ...inner] : inner;
};

test("every list and every map that somebody may send says how much it holds (API-011)", () => {
  const asked = Object.values(api).flatMap((endpoints) =>
    endpoints.flatMap(({ method, path, body, query }) =>
      [body, query].flatMap((schema) =>
        schema
          ? boundless(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), `${method} ${path}`)
          : [],
      ),
    ),
  );
  expect(asked).toEqual([]);
  const loose = z.object({ ids: z.array(z.string()), labels: z.record(z.string(), z.string()) });
  expect(boundless(z.toJSONSchema(loose))).toEqual([".properties.ids", ".properties.labels"]);
});

test("an answer names a hundred wrong fields, and says so when there are more (API-009)", () => {
  const wrong = (count: number) =>
    fieldsOf(Array.from({ length: count }, (_, at) => ({ path: [at], message: "This is not valid." })));
  expect(Object.keys(wrong(MAX_FIELDS))).toHaveLength(MAX_FIELDS);
  expect(wrong(MAX_FIELDS)).not.toHaveProperty("non_field_errors");
  expect(Object.keys(wrong(MAX_FIELDS + 50))).toHaveLength(MAX_FIELDS + 1);
  expect(wrong(MAX_FIELDS + 50).non_field_errors).toEqual([
    "More than 100 fields are wrong: these are the first of them.",
  ]);
  const unknown = Array.from({ length: 1_000 }, (_, at) => `key-${at}`);
  const fields = fieldsOf([{ code: "unrecognized_keys", path: [], message: "Not known.", keys: unknown }]);
  expect(Object.keys(fields)).toHaveLength(MAX_FIELDS + 1);
});
