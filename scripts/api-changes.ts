import type { ApiDescription, Operation, Schema } from "./api-description.ts";

/** What callers send must still be accepted; what they receive must still be what was promised. */
type Direction = "sent" | "received";

/** One of the forms that a value can have, without unions. */
interface Form extends Schema {
  readonly type: string;
}

/** A schema together with the definitions that it can refer to. */
interface Part {
  readonly schema: Schema;
  readonly definitions: Readonly<Record<string, Schema>>;
}

interface Comparison {
  readonly direction: Direction;
  /** References that are being compared already: a schema can contain itself. */
  readonly compared: ReadonlySet<string>;
}

const partOf = (schema: Schema): Part => ({
  schema,
  definitions: (schema.$defs ?? {}) as Part["definitions"],
});
const within = ({ definitions }: Part, schema: unknown): Part => ({ schema: schema as Schema, definitions });
const refOf = ({ schema }: Part): string => (typeof schema.$ref === "string" ? schema.$ref : "");

const resolved = (part: Part): Part => {
  const name = refOf(part).split("/").at(-1) ?? "";
  const found = part.definitions[name];
  return found ? resolved(within(part, found)) : part;
};

const formsOf = (given: Part): Form[] => {
  const part = resolved(given);
  const { anyOf, oneOf, type, ...rest } = part.schema;
  const union = (anyOf ?? oneOf) as readonly Schema[] | undefined;
  if (union) return union.flatMap((one) => formsOf(within(part, { ...rest, ...one })));
  if (Array.isArray(type)) return type.flatMap((one) => formsOf(within(part, { ...rest, type: one })));
  if (type === undefined && rest.const !== undefined) return [{ ...rest, type: typeof rest.const }];
  return [{ ...rest, type: String(type ?? "anything") }];
};

const namesOf = (forms: readonly Form[]): string => [...new Set(forms.map(({ type }) => type))].join(" or ");
const valuesOf = ({ enum: listed, const: only }: Form): readonly unknown[] | undefined =>
  only === undefined ? (listed as readonly unknown[] | undefined) : [only];

const UPPER_LIMITS = ["maxLength", "maxItems", "maxProperties", "maximum", "exclusiveMaximum"];
const LOWER_LIMITS = ["minLength", "minItems", "minProperties", "minimum", "exclusiveMinimum"];

const limitChanges = (before: Form, after: Form, place: string): string[] =>
  [...UPPER_LIMITS, ...LOWER_LIMITS].flatMap((limit) => {
    const [was, is] = [before[limit], after[limit]] as (number | undefined)[];
    const isTighter = UPPER_LIMITS.includes(limit) ? Number(is) < Number(was) : Number(is) > Number(was);
    if (is === undefined || (was !== undefined && !isTighter)) return [];
    return [`${place}: ${limit} is ${is} now, and was ${was ?? "not limited"}`];
  });

const valueChanges = (before: Form, after: Form, place: string, direction: Direction): string[] => {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (direction === "received") return was && !is ? [`${place}: can have any value now`] : [];
  if (!is) return [];
  if (!was) return [`${place}: accepts only ${is.join(", ")} now`];
  const gone = was.filter((value) => !is.includes(value));
  return gone.length > 0 ? [`${place}: no longer accepts ${gone.join(", ")}`] : [];
};

/** Numbers include whole numbers. */
const isKind = (type: string, of: string): boolean =>
  of === "anything" || type === of || (type === "integer" && of === "number");

type Properties = Readonly<Record<string, Schema>>;

const propertyChanges = (
  before: Part & { readonly schema: Form },
  after: Part & { readonly schema: Form },
  place: string,
  comparison: Comparison,
): string[] => {
  const isSent = comparison.direction === "sent";
  const [was, is] = [before, after].map(({ schema }) => (schema.properties ?? {}) as Properties) as [
    Properties,
    Properties,
  ];
  const [needed, needs] = [before, after].map(({ schema }) => (schema.required ?? []) as string[]) as [
    string[],
    string[],
  ];
  const named = (name: string) => (place ? `${place}.${name}` : name);
  const changes = Object.entries(was).flatMap(([name, schema]) => {
    const now = is[name];
    if (!now) return [`${named(name)}: is gone`];
    const isMissing = !isSent && needed.includes(name) && !needs.includes(name);
    return [
      ...(isMissing ? [`${named(name)}: can be missing now`] : []),
      ...schemaChanges(within(before, schema), within(after, now), named(name), comparison),
    ];
  });
  const required = needs.filter((name) => isSent && !needed.includes(name));
  const isClosed =
    isSent && after.schema.additionalProperties === false && before.schema.additionalProperties !== false;
  const maps = [before, after].map(({ schema }) => schema.additionalProperties);
  return [
    ...changes,
    ...required.map((name) => `${named(name)}: is required now`),
    ...(isClosed ? [`${place}: refuses unknown fields now`] : []),
    ...(maps.every((map) => typeof map === "object")
      ? schemaChanges(within(before, maps[0]), within(after, maps[1]), named("*"), comparison)
      : []),
  ];
};

const formChanges = (
  before: Part & { readonly schema: Form },
  after: Part & { readonly schema: Form },
  place: string,
  comparison: Comparison,
): string[] => [
  ...valueChanges(before.schema, after.schema, place, comparison.direction),
  ...(comparison.direction === "sent" ? limitChanges(before.schema, after.schema, place) : []),
  ...(before.schema.type === "object" && after.schema.type === "object"
    ? propertyChanges(before, after, place, comparison)
    : []),
  ...(before.schema.items && after.schema.items
    ? schemaChanges(
        within(before, before.schema.items),
        within(after, after.schema.items),
        `${place}[]`,
        comparison,
      )
    : []),
];

/** Every form on the one side needs a form on the other that covers it; of several, the closest one is told of. */
const schemaChanges = (before: Part, after: Part, place: string, comparison: Comparison): string[] => {
  const pair = `${refOf(before)} ${refOf(after)}`;
  if (pair !== " " && comparison.compared.has(pair)) return [];
  const deeper = { ...comparison, compared: new Set([...comparison.compared, pair]) };
  const [was, is] = [formsOf(before), formsOf(after)];
  const isSent = comparison.direction === "sent";
  const [covered, covering] = isSent ? [was, is] : [is, was];
  const changes = covered.flatMap((form) => {
    const candidates = covering.filter(({ type }) => isKind(form.type, type));
    if (candidates.length === 0) {
      return [
        isSent
          ? `${place}: no longer accepts ${form.type}, only ${namesOf(is)}`
          : `${place}: can be ${form.type} now, and was ${namesOf(was)}`,
      ];
    }
    const compared = candidates.map((other) => {
      const [old, current] = isSent ? [form, other] : [other, form];
      return formChanges(
        { ...resolved(before), schema: old },
        { ...resolved(after), schema: current },
        place,
        deeper,
      );
    });
    return compared.reduce((closest, one) => (one.length < closest.length ? one : closest));
  });
  return [...new Set(changes)];
};

const contentChanges = (
  [was, is]: readonly [Operation["body"], Operation["body"]],
  place: string,
  direction: Direction,
): string[] => {
  const isNew = direction === "sent" && Object.keys(was).length === 0 && Object.keys(is).length > 0;
  if (isNew) return [`${place}: is required now`];
  return Object.entries(was).flatMap(([type, schema]) => {
    const now = is[type];
    if (!now) return [`${place}: ${type} is gone`];
    return schemaChanges(partOf(schema), partOf(now), place, { direction, compared: new Set() });
  });
};

const operationChanges = (was: Operation, is: Operation): string[] => {
  const sent = { direction: "sent", compared: new Set<string>() } as const;
  return [
    ...(was.name === is.name ? [] : [`is named ${is.name} now, and was ${was.name}`]),
    ...(was.caller === is.caller || is.caller === "anyone"
      ? []
      : [`is for ${is.caller} now, and was for ${was.caller}`]),
    ...(was.key === undefined || was.key === is.key
      ? []
      : [`is for keys with ${is.key ?? "no scope"} now, and was for keys with ${was.key}`]),
    ...(is.empty && !was.empty ? ["can have no response body now"] : []),
    ...schemaChanges(partOf(was.params), partOf(is.params), "path", sent),
    ...schemaChanges(partOf(was.query), partOf(is.query), "query", sent),
    ...contentChanges([was.body, is.body], "body", "sent"),
    ...contentChanges([was.reply, is.reply], "response", "received"),
  ];
};

/**
 * The changes that break programs written for an earlier version, each with the field that it concerns. New endpoints,
 * optional fields, fields of responses, error codes and values of responses break nothing.
 */
export const breakingChanges = (before: ApiDescription, after: ApiDescription): string[] => [
  ...Object.entries(before.endpoints).flatMap(([place, was]) => {
    const is = after.endpoints[place];
    return is ? operationChanges(was, is).map((change) => `${place} ${change}`) : [`${place} is gone`];
  }),
  ...before.codes
    .filter((code) => !after.codes.includes(code))
    .map((code) => `The error code ${code} is gone`),
];
