import {
  type CompanyKeyDetails,
  DELETED_KEYS_KEPT_DAYS,
  MOST_COMPANY_KEYS,
} from "@mcc/contract/company-keys/company-keys.schema.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { takeLock } from "../../platform/db/advisory-locks.ts";
import { personName } from "../../platform/db/person-fields.ts";
import type { Tables } from "../../platform/db/tables.ts";

interface Named {
  readonly id: number;
  readonly name: string;
}

export interface KeyRecord {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: string[];
  readonly is_limited: boolean;
  readonly sites: Named[];
  readonly nodes: Named[];
  readonly expired: boolean;
  readonly ends_soon: boolean;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly expires_at: Date | null;
  readonly deleted_at: Date | null;
  readonly is_replaced: boolean;
  readonly last_used_at: Date | null;
  readonly last_address: string | null;
}

const selectKeys = async (
  { db, companyId }: CompanyScope,
  condition: RawBuilder<unknown>,
): Promise<KeyRecord[]> => {
  const { rows } = await sql<KeyRecord>`
    select key.id, key.name, key.prefix, key.scopes, key.site_ids is not null as is_limited,
      key.created_at, key.expires_at, key.deleted_at, key.replaced_by is not null as is_replaced, key.last_used_at, key.last_address,
      coalesce(key.expires_at <= now(), false) as expired,
      coalesce(key.expires_at <= now() + interval '7 days', false) as ends_soon,
      case when person.id is not null then ${personName} end as created_by,
      coalesce((select json_agg(json_build_object('id', id, 'name', name) order by name, id) from sites
        where company_id = ${companyId} and id = any(key.site_ids)), '[]') as sites,
      coalesce((select json_agg(json_build_object('id', id, 'name', name) order by name, id) from organization_nodes
        where company_id = ${companyId} and id = any(key.node_ids)), '[]') as nodes
    from company_keys key
    left join users person on person.company_id = ${companyId} and person.id = key.created_by
    where key.company_id = ${companyId} and ${condition}
    order by key.deleted_at is not null, key.id desc limit ${2 * MOST_COMPANY_KEYS}`.execute(db);
  return rows;
};

export const keyRows = (scope: CompanyScope) => selectKeys(scope, sql`true`);

export const findKey = async (scope: CompanyScope, id: number): Promise<KeyRecord | undefined> =>
  (await selectKeys(scope, sql`key.id = ${id}`))[0];

/** Until the transaction ends, no other key of the company is added. */
export const lockKeys = ({ db, companyId }: CompanyScope) => takeLock(db, "companyKeys", companyId);

export const countKeys = async ({ db, companyId }: CompanyScope): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from company_keys
    where company_id = ${companyId} and deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
};

/** How many of these sites and nodes there are. */
export const countPlaces = async (
  { db, companyId }: CompanyScope,
  { sites, nodes }: { sites: readonly number[]; nodes: readonly number[] },
): Promise<{ sites: number; nodes: number }> => {
  const { rows } = await sql<{ sites: number; nodes: number }>`
    select (select count(*)::int from sites where company_id = ${companyId} and id = any(${sites}::bigint[])
        and deleted_at is null) as sites,
      (select count(*)::int from organization_nodes where company_id = ${companyId}
        and id = any(${nodes}::bigint[])) as nodes`.execute(db);
  return rows[0] ?? { sites: 0, nodes: 0 };
};

interface NewKey {
  readonly name: string;
  readonly prefix: string;
  readonly hash: Buffer;
  readonly scopes: readonly string[];
  readonly siteIds: readonly number[] | null;
  readonly nodeIds: readonly number[] | null;
  readonly expiresAt: Date | null;
}

const returnedId = async (statement: Promise<{ rows: { id: number }[] }>): Promise<number> =>
  (await statement).rows[0]?.id as number;

export const addKey = ({ db, who }: CompanyScope, key: NewKey): Promise<number> =>
  returnedId(
    sql<{ id: number }>`
      insert into company_keys (name, prefix, key_hash, scopes, site_ids, node_ids, expires_at, created_by)
      values (${key.name}, ${key.prefix}, ${key.hash}, ${key.scopes}::text[], ${key.siteIds}::bigint[],
        ${key.nodeIds}::bigint[], ${key.expiresAt}, ${who.id}::bigint)
      returning id`.execute(db),
  );

/** A key with the rights of another one, which ends after the hours, unless it ends before. */
export const addSuccessor = async (
  { db, companyId, who }: CompanyScope,
  id: number,
  key: Pick<NewKey, "prefix" | "hash" | "expiresAt"> & { readonly hours: number },
): Promise<number> => {
  const added = await returnedId(
    sql<{ id: number }>`
      insert into company_keys (name, prefix, key_hash, scopes, site_ids, node_ids, expires_at, created_by)
      select name, ${key.prefix}, ${key.hash}, scopes, site_ids, node_ids, ${key.expiresAt}, ${who.id}::bigint
      from company_keys where company_id = ${companyId} and id = ${id}
      returning id`.execute(db),
  );
  await sql`update company_keys set replaced_by = ${added},
      expires_at = least(expires_at, now() + ${key.hours} * interval '1 hour')
    where company_id = ${companyId} and id = ${id}`.execute(db);
  return added;
};

/** It is refused from then on; what it was used for stays. */
export const markDeleted = ({ db, companyId, who }: CompanyScope, id: number) =>
  db
    .updateTable("company_keys")
    .set({ deleted_at: sql`now()`, deleted_by: who.id })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .returning(["name", "prefix"])
    .executeTakeFirst();

/** With what they were used for. */
export const removeOldKeys = (db: Kysely<Tables>) =>
  sql`delete from company_keys
    where deleted_at < now() - make_interval(days => ${DELETED_KEYS_KEPT_DAYS})`.execute(db);

/** What a key was used for, and its latest calls. */
export const findUse = async (
  { db, companyId }: CompanyScope,
  id: number,
): Promise<Pick<CompanyKeyDetails, "use" | "calls">> => {
  const { rows } = await sql<Pick<CompanyKeyDetails, "use" | "calls">>`
    select
      coalesce((select json_agg(json_build_object('kind', kind, 'reads', reads, 'writes', writes,
          'last_read_at', last_read_at, 'last_write_at', last_write_at) order by kind)
        from company_key_use where company_id = ${companyId} and key_id = ${id}), '[]') as use,
      coalesce((select json_agg(json_build_object('id', id, 'at', at, 'method', method, 'path', path,
          'status', status, 'address', address) order by id desc)
        from company_key_calls where company_id = ${companyId} and key_id = ${id}), '[]') as calls`.execute(
    db,
  );
  return rows[0] ?? { use: [], calls: [] };
};
