import { createHash } from "node:crypto";
import { displayName } from "@mcc/contract/access/session.ts";
import type { DirectoryUser, ListedUser } from "./directory-users.queries.ts";
import { USER_SCHEMA } from "./scim/schemas.ts";
import type { UserInput } from "./scim/user-input.ts";

export const userNameOf = ({ directory_username, username }: DirectoryUser): string =>
  directory_username ?? username;

export const inputOf = (user: DirectoryUser): UserInput => ({
  userName: userNameOf(user),
  externalId: user.external_id,
  givenName: user.first_name,
  familyName: user.last_name,
  email: user.email,
  active: user.is_active,
});

/** The same for the same content; groups are no part of it. */
export const versionOf = (user: DirectoryUser): string =>
  `W/"${createHash("sha256")
    .update(JSON.stringify([user.id, inputOf(user)]))
    .digest("base64url")
    .slice(0, 22)}"`;

/** A user in the form of the standard; `base` is the address that resources are under. */
export const toUserResource = (user: ListedUser, base: string) => ({
  schemas: [USER_SCHEMA],
  id: String(user.id),
  ...(user.external_id === null ? {} : { externalId: user.external_id }),
  userName: userNameOf(user),
  name: {
    givenName: user.first_name,
    familyName: user.last_name,
    formatted: `${user.first_name} ${user.last_name}`.trim(),
  },
  displayName: displayName(user),
  emails: [{ value: user.email, type: "work", primary: true }],
  active: user.is_active,
  groups: user.groups.map(({ id, name }) => ({
    value: String(id),
    display: name,
    $ref: `${base}/Groups/${id}`,
    type: "direct",
  })),
  meta: {
    resourceType: "User",
    created: user.created_at.toISOString(),
    lastModified: user.updated_at.toISOString(),
    location: `${base}/Users/${user.id}`,
    version: versionOf(user),
  },
});
