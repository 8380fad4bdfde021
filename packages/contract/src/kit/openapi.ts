import { z } from "zod";
import { isKeyAllow } from "../access/key-scopes.ts";
import type { Endpoint } from "./endpoint.ts";
import { errors } from "./errors.ts";

type Shape = { properties?: Record<string, object>; required?: string[] };

const shapeOf = (schema: z.ZodType, io: "input" | "output"): Shape => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return shape as Shape;
};

const parametersOf = (place: "path" | "query", schema?: z.ZodType) => {
  const { properties = {}, required = [] } = schema ? shapeOf(schema, "input") : {};
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: shape,
  }));
};

const json = (schema: object, type = "application/json") => ({ content: { [type]: { schema } } });
/** Who is asked for: a signed-in user's token, an API key, or nobody. */
const securityOf = ({ allow }: Endpoint) =>
  allow === "anyone" ? [] : [isKeyAllow(allow) ? { key: [] } : { token: [] }];
const refusalsOf = ({ allow }: Endpoint) => {
  if (allow === "anyone") return [];
  return isKeyAllow(allow)
    ? (["key.required", "key.scope"] as const)
    : (["auth.required", "access.denied"] as const);
};
const refusal = (code: keyof typeof errors) => [
  String(errors[code][0]),
  { description: errors[code][1], ...json({ $ref: "#/components/schemas/Refusal" }) },
];

/** A file comes as a part of a form, beside the fields that JSON could say alone. */
const requestBodyOf = (e: Endpoint, media: string) => {
  if (!e.body) return {};
  const shape = shapeOf(e.body, "input");
  const form = {
    ...shape,
    properties: { ...shape.properties, file: { type: "string", format: "binary" } },
  };
  const { content } = json(shape, media);
  return {
    requestBody: {
      required: true,
      content: e.upload ? { "multipart/form-data": { schema: form }, ...content } : content,
    },
  };
};

const operationOf = (e: Endpoint, tag: string) => {
  const media = e.lines ? "application/x-ndjson" : "application/json";
  const answered = e.stream ? "text/event-stream" : media;
  const reply = shapeOf(e.reply, "output");
  return {
    tags: [tag],
    summary: e.summary,
    operationId: `${e.method.toLowerCase()}${e.path.replace(/[^a-z0-9]+/gi, "_")}`,
    "x-allow": e.allow,
    security: securityOf(e),
    parameters: [...parametersOf("path", e.params), ...parametersOf("query", e.query)],
    ...requestBodyOf(e, media),
    responses: {
      "200": { description: "Done", ...json(reply, answered) },
      ...Object.fromEntries(
        [
          ...(e.query || e.body || e.params ? (["input.invalid"] as const) : []),
          ...refusalsOf(e),
          ...(e.fails ?? []),
        ].map(refusal),
      ),
    },
  };
};

/** OpenAPI 3.1, printed from the very endpoints the server mounts, so it cannot drift from them. */
export const openapi = (surface: Readonly<Record<string, readonly Endpoint[]>>) => {
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, endpoints] of Object.entries(surface)) {
    for (const e of endpoints) {
      const path = e.path.replace(/:(\w+)/g, "{$1}");
      paths[path] ??= {};
      paths[path][e.method.toLowerCase()] = operationOf(e, tag);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Management Control Center",
      version: "1",
      description:
        "Field errors answer 400 with `{field: [messages]}`; every other refusal answers `{detail, code, request_id}`.",
    },
    servers: [{ url: "/api" }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "`JWT {token}`, the token of POST /accounts/user-token/",
        },
        key: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "`ApiKey {key}`, a key issued by the platform",
        },
      },
      schemas: {
        Refusal: {
          type: "object",
          properties: {
            detail: { type: "string" },
            code: { type: "string" },
            request_id: { type: "string" },
          },
        },
      },
    },
  };
};
