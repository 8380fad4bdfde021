import { isEmail } from "@mcc/contract/kit/text.ts";
import type { Filter, Value } from "./filter.ts";
import type { Change } from "./patch.ts";
import { refuse } from "./scim-error.ts";
import { booleanOf, emailOf, type Fields, fieldsOf, isObject, isTrue, textOf } from "./values.ts";

/** What a directory says of a user. */
export interface UserInput {
  readonly userName: string;
  readonly externalId: string | null;
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly active: boolean;
}

const nameOf = (fields: Fields): Pick<UserInput, "givenName" | "familyName"> => {
  const name = fields.has("name") ? fieldsOf(fields.get("name"), "name") : new Map<string, unknown>();
  const givenName = textOf("name.givenName", name.get("givenname"));
  const familyName = textOf("name.familyName", name.get("familyname"));
  if (givenName || familyName) return { givenName, familyName };
  const whole =
    textOf("name.formatted", name.get("formatted")) || textOf("displayName", fields.get("displayname"));
  return { givenName: whole, familyName: "" };
};

/** Of several addresses the primary one counts, else the one for work, else the first. */
const emailIn = (given: unknown): string => {
  const listed = (Array.isArray(given) ? given : [given]).flatMap((each) => {
    if (isObject(each)) return [fieldsOf(each)];
    return typeof each === "string" ? [new Map<string, unknown>([["value", each]])] : [];
  });
  const chosen =
    listed.find((each) => isTrue(each.get("primary"))) ??
    listed.find((each) => String(each.get("type")).toLowerCase() === "work") ??
    listed[0];
  return emailOf(chosen?.get("value"));
};

const EMAIL_REQUIRED = "emails: An e-mail address is required.";

/** The body of a POST or PUT. What a PUT leaves out stays as it was. */
export const readUser = (body: unknown, before?: UserInput): UserInput => {
  const fields = fieldsOf(body);
  const userName = textOf("userName", fields.get("username"));
  if (userName === "") refuse("invalidValue", "userName: This is required.");
  const email = emailIn(fields.get("emails")) || (before?.email ?? "") || (isEmail(userName) ? userName : "");
  if (email === "") refuse("invalidValue", EMAIL_REQUIRED);
  const isNamed = fields.has("name") || fields.has("displayname");
  return {
    userName,
    externalId: textOf("externalId", fields.get("externalid")) || (before?.externalId ?? null),
    ...(before && !isNamed ? { givenName: before.givenName, familyName: before.familyName } : nameOf(fields)),
    email,
    active: fields.has("active") ? booleanOf("active", fields.get("active")) : (before?.active ?? true),
  };
};

/** The single address is the primary one for work; paths to others change nothing. */
const meansAddress = (which: Filter | undefined): boolean => {
  if (!which) return true;
  if (which.kind === "or") return which.parts.some(meansAddress);
  if (which.kind === "and") return which.parts.every(meansAddress);
  if (which.kind !== "compare") return false;
  const { path, operator, value } = which;
  const is = (expected: Value) => String(value).toLowerCase() === String(expected);
  if (operator === "eq" && path === "type") return is("work");
  if (operator === "eq" && path === "primary") return is(true);
  return path === "value";
};

const changedEmail = (before: string, { op, part, which, value }: Change): string => {
  if (part !== undefined && part !== "value") return before;
  if (!meansAddress(which)) return before;
  if (op === "remove") return refuse("invalidValue", EMAIL_REQUIRED);
  return emailIn(value) || before;
};

const READ_ONLY = new Set(["id", "meta", "groups", "schemas"]);

/** A user after one change. What the portal does not keep of users is ignored. */
const changed = (user: UserInput, change: Change): UserInput => {
  const { op, attribute, part, value } = change;
  const isRemoved = op === "remove" || value === null;
  if (READ_ONLY.has(attribute)) refuse("mutability", `${attribute} cannot be changed.`);
  if (attribute === "active") return isRemoved ? user : { ...user, active: booleanOf("active", value) };
  if (attribute === "username") {
    const userName = isRemoved ? "" : textOf("userName", value);
    return userName === "" ? refuse("invalidValue", "userName: This is required.") : { ...user, userName };
  }
  if (attribute === "externalid")
    return { ...user, externalId: isRemoved ? null : textOf("externalId", value) || null };
  if (attribute === "emails") return { ...user, email: changedEmail(user.email, change) };
  if (attribute !== "name") return user;
  return changedName(user, part, isRemoved ? undefined : value);
};

const changedName = (user: UserInput, part: string | undefined, value: unknown): UserInput => {
  if (part === "givenname") return { ...user, givenName: textOf("name.givenName", value) };
  if (part === "familyname") return { ...user, familyName: textOf("name.familyName", value) };
  if (part !== undefined) return user;
  if (value === undefined) return { ...user, givenName: "", familyName: "" };
  const name = fieldsOf(value, "name");
  if (!name.has("givenname") && !name.has("familyname"))
    return name.has("formatted") ? { ...user, ...nameOf(new Map([["name", value]])) } : user;
  return {
    ...user,
    givenName: name.has("givenname") ? textOf("name.givenName", name.get("givenname")) : user.givenName,
    familyName: name.has("familyname") ? textOf("name.familyName", name.get("familyname")) : user.familyName,
  };
};

export const patchedUser = (user: UserInput, changes: readonly Change[]): UserInput =>
  changes.reduce(changed, user);
