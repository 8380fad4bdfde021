import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Condition } from "../../platform/lists/list.ts";
import { type Attributes, filterCondition, sortedBy } from "./scim/filter-sql.ts";
import type { ListQuery } from "./scim/list-query.ts";

export interface DirectoryGroup {
  readonly id: number;
  readonly display_name: string;
  readonly external_id: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface GroupMember {
  readonly group_id: number;
  readonly id: number;
  readonly name: string;
}

const FIELDS = sql`groups.id, groups.display_name, groups.external_id, groups.version, groups.created_at,
  groups.updated_at`;

const MEMBER_NAME = sql`coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.username)`;

const membersOf = (companyId: number): Condition => sql`
  select users.id, ${MEMBER_NAME} as name from directory_members member
  join users on users.company_id = ${companyId} and users.id = member.user_id
  where member.company_id = ${companyId} and member.group_id = groups.id`;

/** What lists of groups can be filtered and sorted by. */
const groupAttributes = (companyId: number): Attributes => ({
  id: { kind: "id", value: sql`groups.id` },
  displayname: { kind: "text", value: sql`groups.display_name` },
  externalid: { kind: "exact", value: sql`groups.external_id` },
  members: {
    kind: "many",
    parts: {
      value: { kind: "id", value: sql`entry.id` },
      display: { kind: "text", value: sql`entry.name` },
    },
    holds: (condition) => sql`exists (select from (${membersOf(companyId)}) as entry where ${condition})`,
  },
  "meta.created": { kind: "date", value: sql`groups.created_at` },
  "meta.lastmodified": { kind: "date", value: sql`groups.updated_at` },
});

type CountedGroup = DirectoryGroup & { readonly member_count: number };

/** A page of groups with the number of their members, and how many there are in all. */
export const groupPage = async (
  { db, companyId }: CompanyScope,
  { filter, sortBy, descending, startIndex, count }: ListQuery,
) => {
  const attributes = groupAttributes(companyId);
  const where = sql`groups.company_id = ${companyId}
    and ${filter ? filterCondition(attributes, filter) : sql`true`}`;
  const sort = sortBy
    ? sql`${sortedBy(attributes, sortBy)} ${descending ? sql`desc nulls last` : sql`asc nulls last`}, `
    : sql``;
  const { rows } = await sql<CountedGroup>`
    select ${FIELDS}, (select count(*)::int from directory_members member
      where member.company_id = ${companyId} and member.group_id = groups.id) as member_count
    from directory_groups groups where ${where}
    order by ${sort} groups.id limit ${count} offset ${startIndex - 1}`.execute(db);
  const total = await sql<{ count: number }>`
    select count(*)::int as count from directory_groups groups where ${where}`.execute(db);
  return { groups: rows, total: total.rows[0]?.count ?? 0 };
};

export const findGroup = async (
  { db, companyId }: CompanyScope,
  id: number,
  lock = false,
): Promise<DirectoryGroup | undefined> => {
  const { rows } = await sql<DirectoryGroup>`
    select ${FIELDS} from directory_groups groups
    where groups.company_id = ${companyId} and groups.id = ${id} ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows[0];
};

/** The members of these groups, by id. */
export const memberRows = async (
  { db, companyId }: CompanyScope,
  groupIds: readonly number[],
): Promise<GroupMember[]> => {
  const { rows } = await sql<GroupMember>`
    select member.group_id, users.id, ${MEMBER_NAME} as name from directory_members member
    join users on users.company_id = ${companyId} and users.id = member.user_id
    where member.company_id = ${companyId} and member.group_id = any(${groupIds})
    order by member.group_id, users.id`.execute(db);
  return rows;
};

export const memberIds = async ({ db, companyId }: CompanyScope, groupId: number): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from directory_members where company_id = ${companyId} and group_id = ${groupId}`.execute(
    db,
  );
  return rows.map(({ user_id }) => user_id);
};

/** Those of these users that are there. */
export const knownUsers = async (
  { db, companyId }: CompanyScope,
  ids: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from users where company_id = ${companyId} and id = any(${ids}) and deleted_at is null`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

interface StoredGroup {
  display_name: string;
  external_id: string | null;
}

export const addGroup = ({ db }: CompanyScope, group: StoredGroup) =>
  db.insertInto("directory_groups").values(group).returning("id").executeTakeFirstOrThrow();

export const setGroup = ({ db, companyId }: CompanyScope, id: number, group: StoredGroup) =>
  db
    .updateTable("directory_groups")
    .set({ ...group, version: sql`version + 1`, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

export const deleteGroup = ({ db, companyId }: CompanyScope, id: number) =>
  db.deleteFrom("directory_groups").where("company_id", "=", companyId).where("id", "=", id).execute();

export const addMembers = async ({ db }: CompanyScope, groupId: number, ids: readonly number[]) => {
  await sql`insert into directory_members (group_id, user_id)
    select ${groupId}, id from unnest(${ids}::bigint[]) as added (id) order by id on conflict do nothing`.execute(
    db,
  );
};

export const removeMembers = async (
  { db, companyId }: CompanyScope,
  groupId: number,
  ids: readonly number[],
) => {
  await sql`delete from directory_members
    where company_id = ${companyId} and group_id = ${groupId} and user_id = any(${ids})`.execute(db);
};
