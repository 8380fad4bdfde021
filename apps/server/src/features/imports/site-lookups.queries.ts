import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

/** A site of the company by one of the given names. */
export interface NamedSite {
  given: string;
  id: number;
  name: string;
  location_name: string | null;
  division: string | null;
  business_unit: string | null;
  region: string | null;
  ecommerce_username: string;
  ecommerce_user_email: string | null;
  site_type: string | null;
  site_warehouse: string | null;
  node: string | null;
}

/** The sites that have these names, in capitals or not; PostgreSQL decides what that means, as its unique index does. */
export const sitesOfNames = async (
  { db, companyId }: CompanyScope,
  names: readonly string[],
): Promise<NamedSite[]> => {
  const { rows } = await sql<NamedSite>`
    select given.name as given, sites.id, sites.name, sites.location_name, sites.division, sites.business_unit,
      sites.region, sites.ecommerce_username, sites.ecommerce_user_email,
      (select name from site_types where company_id = ${companyId} and id = sites.site_type_id) as site_type,
      (select name from warehouses where company_id = ${companyId} and id = sites.warehouse_id) as site_warehouse,
      (select name from organization_nodes where company_id = ${companyId} and id = sites.node_id) as node
    from unnest(${names}::text[]) as given (name)
    join sites on sites.company_id = ${companyId} and lower(sites.name) = lower(given.name)
      and sites.deleted_at is null`.execute(db);
  return rows;
};

export interface NamedRecord {
  given: string;
  id: number;
  /** How many have this name; only nodes can have it in common. */
  count: number;
}

export const recordsOfNames = async (
  { db, companyId }: CompanyScope,
  table: "site_types" | "warehouses" | "organization_nodes",
  names: readonly string[],
): Promise<NamedRecord[]> => {
  const { rows } = await sql<NamedRecord>`
    select given.name as given, min(record.id) as id, count(*)::int as count
    from unnest(${names}::text[]) as given (name)
    join ${sql.table(table)} record on record.company_id = ${companyId} and lower(record.name) = lower(given.name)
    group by given.name`.execute(db);
  return rows;
};

/** Which of these names are of warehouses that are no longer active. */
export const inactiveWarehouses = async (
  { db, companyId }: CompanyScope,
  names: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ given: string }>`
    select given.name as given from unnest(${names}::text[]) as given (name)
    join warehouses on company_id = ${companyId} and lower(warehouses.name) = lower(given.name) and not active`.execute(
    db,
  );
  return rows.map(({ given }) => given);
};

export interface NamedShopUser {
  given: string;
  /** It is a shop user of this company. */
  is_own: boolean;
  /** Someone has this username, in whichever company. */
  is_taken: boolean;
}

export const shopUsersOfNames = async (
  { db, companyId }: CompanyScope,
  names: readonly string[],
): Promise<NamedShopUser[]> => {
  const { rows } = await sql<NamedShopUser>`
    select given.name as given, tenant.username_taken(given.name, null) as is_taken,
      exists (select from shop_users where company_id = ${companyId} and lower(username) = lower(given.name)) as is_own
    from unnest(${names}::text[]) as given (name)`.execute(db);
  return rows;
};

/** Which of these are users of the company. */
export const usersOfIds = async (
  { db, companyId }: CompanyScope,
  ids: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from users
    where company_id = ${companyId} and id = any(${ids}) and deleted_at is null order by id`.execute(db);
  return rows.map(({ id }) => id);
};
