import { z } from "zod";
import { keyCallOf } from "../access/company-key-kinds.ts";
import { isKeyAllow } from "../access/key-scopes.ts";
import type { Endpoint } from "../kit/endpoint.ts";
import { errors } from "../kit/error-codes.ts";
import type { ErrorCode } from "../kit/errors.ts";
import { listQueries } from "../kit/list-schema.ts";
import { clientSample } from "./client-sample.ts";

type Shape = { properties?: Record<string, { description?: string }>; required?: string[] };

/** The JSON schema of what is sent or received. */
export const shapeOf = (schema: z.ZodType, io: "input" | "output"): Shape => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return shape as Shape;
};

/** Hierarchy groups differ between companies, so their parameter is described once for all. */
const GROUP = {
  name: "group_{id}",
  in: "query",
  required: false,
  description: "Matches what is below the node of this name in the hierarchy group of this id",
  schema: { type: "string" },
} as const;

export const parametersOf = (place: "path" | "query", schema?: z.ZodType) => {
  const list = schema && listQueries.get(schema);
  const declared = list?.shape ?? schema;
  const { properties = {}, required = [] } = declared ? shapeOf(declared, "input") : {};
  const named = Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description ? { description } : {}),
    schema: shape,
  }));
  return list?.withGroups ? [...named, GROUP] : named;
};

const json = (schema: object, type = "application/json") => ({ content: { [type]: { schema } } });
/** The required authentication: a user's token or a key of their company, a key of the provider, or none. */
const securityOf = (e: Endpoint) => {
  if (e.allow === "anyone") return [];
  if (isKeyAllow(e.allow)) return [{ key: [] }];
  return keyCallOf(e) ? [{ token: [] }, { companyKey: [] }] : [{ token: [] }];
};
const USER_ERRORS = ["auth.required", "access.denied", "auth.enrollment_required", "auth.network"] as const;
const authErrorsOf = (e: Endpoint): readonly ErrorCode[] => {
  if (e.allow === "anyone") return [];
  if (isKeyAllow(e.allow)) return ["key.required", "key.scope"];
  return keyCallOf(e) ? [...USER_ERRORS, "key.required", "key.scope"] : USER_ERRORS;
};
/** The scope that a key of a company needs. */
const keyScopeOf = (e: Endpoint) => {
  const call = keyCallOf(e);
  return call ? { "x-key-scope": `${call.kind}:${call.isWrite ? "write" : "read"}` } : {};
};

/** Every error an endpoint can return: its own, and those of any call. */
const codesOf = (e: Endpoint): readonly ErrorCode[] => [
  ...(e.query || e.body || e.params ? (["input.invalid"] as const) : []),
  ...authErrorsOf(e),
  ...(e.confirm ? (["auth.confirmation_required"] as const) : []),
  ...(e.fails ?? []),
  ...(e.body ? (["input.unreadable", "input.too_large"] as const) : []),
  "rate.limited",
  ...(e.allow === "anyone" ? [] : (["requests.waiting"] as const)),
  ...(isKeyAllow(e.allow) || keyCallOf(e) ? (["key.rate", "key.busy"] as const) : []),
  "unavailable",
];
const REQUEST_ID = "req-1";

/** Wrong fields are named with their messages; every other error has a code. */
const errorExample = (code: ErrorCode) =>
  code === "input.invalid"
    ? { limit: ["This must be a whole number."] }
    : { detail: errors[code][1], code, request_id: REQUEST_ID };

const errorSchema = (codes: readonly ErrorCode[]) => {
  const schemas = [
    ...(codes.includes("input.invalid") ? ["FieldErrors"] : []),
    ...(codes.some((code) => code !== "input.invalid") ? ["Refusal"] : []),
  ].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return schemas.length === 1 ? (schemas[0] as object) : { anyOf: schemas };
};

/** Several codes can share a status. */
const errorResponses = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(
    [...Map.groupBy(codes, (code) => String(errors[code][0]))].map(([status, same]) => [
      status,
      {
        description: same.map((code) => `${code}: ${errors[code][1]}`).join("\n"),
        content: {
          "application/json": {
            schema: errorSchema(same),
            examples: Object.fromEntries(
              same.map((code) => [code, { summary: code, value: errorExample(code) }]),
            ),
          },
        },
      },
    ]),
  );

/** "approval-rules" as a heading. */
const titleOf = (tag: string): string => {
  const words = tag === "sign-in" ? tag : tag.replaceAll("-", " ").replace(/^api\b/, "API");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

const DESCRIPTION = `The API is served under \`/api\`, or at the root of a \`manager-api.\` host.

**Signing in.** \`POST /accounts/user-token/\` returns a token. Every other call sends it as \`Authorization: JWT {token}\`. Programs of a company send \`Authorization: ApiKey {key}\` instead, with a key that a company admin creates under Configuration, API Keys: they get what a user with the sites of the key would get, from the calls whose \`x-key-scope\` the key has. The provider's systems send keys of their own in the same way to \`/integration/\`. To try a call here, enter the whole value of the header under Authentication.

**Lists** take \`limit\` (20 by default), \`offset\`, \`ordering\` (\`-\` for descending) and a filter for each column, and return \`count\`, \`next\`, \`previous\` and \`results\`.

**Programs** can use the package \`@mcc/client\`: it has a typed function for each call, which the examples show.

**Errors.** Wrong fields return 400 with \`{field: [messages]}\`; every other error returns \`{detail, code, request_id}\`. What does not exist and what the caller may not see give the same 404.`;

/** A file is sent as a part of a form, together with the fields that could also be sent as JSON. */
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

/** How a program calls an endpoint with the client package. */
export const sampleOf = (e: Endpoint, name: string): string =>
  clientSample(e, name, {
    params: parametersOf("path", e.params),
    query: parametersOf("query", e.query),
    ...(e.body ? { body: { ...shapeOf(e.body, "input") } } : {}),
    reply: { ...shapeOf(e.reply, "output") },
  });

const operationOf = (e: Endpoint, tag: string, name: string) => {
  const media = e.lines ? "application/x-ndjson" : "application/json";
  const answered = e.stream ? "text/event-stream" : media;
  const reply = shapeOf(e.reply, "output");
  return {
    tags: [tag],
    summary: e.summary,
    ...(e.description ? { description: e.description } : {}),
    operationId: name,
    "x-allow": e.allow,
    ...keyScopeOf(e),
    security: securityOf(e),
    parameters: [...parametersOf("path", e.params), ...parametersOf("query", e.query)],
    ...requestBodyOf(e, media),
    responses: {
      "200": { description: "Done", ...json(reply, answered) },
      ...(e.reply instanceof z.ZodOptional ? { "204": { description: "There is none" } } : {}),
      ...errorResponses(codesOf(e)),
    },
    "x-codeSamples": [{ lang: "typescript", label: "@mcc/client", source: sampleOf(e, name) }],
  };
};

/** OpenAPI 3.1, generated from the endpoints the server mounts and their names, so the two cannot differ. */
export const openapi = (
  surface: Readonly<Record<string, readonly Endpoint[]>>,
  names: ReadonlyMap<Endpoint, string>,
) => {
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, endpoints] of Object.entries(surface)) {
    for (const e of endpoints) {
      const path = e.path.replace(/:(\w+)/g, "{$1}");
      paths[path] ??= {};
      paths[path][e.method.toLowerCase()] = operationOf(e, tag, names.get(e) ?? `${e.method} ${path}`);
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Management Control Center",
      version: "1",
      description: DESCRIPTION,
    },
    servers: [{ url: "/api" }],
    tags: Object.keys(surface).map((tag) => ({ name: tag, "x-displayName": titleOf(tag) })),
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
        companyKey: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "`ApiKey {key}`, a key that a company admin creates under Configuration, API Keys",
        },
      },
      schemas: {
        Refusal: {
          type: "object",
          required: ["detail", "code", "request_id"],
          properties: {
            detail: { type: "string", description: "A sentence for the user" },
            code: { type: "string", description: "For programs; it does not change" },
            request_id: { type: "string", description: "Also in the header `x-request-id`" },
            reasons: {
              type: "array",
              items: { type: "string" },
              description: "Sentences that say why in detail, where there can be several reasons",
            },
            errors: {
              type: "array",
              items: {
                type: "object",
                required: ["row", "column", "message"],
                properties: {
                  row: { type: "integer", description: "Its number in the file, where the header is row 1" },
                  column: { type: "string" },
                  message: { type: "string" },
                },
              },
              description: "Every wrong cell of a file that was refused",
            },
          },
        },
        FieldErrors: {
          type: "object",
          description: "The messages of each wrong field",
          additionalProperties: { type: "array", items: { type: "string" } },
        },
      },
    },
  };
};
