import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { listQueries } from "@mcc/contract/kit/list-schema.ts";
import fc from "fast-check";
import { z } from "zod";
import type { SampleRequest } from "./sample-request.ts";

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)]);

const HOSTILE_TEXTS = [
  ...[
    "",
    " ",
    "\u0000",
    "\ud800",
    "\udc00x",
    "\uffff",
    "\u202etxt.exe",
    "é".normalize("NFD"),
    "🏭".repeat(200),
  ],
  ...["'; drop table mcc.orders; --", "%", "_", "\\", "\\x00", "{{7*7}}", "../../etc/passwd", "%00"],
  ...[
    "<script>alert(1)</script>",
    "javascript:alert(1)",
    "\r\nSet-Cookie: a=b",
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
  ],
  ...[
    "1e400",
    "-0",
    "NaN",
    "9".repeat(400),
    "9223372036854775808",
    "0x10",
    "true",
    "null",
    "{}",
    "2026-02-30",
    "x".repeat(20_000),
  ],
];
const HOSTILE_VALUES = [
  ...[Number.MAX_VALUE, -1, 0, 1.5, 1e-320, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), null, true, [], {}, [[]]],
  nested(40),
  Array.from({ length: 2_000 }, (_, at) => at),
  { __proto__: null, constructor: { prototype: 1 }, toString: 1, length: -1 },
];

const hostileText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: "binary", maxLength: 60 }));
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(...HOSTILE_VALUES),
  fc.jsonValue({ maxDepth: 3 }),
);

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}
const schemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(listQueries.get(schema)?.shape ?? schema, {
    io: "input",
    unrepresentable: "any",
  }) as JsonSchema;

const object = ({ properties = {}, required = [], additionalProperties }: JsonSchema) => {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, ofSchema(field)]),
  );
  const record = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  if (typeof additionalProperties !== "object") return record;
  return fc
    .tuple(record, fc.dictionary(fc.string(), ofSchema(additionalProperties), { maxKeys: 3 }))
    .map(([known, more]) => ({ ...more, ...known }));
};
const ofType = (type: string | undefined, schema: JsonSchema): fc.Arbitrary<unknown> => {
  if (type === "object") return object(schema);
  if (type === "array") return fc.array(ofSchema(schema.items ?? {}), { maxLength: 4 });
  if (type === "integer") return fc.integer({ min: 0, max: 2_000_000 });
  if (type === "number") return fc.double({ noNaN: true, noDefaultInfinity: true });
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  return fc.string({ unit: "grapheme", maxLength: 30 });
};
/** A value of the schema; now and then a hostile one in its place. */
const ofSchema = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  const types = [schema.type].flat() as (string | undefined)[];
  const valid = schema.anyOf
    ? fc.oneof(...schema.anyOf.map(ofSchema))
    : schema.enum
      ? fc.constantFrom(...schema.enum)
      : "const" in schema
        ? fc.constant(schema.const)
        : fc.oneof(...types.map((type) => ofType(type, schema)));
  return fc.oneof({ weight: 6, arbitrary: valid }, { weight: 1, arbitrary: hostileValue });
};

/** The sample with one of its values replaced, at any depth. */
const bent = (sample: unknown): fc.Arbitrary<unknown> => {
  if (Array.isArray(sample) && sample.length > 0)
    return fc.oneof(
      hostileValue,
      bent(sample[0]).map((first) => [first, ...sample.slice(1)]),
      fc.constant(Array(3).fill(sample[0])),
    );
  if (typeof sample !== "object" || sample === null) return hostileValue;
  const names = Object.keys(sample);
  if (names.length === 0) return hostileValue;
  return fc.constantFrom(...names).chain((name) => {
    const { [name]: given, ...others } = sample as Record<string, unknown>;
    return fc.oneof(
      { weight: 5, arbitrary: bent(given).map((value) => ({ ...sample, [name]: value })) },
      { weight: 1, arbitrary: fc.constant(others) },
    );
  });
};

const RAW = [
  "",
  "{",
  '{"a":1',
  "[1,2",
  '"text"',
  "null",
  "[]",
  "1",
  '{"a":1}{',
  `${"[".repeat(5_000)}`,
  '{"__proto__":{}}',
];

const bodyOf = (endpoint: Endpoint, sample: SampleRequest): fc.Arbitrary<Partial<SampleRequest>> => {
  if (!endpoint.body) return fc.constant({});
  const body = (value: fc.Arbitrary<unknown>) => value.map((given) => ({ body: given }));
  return fc.oneof(
    { weight: 5, arbitrary: body(bent(sample.body)) },
    { weight: 3, arbitrary: body(ofSchema(schemaOf(endpoint.body))) },
    { weight: 1, arbitrary: body(hostileValue) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW).map((raw) => ({ raw })) },
  );
};

const asText = (value: unknown): string =>
  typeof value === "string" ? value : String(JSON.stringify(value));
const queryValue = fc.oneof(hostileText, hostileValue.map(asText)).map((text) => text.slice(0, 2_000));
const queryOf = (endpoint: Endpoint, sample: SampleRequest): fc.Arbitrary<Partial<SampleRequest>> => {
  if (!endpoint.query) return fc.constant({});
  const names = [
    ...Object.keys(schemaOf(endpoint.query).properties ?? {}),
    "group_1",
    "constructor",
    "a.b[c]",
  ];
  const some = fc.dictionary(
    fc.constantFrom(...names),
    fc.oneof(queryValue, fc.array(queryValue, { maxLength: 3 })),
    {
      maxKeys: 3,
    },
  );
  return some.map((query) => ({ query: { ...sample.query, ...query } }));
};

const SEGMENTS = [
  "0",
  "-1",
  "1.5",
  "99999999999999999999",
  "x",
  "%",
  "..",
  "ü'\"; --",
  "\u0000",
  "a b",
  "__proto__",
];
const paramsOf = ({ params = {} }: SampleRequest): fc.Arbitrary<Partial<SampleRequest>> => {
  const names = Object.keys(params);
  if (names.length === 0) return fc.constant({});
  const other = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...SEGMENTS))
    .map(([name, segment]) => ({ params: { ...params, [name]: segment } }));
  return fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: other });
};

/** Requests to an endpoint: valid, almost valid, and hostile ones. */
export const requestsTo = (endpoint: Endpoint, sample: SampleRequest): fc.Arbitrary<SampleRequest> =>
  fc
    .tuple(bodyOf(endpoint, sample), queryOf(endpoint, sample), paramsOf(sample))
    .map(([body, query, params]) => ({ ...sample, ...body, ...query, ...params }));
