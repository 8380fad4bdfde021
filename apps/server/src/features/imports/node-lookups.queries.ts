import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

/** What a company has of the names in a file, by the name that was given. */
interface Found {
  given: string;
  id: number;
}

export const groupsOfCompany = async ({ db, companyId }: CompanyScope) => {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from organization_groups where company_id = ${companyId} for key share`.execute(db);
  return rows;
};

export const findRoot = async ({ db, companyId }: CompanyScope): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`
    select name from organization_nodes where company_id = ${companyId} and parent_id is null`.execute(db);
  return rows[0]?.name;
};

/** Nodes by their ids, as parents may be given. */
export const nodesOfIds = async (
  { db, companyId }: CompanyScope,
  ids: readonly string[],
): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    select id::text as given, id from organization_nodes
    where company_id = ${companyId} and id = any(${ids}::bigint[])`.execute(db);
  return rows;
};

export interface Placeable extends Found {
  node_id: number | null;
  /** The company's directory decides about the node of this user. */
  is_kept?: boolean;
}

/** Users by username or e-mail address; until the transaction ends, nobody else places them. */
export const usersOfNames = async (
  { db, companyId }: CompanyScope,
  names: readonly string[],
): Promise<Placeable[]> => {
  const { rows } = await sql<Placeable>`
    select given.name as given, users.id, users.node_id from unnest(${names}::text[]) as given (name)
    join users on users.company_id = ${companyId} and users.deleted_at is null
      and lower(given.name) in (lower(users.username), lower(users.email))
    order by users.id for update of users`.execute(db);
  return rows;
};

/** Sites by name; no two of a company have the same. Until the transaction ends, nobody else places them. */
export const sitesToPlace = async (
  { db, companyId }: CompanyScope,
  names: readonly string[],
): Promise<Placeable[]> => {
  const { rows } = await sql<Placeable>`
    select given.name as given, sites.id, sites.node_id from unnest(${names}::text[]) as given (name)
    join sites on sites.company_id = ${companyId} and sites.deleted_at is null and lower(sites.name) = lower(given.name)
    order by sites.id for update of sites`.execute(db);
  return rows;
};
