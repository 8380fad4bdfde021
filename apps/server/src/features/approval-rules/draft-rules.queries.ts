import { sql } from "kysely";
import type { CompanyData, CompanyScope } from "../../platform/access/scope.ts";
import { nodePath, seesSite } from "../../platform/access/site-access.ts";

/** Another text after every change of any rule. */
export const rulesVersion = async ({ db, companyId }: CompanyData): Promise<string> => {
  const places = (kind: "site" | "node") => sql`array(select ${sql.ref(`${kind}_id`)}
    from ${sql.table(`approval_rule_${kind}s`)} where company_id = ${companyId} and rule_id = rule.id order by 1)`;
  const { rows } = await sql<{ version: string }>`
    select md5(coalesce(string_agg(json_build_array(rule.id, rule.role_id, rule.user_id, rule.limit_amount,
      ${places("site")}, ${places("node")})::text, ',' order by rule.id), '')) as version
    from approval_rules rule where rule.company_id = ${companyId}`.execute(db);
  return rows[0]?.version ?? "";
};

interface Wanted {
  readonly roles: readonly number[];
  readonly users: readonly number[];
  readonly sites: readonly number[];
  readonly nodes: readonly number[];
}

export interface KnownRecord {
  readonly kind: keyof Wanted;
  readonly id: number;
  readonly name: string;
  /** Of a user. */
  readonly node_id: number | null;
  readonly is_company_admin: boolean;
}

/** Those of the wanted records that the company has. */
export const knownRecords = async (
  { db, companyId }: CompanyScope,
  { roles, users, sites, nodes }: Wanted,
): Promise<KnownRecord[]> => {
  const { rows } = await sql<KnownRecord>`
    select 'roles' as kind, id, name, null::bigint as node_id, false as is_company_admin
      from roles where company_id = ${companyId} and id = any(${roles})
    union all
    select 'users', id, username, node_id, is_company_admin
      from users where company_id = ${companyId} and id = any(${users}) and deleted_at is null
    union all
    select 'sites', id, name, null, false
      from sites where company_id = ${companyId} and id = any(${sites}) and deleted_at is null
    union all
    select 'nodes', id, name, null, false
      from organization_nodes where company_id = ${companyId} and id = any(${nodes})`.execute(db);
  return rows;
};

export interface UserAndSite {
  readonly user: number;
  readonly site: number;
}

/** The pairs whose user cannot see the site, and could not approve there. */
export const unseenPairs = async (
  { db, companyId, who }: CompanyScope,
  pairs: readonly UserAndSite[],
): Promise<UserAndSite[]> => {
  if (pairs.length === 0) return [];
  const hierarchy = who.company?.has_company_hierarchy === true;
  const users = pairs.map(({ user }) => user);
  const sites = pairs.map(({ site }) => site);
  const { rows } = await sql<UserAndSite>`
    with place as materialized (
      select id, ${nodePath(companyId, sql`sites.id`)} as path
      from sites where company_id = ${companyId} and id = any(${sites}))
    select pair.user_id as user, pair.site_id as site
    from unnest(${users}::bigint[], ${sites}::bigint[]) as pair (user_id, site_id)
    join users person on person.company_id = ${companyId} and person.id = pair.user_id
    join place on place.id = pair.site_id
    where not ${seesSite(companyId, hierarchy, sql`place.id`, sql`place.path`)}`.execute(db);
  return rows;
};
