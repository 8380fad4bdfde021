import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import type { Condition } from "../../platform/lists/list.ts";
import type { FormerApprover } from "../approval-steps/attention.conditions.ts";
import { type Attributes, filterCondition, sortedBy } from "./scim/filter-sql.ts";
import type { ListQuery } from "./scim/list-query.ts";

export interface DirectoryUser {
  readonly id: number;
  readonly username: string;
  readonly directory_username: string | null;
  readonly external_id: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly is_active: boolean;
  readonly is_company_admin: boolean;
  readonly kept_by_directory: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface ListedUser extends DirectoryUser {
  readonly groups: readonly { readonly id: number; readonly name: string }[];
}

const FIELDS = sql`users.id, users.username, users.directory_username, users.external_id, users.first_name,
  users.last_name, users.email, users.disabled_at is null as is_active, users.is_company_admin,
  users.kept_by_directory, users.created_at, users.updated_at`;

const groupsOf = (companyId: number): Condition => sql`
  select groups.id, groups.display_name as name from directory_members member
  join directory_groups groups on groups.company_id = ${companyId} and groups.id = member.group_id
  where member.company_id = ${companyId} and member.user_id = users.id`;

const NAME = sql`trim(users.first_name || ' ' || users.last_name)`;

/** What lists of users can be filtered and sorted by. */
const userAttributes = (companyId: number): Attributes => ({
  id: { kind: "id", value: sql`users.id` },
  username: {
    kind: "text",
    value: sql`coalesce(users.directory_username, users.username)`,
    // Whom the directory does not keep yet is found by username and by address.
    equals: (value) => sql`(lower(users.directory_username) = lower(${value}::text)
      or users.directory_username is null
        and (lower(users.username) = lower(${value}::text) or lower(users.email) = lower(${value}::text)))`,
  },
  externalid: { kind: "exact", value: sql`users.external_id` },
  "name.givenname": { kind: "text", value: sql`users.first_name` },
  "name.familyname": { kind: "text", value: sql`users.last_name` },
  "name.formatted": { kind: "text", value: NAME },
  displayname: { kind: "text", value: sql`coalesce(nullif(${NAME}, ''), users.username)` },
  active: { kind: "boolean", value: sql`users.disabled_at is null` },
  emails: {
    kind: "many",
    isSingle: true,
    parts: {
      value: { kind: "text", value: sql`users.email` },
      type: { kind: "text", value: sql`'work'` },
      primary: { kind: "boolean", value: sql`true` },
    },
    holds: (condition) => condition,
  },
  groups: {
    kind: "many",
    parts: {
      value: { kind: "id", value: sql`entry.id` },
      display: { kind: "text", value: sql`entry.name` },
    },
    holds: (condition) => sql`exists (select from (${groupsOf(companyId)}) as entry where ${condition})`,
  },
  "meta.created": { kind: "date", value: sql`users.created_at` },
  "meta.lastmodified": { kind: "date", value: sql`users.updated_at` },
});

/** A page of users, and how many there are in all. */
export const userPage = async (
  { db, companyId }: CompanyScope,
  { filter, sortBy, descending, startIndex, count }: ListQuery,
) => {
  const attributes = userAttributes(companyId);
  const where = sql`users.company_id = ${companyId} and users.deleted_at is null
    and ${filter ? filterCondition(attributes, filter) : sql`true`}`;
  const sort = sortBy
    ? sql`${sortedBy(attributes, sortBy)} ${descending ? sql`desc nulls last` : sql`asc nulls last`}, `
    : sql``;
  const { rows } = await sql<ListedUser>`
    select ${FIELDS}, coalesce((select json_agg(json_build_object('id', id, 'name', name) order by id)
      from (${groupsOf(companyId)}) as entry), '[]') as groups
    from users where ${where} order by ${sort} users.id limit ${count} offset ${startIndex - 1}`.execute(db);
  const total = await sql<{ count: number }>`select count(*)::int as count from users where ${where}`.execute(
    db,
  );
  return { users: rows, total: total.rows[0]?.count ?? 0 };
};

export const findUser = async (
  { db, companyId }: CompanyScope,
  id: number,
): Promise<ListedUser | undefined> => {
  const { rows } = await sql<ListedUser>`
    select ${FIELDS}, coalesce((select json_agg(json_build_object('id', id, 'name', name) order by id)
      from (${groupsOf(companyId)}) as entry), '[]') as groups
    from users where users.company_id = ${companyId} and users.id = ${id} and users.deleted_at is null`.execute(
    db,
  );
  return rows[0];
};

/** Until the transaction ends, nobody changes the user, signs in as them or sets their password. */
export const lockUser = async ({ db, companyId }: CompanyScope, id: number): Promise<void> => {
  await sql`select from users where company_id = ${companyId} and id = ${id} for no key update`.execute(db);
};

export interface StoredUser {
  username: string;
  ecommerce_username: string;
  directory_username: string;
  external_id: string | null;
  first_name: string;
  last_name: string;
  email: string;
}

/** The prefix of usernames, and whether the one with it that a new user gets is taken. */
export const usernameStart = async ({ db, companyId }: CompanyScope, name: string, slug: string) => {
  const { rows } = await sql<{ prefix: string; is_taken: boolean }>`${prepared("directory-username")}
    select prefix, tenant.username_taken(coalesce(nullif(prefix, ''), ${slug}::text) || '-' || ${name}::text, null)
      as is_taken
    from (select coalesce((select username_prefix from company_configurations
      where company_id = ${companyId}), '') as prefix) as company`.execute(db);
  return rows[0] as { prefix: string; is_taken: boolean };
};

export const addUser = async (
  { db }: CompanyScope,
  user: StoredUser & { active: boolean },
): Promise<DirectoryUser> => {
  const { username, ecommerce_username, directory_username, external_id, first_name, last_name, email } =
    user;
  const { rows } = await sql<DirectoryUser>`${prepared("add-directory-user")}
    insert into users (username, ecommerce_username, directory_username, external_id, first_name, last_name, email,
      kept_by_directory, disabled_at)
    values (${username}, ${ecommerce_username}, ${directory_username}, ${external_id}, ${first_name}, ${last_name},
      ${email}, true, case when not ${user.active}::boolean then now() end)
    returning ${FIELDS}`.execute(db);
  return rows[0] as DirectoryUser;
};

export const setUser = (
  { db, companyId }: CompanyScope,
  id: number,
  changes: Partial<StoredUser> & { kept_by_directory: true },
) =>
  db
    .updateTable("users")
    .set({ ...changes, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

export const setActive = ({ db, companyId }: CompanyScope, id: number, isActive: boolean) =>
  db
    .updateTable("users")
    .set({ disabled_at: isActive ? null : sql`now()`, updated_at: sql`now()`, kept_by_directory: true })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

/** What their rights follow from. */
export const accessOf = async ({ db, companyId }: CompanyScope, id: number): Promise<FormerApprover> => {
  const { rows } = await sql<FormerApprover>`
    select id, role_id, node_id, is_company_admin,
      array(select site_id from site_users where company_id = ${companyId} and user_id = users.id) as site_ids
    from users where company_id = ${companyId} and id = ${id}`.execute(db);
  return rows[0] as FormerApprover;
};

/** Whether the company has another admin who can sign in. The admins stay as they are until the transaction ends. */
export const hasOtherAdmin = async ({ db, companyId }: CompanyScope, id: number): Promise<boolean> => {
  const { rows } = await sql`
    select id from users where company_id = ${companyId} and is_company_admin
      and deleted_at is null and disabled_at is null and id <> ${id}
    order by id for share`.execute(db);
  return rows.length > 0;
};

/** Until the transaction ends nobody changes the groups of this user. Whoever changes a group locks users after it. */
export const lockGroups = async ({ db, companyId }: CompanyScope, id: number): Promise<void> => {
  await sql`select from directory_groups where company_id = ${companyId} and id in (
      select group_id from directory_members where company_id = ${companyId} and user_id = ${id})
    order by id for update`.execute(db);
};

export const deleteMemberships = async ({ db, companyId }: CompanyScope, id: number): Promise<void> => {
  await sql`with gone as (
      delete from directory_members where company_id = ${companyId} and user_id = ${id} returning group_id)
    update directory_groups set version = version + 1, updated_at = now()
    where company_id = ${companyId} and id in (select group_id from gone)`.execute(db);
};
