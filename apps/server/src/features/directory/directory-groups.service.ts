import type { CompanyScope } from "../../platform/access/scope.ts";
import { violatedIndex } from "../../platform/db/unique.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import type { Attempt } from "./attempt.ts";
import { tellUncovered } from "./coverage.service.ts";
import { type Cause, groupCause } from "./coverage.texts.ts";
import * as queries from "./directory-groups.queries.ts";
import { applyGroups } from "./group-access.service.ts";
import { type GroupInput, readGroup } from "./scim/group-input.ts";
import type { ListQuery } from "./scim/list-query.ts";
import { GROUP_SCHEMA } from "./scim/schemas.ts";
import { failNotFound, refuse } from "./scim/scim-error.ts";
import { nameIn } from "./scim/values.ts";

const ID = /^[1-9]\d{0,14}$/;

const groupVersion = ({ version }: queries.DirectoryGroup): string => `W/"${version}"`;

/** A group in the form of the standard. */
export const toGroupResource = (
  group: queries.DirectoryGroup,
  members: readonly queries.GroupMember[] | undefined,
  base: string,
) => ({
  schemas: [GROUP_SCHEMA],
  id: String(group.id),
  ...(group.external_id === null ? {} : { externalId: group.external_id }),
  displayName: group.display_name,
  ...(members && {
    members: members.map(({ id, name }) => ({
      value: String(id),
      display: name,
      $ref: `${base}/Users/${id}`,
      type: "User",
    })),
  }),
  meta: {
    resourceType: "Group",
    created: group.created_at.toISOString(),
    lastModified: group.updated_at.toISOString(),
    location: `${base}/Groups/${group.id}`,
    version: groupVersion(group),
  },
});

const findGroup = async (scope: CompanyScope, id: string, lock = false): Promise<queries.DirectoryGroup> =>
  (ID.test(id) ? await queries.findGroup(scope, Number(id), lock) : undefined) ?? failNotFound("Group", id);

export interface GroupWithMembers {
  readonly group: queries.DirectoryGroup;
  readonly members: readonly queries.GroupMember[] | undefined;
}

export const findDirectoryGroup = async (
  scope: CompanyScope,
  id: string,
  withMembers: boolean,
): Promise<GroupWithMembers> => {
  const group = await findGroup(scope, id);
  return { group, members: withMembers ? await queries.memberRows(scope, [group.id]) : undefined };
};

/** A page ends early where its groups have this many members. */
const MOST_MEMBERS = 20_000;

const withinMembers = <G extends { readonly member_count: number }>(groups: readonly G[]): G[] => {
  const shown: G[] = [];
  let members = 0;
  for (const group of groups) {
    members += group.member_count;
    if (members > MOST_MEMBERS && shown.length > 0) break;
    shown.push(group);
  }
  return shown;
};

export const listDirectoryGroups = async (scope: CompanyScope, query: ListQuery, withMembers: boolean) => {
  const { groups, total } = await queries.groupPage(scope, query);
  if (!withMembers) return { total, groups: groups.map((group) => ({ group, members: undefined })) };
  const shown = withinMembers(groups);
  const members = Map.groupBy(
    await queries.memberRows(
      scope,
      shown.map(({ id }) => id),
    ),
    ({ group_id }) => group_id,
  );
  return { total, groups: shown.map((group) => ({ group, members: members.get(group.id) ?? [] })) };
};

const NOT_AVAILABLE = "displayName: Another group has this name.";

const writeGroup = async <Result>(write: Promise<Result>): Promise<Result> => {
  try {
    return await write;
  } catch (error) {
    return violatedIndex(error) === "directory_groups_name"
      ? refuse("uniqueness", NOT_AVAILABLE)
      : Promise.reject(error);
  }
};

interface MemberChange {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

const UNCHANGED: MemberChange = { added: [], removed: [] };

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;

/** Members that are no users here are left out, which the log says. */
const changeMembers = async (
  scope: CompanyScope,
  attempt: Attempt,
  groupId: number,
  wanted: ReadonlySet<string>,
): Promise<MemberChange> => {
  const before = new Set(await queries.memberIds(scope, groupId));
  const missing = [...wanted].filter((id) => !(ID.test(id) && before.has(Number(id))));
  const added = await queries.knownUsers(scope, missing.filter((id) => ID.test(id)).map(Number));
  const removed = [...before].filter((id) => !wanted.has(String(id)));
  const unknown = missing.length - added.length;
  if (unknown > 0)
    attempt.details.push(
      `${count(unknown, "member is no user here and was", "members are no users here and were")} left out.`,
    );
  if (added.length > 0) await queries.addMembers(scope, groupId, added);
  if (removed.length > 0) await queries.removeMembers(scope, groupId, removed);
  if (added.length > 0) attempt.details.push(`${count(added.length, "member was", "members were")} added.`);
  if (removed.length > 0)
    attempt.details.push(`${count(removed.length, "member was", "members were")} removed.`);
  return { added, removed };
};

/** The groups of these users have changed: they get what follows, and admins are told what nobody can approve then. */
const applyAndTell = async (
  services: Services,
  scope: CompanyScope,
  attempt: Attempt,
  userIds: readonly number[],
  cause: Cause,
): Promise<void> => {
  const changed = await applyGroups(services, scope, userIds);
  const former = changed.filter(({ is_active }) => is_active).map(({ id, before }) => ({ id, ...before }));
  await tellUncovered(services, scope, attempt, cause, former);
};

export const createDirectoryGroup = async (
  services: Services,
  scope: CompanyScope,
  attempt: Attempt,
  body: unknown,
): Promise<queries.DirectoryGroup> => {
  attempt.record = nameIn(body, "displayname");
  const { displayName, externalId, members } = readGroup(body);
  const stored = { display_name: displayName, external_id: externalId };
  const { id } = await writeGroup(queries.addGroup(scope, stored));
  const { added } = await changeMembers(scope, attempt, id, members ?? new Set());
  await applyAndTell(services, scope, attempt, added, groupCause(displayName, "created"));
  await addChangeEntry(scope, {
    action: "directory_group.created",
    record: { id, ...{ name: displayName, members_added: added.length } },
  });
  return findGroup(scope, String(id));
};

const applyInput = async (
  services: Services,
  scope: CompanyScope,
  attempt: Attempt,
  before: queries.DirectoryGroup,
  { displayName, externalId, members }: GroupInput,
): Promise<queries.DirectoryGroup> => {
  const { id } = before;
  attempt.record = displayName;
  const isRenamed = displayName !== before.display_name;
  const { added, removed } = members ? await changeMembers(scope, attempt, id, members) : UNCHANGED;
  const hasChanged = isRenamed || externalId !== before.external_id || added.length > 0 || removed.length > 0;
  if (!hasChanged) {
    attempt.isIdle = attempt.details.length === 0;
    return before;
  }
  const stored = { display_name: displayName, external_id: externalId };
  await writeGroup(queries.setGroup(scope, id, stored));
  if (isRenamed) attempt.details.push(`It was called ${before.display_name}.`);
  // Mappings name groups.
  const others = isRenamed ? await queries.memberIds(scope, id) : added;
  await applyAndTell(
    services,
    scope,
    attempt,
    [...removed, ...others],
    groupCause(before.display_name, "changed"),
  );
  await addChangeEntry(scope, {
    action: "directory_group.updated",
    record: { id, ...{ name: displayName, members_added: added.length, members_removed: removed.length } },
    before: { id, ...{ name: before.display_name } },
  });
  return findGroup(scope, String(id));
};

type Check = (version: string) => void;

const lockGroupToWrite = async (
  scope: CompanyScope,
  attempt: Attempt,
  id: string,
  check: Check,
): Promise<queries.DirectoryGroup> => {
  const group = await findGroup(scope, id, true);
  attempt.record = group.display_name;
  check(groupVersion(group));
  return group;
};

export const updateDirectoryGroup = async (
  services: Services,
  scope: CompanyScope,
  attempt: Attempt,
  id: string,
  check: Check,
  read: (
    now: Omit<GroupInput, "members">,
    members: () => Promise<Set<string>>,
  ) => GroupInput | Promise<GroupInput>,
): Promise<queries.DirectoryGroup> => {
  const before = await lockGroupToWrite(scope, attempt, id, check);
  const now = { displayName: before.display_name, externalId: before.external_id };
  const members = async () => new Set((await queries.memberIds(scope, before.id)).map(String));
  return applyInput(services, scope, attempt, before, await read(now, members));
};

export const deleteDirectoryGroup = async (
  services: Services,
  scope: CompanyScope,
  attempt: Attempt,
  id: string,
  check: Check,
): Promise<void> => {
  const group = await lockGroupToWrite(scope, attempt, id, check);
  const members = await queries.memberIds(scope, group.id);
  await queries.deleteGroup(scope, group.id);
  await applyAndTell(services, scope, attempt, members, groupCause(group.display_name, "deleted"));
  await addChangeEntry(scope, {
    action: "directory_group.deleted",
    record: { id: group.id, ...{ name: group.display_name, members: members.length } },
  });
};
