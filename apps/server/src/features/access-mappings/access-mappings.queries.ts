import type { ClaimSource } from "@mcc/contract/access-mappings/access-mappings.schema.ts";
import { sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import { shareLock, takeLock } from "../../platform/db/advisory-locks.ts";
import type { AccessIds, StoredMapping } from "./mapping.ts";

/** Roles, nodes and sites that were deleted since are left out. */
export const mappingRows = async ({ db, companyId }: CompanyData): Promise<StoredMapping[]> => {
  const { rows } = await sql<StoredMapping>`
    select claim, value, is_company_admin,
      (select id from roles where company_id = ${companyId} and id = mapping.role_id) as role_id,
      (select id from organization_nodes where company_id = ${companyId} and id = mapping.node_id) as node_id,
      array(select id from sites where company_id = ${companyId} and deleted_at is null
        and id = any(mapping.site_ids)) as site_ids
    from access_mappings mapping where company_id = ${companyId} order by position`.execute(db);
  return rows;
};

export const findVersion = async ({ db, companyId }: CompanyData): Promise<number> => {
  const found = await db
    .selectFrom("access_mapping_versions")
    .select("version")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return found?.version ?? 0;
};

/** Whether the version was the one that a change is based on; it is then the next one. */
export const nextVersion = async ({ db }: CompanyData, version: number): Promise<boolean> => {
  const { rows } = await sql`
    insert into access_mapping_versions as kept (version)
    select 1 where ${version}::bigint = 0 or exists (select from access_mapping_versions)
    on conflict (company_id) do update set version = kept.version + 1 where kept.version = ${version}
    returning version`.execute(db);
  return rows.length > 0;
};

/** Nobody applies mappings until the transaction ends. */
export const lockMappings = ({ db, companyId }: CompanyData) => takeLock(db, "accessMappings", companyId);

/** Nobody else changes the mappings or these users until the transaction ends. What follows from both is read after this. */
export const lockToApply = async (
  { db, companyId }: CompanyData,
  userIds: readonly number[],
): Promise<void> => {
  await shareLock(db, "accessMappings", companyId);
  await sql`select from users where company_id = ${companyId} and id = any(${userIds}::bigint[])
    order by id for no key update`.execute(db);
};

export const replaceMappings = async (
  { db, companyId }: CompanyData,
  mappings: readonly StoredMapping[],
): Promise<void> => {
  await db.deleteFrom("access_mappings").where("company_id", "=", companyId).execute();
  if (mappings.length === 0) return;
  await db
    .insertInto("access_mappings")
    .values(mappings.map((mapping, position) => ({ ...mapping, position, site_ids: [...mapping.site_ids] })))
    .execute();
};

interface Names {
  readonly roles: Readonly<Record<string, string>>;
  readonly nodes: Readonly<Record<string, string>>;
  readonly sites: Readonly<Record<string, string>>;
}

/** The names of what mappings and users have; what is not there has none. */
export const namesOf = async (
  { db, companyId }: CompanyData,
  access: readonly Omit<AccessIds, "is_company_admin">[],
): Promise<Names> => {
  const roleIds = access.flatMap(({ role_id }) => role_id ?? []);
  const nodeIds = access.flatMap(({ node_id }) => node_id ?? []);
  const siteIds = access.flatMap(({ site_ids }) => site_ids);
  const { rows } = await sql<Names>`select
    (select coalesce(json_object_agg(id, name), '{}') from roles
     where company_id = ${companyId} and id = any(${roleIds}::bigint[])) as roles,
    (select coalesce(json_object_agg(id, name), '{}') from organization_nodes
     where company_id = ${companyId} and id = any(${nodeIds}::bigint[])) as nodes,
    (select coalesce(json_object_agg(id, name), '{}') from sites
     where company_id = ${companyId} and id = any(${siteIds}::bigint[]) and deleted_at is null) as sites`.execute(
    db,
  );
  return rows[0] as Names;
};

interface UserWithClaims extends AccessIds {
  readonly id: number;
  readonly is_active: boolean;
  readonly claims: readonly {
    readonly source: ClaimSource;
    readonly at: string;
    readonly claims: Readonly<Record<string, readonly string[]>>;
  }[];
}

/**
 * Users with their access now and what is known of them: the claims of the directory last, which count first. They count
 * as long as the company has a token for it: then it keeps them up to date.
 */
export const usersWithClaims = async (
  { db, companyId }: CompanyData,
  userIds: readonly number[],
): Promise<UserWithClaims[]> => {
  const { rows } = await sql<UserWithClaims>`
    select id, disabled_at is null as is_active, role_id, node_id, is_company_admin,
      array(select site_id from site_users where company_id = ${companyId} and user_id = users.id
        order by site_id) as site_ids,
      (select coalesce(json_agg(json_build_object('source', source, 'claims', claims, 'at', updated_at)
          order by source desc), '[]')
       from user_claims where company_id = ${companyId} and user_id = users.id
         and (source <> 'directory' or exists (select from directory_tokens where company_id = ${companyId}))) as claims
    from users where company_id = ${companyId} and id = any(${userIds}::bigint[]) and deleted_at is null`.execute(
    db,
  );
  return rows;
};

/** What a provider says of a user. */
export const saveClaims = ({ db, companyId }: CompanyData, userId: number, claims: object) =>
  sql`insert into user_claims (user_id, source, claims) values (${userId}, 'single_sign_on', ${JSON.stringify(claims)})
    on conflict (company_id, user_id, source) do update set claims = excluded.claims, updated_at = now()
    where user_claims.company_id = ${companyId}`.execute(db);

/** The users whose groups the directory keeps. */
export const usersOfDirectory = async ({ db, companyId }: CompanyData): Promise<number[]> => {
  const rows = await db
    .selectFrom("user_claims")
    .select("user_id")
    .where("company_id", "=", companyId)
    .where("source", "=", "directory")
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("directory_tokens").select("id").where("company_id", "=", companyId)),
    )
    .execute();
  return rows.map(({ user_id }) => user_id);
};
