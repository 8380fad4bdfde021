import { type Filter, parseFilter } from "./filter.ts";
import { refuse } from "./scim-error.ts";
import { isObject, mustBeStorable, withoutSchema } from "./values.ts";

export const PAGE = { default: 100, most: 200 } as const;
const MOST_OFFSET = 1_000_000_000;

/** What is asked of a list (RFC 7644, 3.4.2). */
export interface ListQuery {
  readonly filter: Filter | undefined;
  readonly sortBy: string | undefined;
  readonly descending: boolean;
  readonly startIndex: number;
  readonly count: number;
}

type Query = Readonly<Record<string, unknown>>;

/** Names of parameters are taken in capitals or not; of several values the last one counts. */
const parameter = (query: Query, name: string): string | undefined => {
  const found = Object.entries(query).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  const value = Array.isArray(found) ? found.at(-1) : found;
  return typeof value === "string" && value.trim() !== "" ? mustBeStorable(value.trim()) : undefined;
};

const wholeNumber = (query: Query, name: string, missing: number): number => {
  const text = parameter(query, name);
  if (text === undefined) return missing;
  return /^[+-]?\d{1,15}$/.test(text)
    ? Number(text)
    : refuse("invalidValue", `${name} must be a whole number.`);
};

export const readListQuery = (query: Query): ListQuery => {
  const filter = parameter(query, "filter");
  const sortBy = parameter(query, "sortBy");
  return {
    filter: filter === undefined ? undefined : parseFilter(filter),
    sortBy: sortBy && withoutSchema(sortBy).toLowerCase(),
    descending: parameter(query, "sortOrder")?.toLowerCase() === "descending",
    startIndex: Math.min(Math.max(wholeNumber(query, "startIndex", 1), 1), MOST_OFFSET),
    count: Math.min(Math.max(wholeNumber(query, "count", PAGE.default), 0), PAGE.most),
  };
};

/** Which attributes are sent: by their paths in lower case, or all of them but some. */
export interface Projection {
  readonly only: ReadonlySet<string> | undefined;
  readonly without: ReadonlySet<string>;
}

const MOST_NAMES = 100;

const names = (text: string | undefined): Set<string> | undefined => {
  if (text === undefined) return undefined;
  const listed = text.split(",").map((name) => withoutSchema(name.trim()).toLowerCase());
  return new Set(listed.filter((name) => name !== "").slice(0, MOST_NAMES));
};

export const readProjection = (query: Query): Projection => ({
  only: names(parameter(query, "attributes")),
  without: names(parameter(query, "excludedAttributes")) ?? new Set(),
});

/** Whether an attribute is sent, as a whole or in part. */
export const isWanted = ({ only, without }: Projection, name: string): boolean =>
  only ? [...only].some((path) => path === name || path.startsWith(`${name}.`)) : !without.has(name);

/** Sent with every resource, whatever is asked for. */
const ALWAYS = new Set(["schemas", "id"]);

const projectParts = (value: unknown, isKept: (part: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((each) => projectParts(each, isKept));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([part]) => isKept(part.toLowerCase())));
};

/** A resource with the attributes that were asked for. */
export const project = (resource: object, projection: Projection): object => {
  const { only, without } = projection;
  return Object.fromEntries(
    Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
      const name = key.toLowerCase();
      if (ALWAYS.has(name) || only?.has(name)) return [[key, value]];
      if (!isWanted(projection, name)) return [];
      const isKept = (part: string) => (only ? only.has(`${name}.${part}`) : !without.has(`${name}.${part}`));
      return [[key, projectParts(value, isKept)]];
    }),
  );
};
