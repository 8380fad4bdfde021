import type { Filter } from "./filter.ts";
import type { Change } from "./patch.ts";
import { refuse } from "./scim-error.ts";
import { fieldsOf, isObject, textOf } from "./values.ts";

/** What a directory says of a group; members by the ids that they have here. */
export interface GroupInput {
  readonly displayName: string;
  readonly externalId: string | null;
  /** Undefined: as they are. */
  readonly members: ReadonlySet<string> | undefined;
}

const displayNameOf = (value: unknown): string =>
  textOf("displayName", value) || refuse("invalidValue", "displayName: This is required.");

/** Members are objects with a value; some programs send the ids themselves. */
const idOf = (member: unknown): unknown => (isObject(member) ? fieldsOf(member).get("value") : member);

const memberIds = (given: unknown): string[] => {
  if (given === undefined || given === null) return [];
  return (Array.isArray(given) ? given : [given]).map((each) => {
    const id = idOf(each);
    if (typeof id === "string" || typeof id === "number") return String(id);
    return refuse("invalidValue", "members: Each member needs the id of a user as its value.");
  });
};

/** The body of a POST or PUT. What a PUT leaves out stays as it was. */
export const readGroup = (body: unknown, before?: Omit<GroupInput, "members">): GroupInput => {
  const fields = fieldsOf(body);
  return {
    displayName: displayNameOf(fields.get("displayname")),
    externalId: textOf("externalId", fields.get("externalid")) || (before?.externalId ?? null),
    members: fields.has("members") ? new Set(memberIds(fields.get("members"))) : undefined,
  };
};

/** The ids in members[value eq "1" or value eq "2"]. */
const idsIn = (which: Filter): string[] => {
  if (which.kind === "or") return which.parts.flatMap(idsIn);
  if (which.kind === "compare" && which.path === "value" && which.operator === "eq")
    return [String(which.value)];
  return refuse("invalidFilter", "Members are chosen by value eq.");
};

/** Whether a value names a member that is none of these. */
const namesOther = (value: unknown, ids: readonly string[]): boolean =>
  [value].flat().some((each) => !ids.includes(String(idOf(each) ?? ids[0])));

/** What the changes of a PATCH request do; the members of before are read only if they are needed. */
export const patchedGroup = async (
  before: Omit<GroupInput, "members">,
  changes: readonly Change[],
  membersBefore: () => Promise<Set<string>>,
): Promise<GroupInput> => {
  let { displayName, externalId } = before;
  let members: Set<string> | undefined;
  for (const { op, attribute, part, which, value } of changes) {
    const isRemoved = op === "remove" || value === null;
    if (attribute === "displayname") displayName = displayNameOf(isRemoved ? undefined : value);
    if (attribute === "externalid") externalId = (!isRemoved && textOf("externalId", value)) || null;
    if (["id", "meta", "schemas"].includes(attribute))
      refuse("mutability", `${attribute} cannot be changed.`);
    if (attribute !== "members") continue;
    members ??= await membersBefore();
    const named = which ? idsIn(which) : memberIds(value);
    if (which && op === "replace" && !named.some((id) => members?.has(id)))
      refuse("noTarget", "No member is chosen by this path.");
    if (part !== undefined && part !== "value") refuse("mutability", `members.${part} cannot be changed.`);
    if (which && op === "replace" && namesOther(value, named))
      refuse("mutability", "A member cannot become another one: remove it and add the other.");
    if (op === "replace" && !which) members = new Set(named);
    else if (op === "add") for (const id of named) members.add(id);
    // Without a list, which may be empty, all members are removed.
    else if (op === "remove" && !which && value === undefined) members.clear();
    else if (op === "remove") for (const id of named) members.delete(id);
  }
  return { displayName, externalId, members };
};
