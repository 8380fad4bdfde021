import { expect, test } from "vitest";
import { z } from "zod";
import { fieldsOf } from "./errors.ts";
import { schemaMessages } from "./schema-messages.ts";

const messagesFor = (schema: z.ZodType, given: unknown) =>
  fieldsOf(schema.safeParse(given, { error: schemaMessages }).error?.issues ?? []);

test("a schema without messages of its own uses ours, one entry for each field", () => {
  const schema = z.strictObject({
    name: z.string(),
    count: z.int(),
    tags: z.array(z.string().max(3)),
    kind: z.enum(["a", "b"]),
    labels: z.record(z.string(), z.union([z.string(), z.number()])),
  });
  const given = { count: 1.5, tags: ["long", 7], kind: "c", labels: { x: null }, nmae: "", constructor: 1 };
  expect({ ...messagesFor(schema, given) }).toEqual({
    name: ["This field is required."],
    count: ["This must be a whole number."],
    "tags.0": ["This must have at most 3 characters."],
    "tags.1": ["This must be text."],
    kind: ["This must be one of a, b."],
    "labels.x": ["This is not valid."],
    nmae: ["Unknown field."],
    constructor: ["Unknown field."],
  });
  expect(messagesFor(schema, [])).toEqual({ non_field_errors: ["This must be an object."] });
});

test("a limit of one is said in the singular", () => {
  const schema = z.object({
    ids: z.array(z.int()).min(1),
    two: z.array(z.int()).max(2),
    code: z.string().max(1),
  });
  expect({ ...messagesFor(schema, { ids: [], two: [1, 2, 3], code: "ab" }) }).toEqual({
    ids: ["This must have at least 1 entry."],
    two: ["This must have at most 2 entries."],
    code: ["This must have at most 1 character."],
  });
});

test("the messages of a schema take precedence", () => {
  expect(messagesFor(z.string({ error: "Name field is required" }), undefined)).toEqual({
    non_field_errors: ["Name field is required"],
  });
});
