import { sql } from "kysely";
import type { Condition } from "../../../platform/lists/list.ts";
import type { Comparison, Filter, Operator, Value } from "./filter.ts";
import { refuse } from "./scim-error.ts";

/** An attribute with one value, and its SQL. Texts are compared in capitals or not, unless they are exact. */
export interface Attribute {
  readonly kind: "text" | "exact" | "id" | "boolean" | "date";
  readonly value: Condition;
  /** For what is equal in more ways than by its value. */
  readonly equals?: (value: string) => Condition;
}

/** An attribute with several values: `holds` says of a condition over its parts that it holds for one of them. */
export interface ManyAttribute {
  readonly kind: "many";
  readonly parts: Readonly<Record<string, Attribute>>;
  readonly holds: (condition: Condition) => Condition;
  /** There is always exactly one value, by which lists can be sorted. */
  readonly isSingle?: true;
}

/** By their paths in lower case. */
export type Attributes = Readonly<Record<string, Attribute | ManyAttribute>>;

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

const noSuch = (path: string): never =>
  refuse("invalidFilter", `There is no attribute ${path.slice(0, 100)} to filter by.`);

/** The condition of a filter, with every value as a parameter. */
export const filterCondition = (attributes: Attributes, filter: Filter): Condition => {
  if (filter.kind === "compare") return comparison(attributes, filter);
  if (filter.kind === "not") return sql`not coalesce(${filterCondition(attributes, filter.part)}, false)`;
  if (filter.kind === "within") {
    const many = own(attributes, filter.path) ?? noSuch(filter.path);
    if (many.kind !== "many")
      return refuse("invalidFilter", `${filter.path} has one value, so it takes no brackets.`);
    return many.holds(filterCondition(many.parts, filter.part));
  }
  const parts = filter.parts.map((part) => filterCondition(attributes, part));
  return sql`(${sql.join(parts, filter.kind === "and" ? sql` and ` : sql` or `)})`;
};

const comparison = (attributes: Attributes, { path, operator, value }: Comparison): Condition => {
  const attribute = own(attributes, path);
  if (attribute && attribute.kind !== "many") return compare(attribute, operator, value, path);
  const dot = path.lastIndexOf(".");
  const many = attribute ?? (dot > 0 ? own(attributes, path.slice(0, dot)) : undefined);
  if (many?.kind !== "many") return noSuch(path);
  if (attribute && operator === "pr") return many.holds(sql`true`);
  const part = own(many.parts, attribute ? "value" : path.slice(dot + 1)) ?? noSuch(path);
  return many.holds(compare(part, operator, value, path));
};

const ORDER = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const;

const isOrder = (operator: Operator): operator is keyof typeof ORDER => operator in ORDER;

const compare = (attribute: Attribute, operator: Operator, value: Value, path: string): Condition => {
  const { kind, value: found } = attribute;
  const isThere =
    kind === "text" || kind === "exact" ? sql`coalesce(${found}, '') <> ''` : sql`${found} is not null`;
  if (operator === "pr" || (operator === "ne" && value === null)) return isThere;
  if (operator === "eq" && value === null) return sql`not (${isThere})`;
  if (kind === "boolean") return compareBoolean(found, operator, value, path);
  if (kind === "date") return compareDate(found, operator, value, path);
  const text = String(value);
  if (kind === "id") return compareText(sql`${found}::text`, sql`${text}::text`, operator);
  if (operator === "eq" && attribute.equals) return attribute.equals(text);
  return kind === "exact"
    ? compareText(found, sql`${text}::text`, operator)
    : compareText(sql`lower(${found})`, sql`lower(${text}::text)`, operator);
};

const compareText = (found: Condition, value: Condition, operator: Operator): Condition => {
  if (operator === "eq") return sql`${found} = ${value}`;
  if (operator === "ne") return sql`${found} is distinct from ${value}`;
  if (operator === "co") return sql`strpos(${found}, ${value}) > 0`;
  if (operator === "sw") return sql`starts_with(${found}, ${value})`;
  if (operator === "ew") return sql`right(${found}, length(${value})) = ${value}`;
  return isOrder(operator) ? sql`${found} ${ORDER[operator]} ${value}` : sql`false`;
};

const compareBoolean = (found: Condition, operator: Operator, value: Value, path: string): Condition => {
  const word = String(value).toLowerCase();
  if ((operator !== "eq" && operator !== "ne") || (word !== "true" && word !== "false"))
    return refuse("invalidFilter", `${path} can only be compared with true or false, by eq or ne.`);
  return sql`(${found}) = ${(word === "true") === (operator === "eq")}`;
};

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?$/i;

/** PostgreSQL reads a time before or after these years as none. */
const isTime = (time: number): boolean => {
  const year = new Date(time).getUTCFullYear();
  return year >= 1 && year <= 9999;
};

const compareDate = (found: Condition, operator: Operator, value: Value, path: string): Condition => {
  const time = typeof value === "string" && DATE.test(value) ? Date.parse(value) : Number.NaN;
  if (!isTime(time)) return refuse("invalidFilter", `${path} can only be compared with a date and time.`);
  const moment = sql`${new Date(time).toISOString()}::timestamptz`;
  // Dates are sent in milliseconds, and stored more exactly.
  const exact = sql`date_trunc('milliseconds', ${found})`;
  if (operator === "eq") return sql`${exact} = ${moment}`;
  if (operator === "ne") return sql`${exact} <> ${moment}`;
  if (!isOrder(operator))
    return refuse("invalidFilter", `${path} can only be compared by eq, ne, gt, ge, lt or le.`);
  return sql`${exact} ${ORDER[operator]} ${moment}`;
};

/** What a list is sorted by. */
export const sortedBy = (attributes: Attributes, path: string): Condition => {
  const attribute = own(attributes, path);
  if (attribute && attribute.kind !== "many") return sortValue(attribute);
  const [name = "", part = "value", ...more] = path.split(".");
  const many = own(attributes, name);
  const found = many?.kind === "many" && many.isSingle && more.length === 0 && own(many.parts, part);
  return found ? sortValue(found) : noSort(path);
};

const sortValue = ({ kind, value }: Attribute): Condition => (kind === "text" ? sql`lower(${value})` : value);

const noSort = (path: string): never =>
  refuse("invalidValue", `There is no attribute ${path.slice(0, 100)} to sort by.`);
