import { z } from "zod";

/** Responses are written by a serializer compiled from their schema: an undeclared field is never sent. */
export const jsonSchemaOf = (reply: z.ZodType): object => {
  const { $schema: _, ...schema } = z.toJSONSchema(reply, {
    io: "output",
    unrepresentable: "any",
    override: ({ jsonSchema }) => useNullable(jsonSchema),
  });
  return schema;
};

/** A nullable schema is serialized without the validator that chooses between two schemas. */
const useNullable = (schema: z.core.JSONSchema.BaseSchema): void => {
  const [something, nothing, ...others] = schema.anyOf ?? [];
  if (nothing?.type !== "null" || typeof something?.type !== "string" || others.length > 0) return;
  delete schema.anyOf;
  Object.assign(schema, something, { nullable: true });
};
