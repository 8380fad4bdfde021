import { sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";

export interface SiteRecord {
  id: number;
  name: string;
  location_name: string | null;
  business_unit: string | null;
  region: string | null;
  division: string | null;
  node_id: number | null;
  shop_user: string;
  is_deleted: boolean;
}

/** Deleted ones too: an order of a deleted site can still be completed. */
export const sitesBy = async (
  { db }: CompanyData,
  ids: readonly number[],
  shopUsers: readonly string[],
): Promise<SiteRecord[]> => {
  const { rows } = await sql<SiteRecord>`
    select id, name, location_name, business_unit, region, division, node_id,
      lower(ecommerce_username) as shop_user, deleted_at is not null as is_deleted
    from sites where id = any(${ids}) or lower(ecommerce_username) = any(${shopUsers})
    order by deleted_at is not null, id`.execute(db);
  return rows;
};

/** Whether one of these sites is deleted. */
export const hasDeletedSite = async ({ db }: CompanyData, ids: readonly number[]): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from sites where id = any(${ids}) and deleted_at is not null) as found`.execute(db);
  return rows[0]?.found === true;
};

export interface UserRecord {
  id: number;
  username: string;
  first_name: string;
  last_name: string;
}

export const usersBy = async ({ db }: CompanyData, usernames: readonly string[]): Promise<UserRecord[]> => {
  if (usernames.length === 0) return [];
  const { rows } = await sql<UserRecord>`
    select id, lower(username) as username, first_name, last_name from users
    where lower(username) = any(${usernames}) and deleted_at is null`.execute(db);
  return rows;
};

type SiteNames = Omit<SiteRecord, "node_id" | "shop_user" | "is_deleted">;

/** Sorted, so that two senders of the same new names never deadlock. */
export const addSiteSnapshots = ({ db }: CompanyData, siteIds: readonly number[]) =>
  sql`
    insert into site_snapshots (site_id, name, location_name, business_unit, region, division)
    select id, name, location_name, business_unit, region, division from sites where id = any(${siteIds})
    order by id on conflict do nothing`.execute(db);

export const siteSnapshotsOf = async ({ db }: CompanyData, siteIds: readonly number[]) => {
  const { rows } = await sql<SiteNames & { snapshot_id: number }>`
    select snapshot.id as snapshot_id, sites.id from sites join site_snapshots snapshot
      on snapshot.site_id = sites.id and snapshot.name = sites.name
      and snapshot.location_name is not distinct from sites.location_name
      and snapshot.business_unit is not distinct from sites.business_unit
      and snapshot.region is not distinct from sites.region
      and snapshot.division is not distinct from sites.division
    where sites.id = any(${siteIds})`.execute(db);
  return new Map(rows.map((row) => [row.id, row.snapshot_id]));
};

export interface NamedPerson {
  readonly user_id: number | null;
  readonly name: string;
  /** The username as it was sent together with a name, even if no user has it. */
  readonly username: string | null;
}

export const addPersonSnapshots = ({ db }: CompanyData, people: readonly NamedPerson[]) =>
  sql`
    insert into person_snapshots (user_id, name, username)
    select user_id, name, username
    from json_to_recordset(${JSON.stringify(people)}) as given (user_id bigint, name text, username text)
    order by name, user_id, username on conflict do nothing`.execute(db);

export const personSnapshotsNamed = async ({ db }: CompanyData, names: readonly string[]) => {
  const { rows } = await sql<NamedPerson & { id: number }>`
    select id, user_id, name, username from person_snapshots where name = any(${names})`.execute(db);
  return rows;
};
