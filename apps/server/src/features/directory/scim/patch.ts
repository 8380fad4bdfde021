import { type Filter, parseFilter } from "./filter.ts";
import { refuse } from "./scim-error.ts";
import { fieldsOf, isObject, mustBeStorable, withoutSchema } from "./values.ts";

/** What one operation does to one attribute. */
export interface Change {
  readonly op: "add" | "replace" | "remove";
  /** In lower case: "name". */
  readonly attribute: string;
  /** In lower case: "givenname". */
  readonly part: string | undefined;
  /** Which of several values: emails[type eq "work"]. */
  readonly which: Filter | undefined;
  readonly value: unknown;
}

/** Of operations, and of the attributes that all of them change. */
const MOST_CHANGES = 1_000;
const LONGEST_PATH = 2_000;
const PATH = /^([a-z$][\w$:-]*(?:\.\d[\w$:-]*)*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is;

const boundedList = <T>(list: readonly T[], what: string): readonly T[] =>
  list.length <= MOST_CHANGES
    ? list
    : refuse("invalidSyntax", `A request can change at most ${MOST_CHANGES} ${what}.`);

const opOf = (given: unknown): Change["op"] => {
  const op = typeof given === "string" ? given.toLowerCase() : "";
  return op === "add" || op === "replace" || op === "remove"
    ? op
    : refuse("invalidSyntax", "op must be add, replace or remove.");
};

const changeAt = (op: Change["op"], path: string, value: unknown): Change => {
  if (path.length > LONGEST_PATH) refuse("invalidPath", "The path is too long.");
  const [, attribute, filter, part] = PATH.exec(withoutSchema(mustBeStorable(path)).trim()) ?? [];
  if (!attribute) refuse("invalidPath", `The path ${path.slice(0, 100)} cannot be read.`);
  return {
    op,
    attribute: attribute.toLowerCase(),
    part: part?.toLowerCase(),
    which: filter === undefined ? undefined : parseFilter(filter),
    value,
  };
};

/** Without a path, each attribute of the value is changed; an attribute may be written as a path: "name.givenName". */
const changesOf = (given: unknown): Change[] => {
  const fields = fieldsOf(given, "An operation");
  const op = opOf(fields.get("op"));
  const [path, value] = [fields.get("path"), fields.get("value")];
  if (typeof path === "string" && path.trim() !== "") return [changeAt(op, path, value)];
  if (path !== undefined && path !== "") refuse("invalidPath", "The path must be text.");
  if (op === "remove") refuse("invalidPath", "An operation that removes needs a path.");
  if (!isObject(value)) refuse("invalidValue", "An operation without a path needs an object as its value.");
  return boundedList(Object.entries(value), "attributes")
    .filter(([name]) => !["schemas", "id", "meta"].includes(name.toLowerCase()))
    .map(([name, each]) => changeAt(op, name, each));
};

/** The operations of a PATCH request, attribute by attribute. */
export const readPatch = (body: unknown): Change[] => {
  const operations = fieldsOf(body).get("operations");
  if (!Array.isArray(operations) || operations.length === 0)
    refuse("invalidSyntax", "Operations must be a list of at least one operation.");
  const changes: Change[] = [];
  for (const operation of boundedList(operations, "operations")) {
    changes.push(...changesOf(operation));
    boundedList(changes, "attributes");
  }
  return changes;
};
