import fastJsonStringify from "fast-json-stringify";
import { z } from "zod";

/**
 * Responses are written by a serializer compiled from their schema: an undeclared field is never sent. It is compiled
 * with the first response, because most processes never send one of every endpoint.
 */
export const responseOf = (reply: z.ZodType) => {
  let serialize: ((value: unknown) => string) | undefined;
  const compiler = () => (value: unknown) => {
    serialize ??= fastJsonStringify(jsonSchemaOf(reply)) as (value: unknown) => string;
    return serialize(value);
  };
  return { schema: { response: { 200: {} } }, serializerCompiler: compiler };
};

const jsonSchemaOf = (reply: z.ZodType): object => {
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
