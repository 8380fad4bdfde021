import { sql } from "kysely";
import { requestAddress } from "../../platform/access/request-address.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { siteState } from "./imports.queries.ts";

/** The sites that an import created or updated and that still exist; nobody else changes them until the transaction ends. */
export const lockSitesOf = async ({ db, companyId }: CompanyScope, id: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select sites.id from sites
    where sites.company_id = ${companyId} and sites.id in (select site_id from import_rows saved
      where saved.company_id = ${companyId} and saved.import_id = ${id}::uuid and saved.outcome in ('created', 'updated'))
    order by sites.id for update`.execute(db);
  return rows.map((site) => site.id);
};

/** Why a site cannot be undone: with what, and how often. */
export interface Obstacle {
  kind: "changed" | "gone" | "taken" | "lost" | "orders" | "documents" | "rules" | "policies" | "users";
  name: string;
  count: number;
}

/** What has come to depend on the sites of an import, and which of them were changed since. */
export const obstaclesOf = async (
  { db, companyId }: CompanyScope,
  id: string,
  limit: number,
): Promise<{ obstacles: Obstacle[]; total: number }> => {
  const using = (table: string, kind: Obstacle["kind"]) => sql`
    select ${kind} as kind, made.name, made.site_id, count(*)::int as count
    from made join ${sql.table(table)} used on used.company_id = ${companyId} and used.site_id = made.site_id
    group by made.name, made.site_id`;
  const lost = (table: string, field: string) => sql`
    select 'lost', name, site_id, 1 from saved where before ->> ${field} is not null and not exists (
      select from ${sql.table(table)} kept where kept.company_id = ${companyId} and kept.id = (before ->> ${field})::bigint)`;
  const { rows } = await sql<Obstacle & { total: number }>`
    with saved as (
      select saved.outcome, saved.site_id, saved.before, saved.after, saved.assigned, coalesce(sites.name, saved.name) as name,
        sites.deleted_at, ${siteState("sites")} as state
      from import_rows saved
      join sites on sites.company_id = ${companyId} and sites.id = saved.site_id
      where saved.company_id = ${companyId} and saved.import_id = ${id}::uuid
        and saved.outcome in ('created', 'updated')),
    made as (select * from saved where outcome = 'created' and deleted_at is null)
    select obstacles.*, count(*) over ()::int as total from (
      select 'changed' as kind, name, site_id, 1 as count from saved where deleted_at is null and state <> after
      union all
      select 'gone', name, site_id, 1 from saved where deleted_at is not null and outcome = 'updated'
      union all
      select 'taken', name, site_id, 1 from saved where exists (select from sites other
        where other.company_id = ${companyId} and other.deleted_at is null and other.id <> saved.site_id
          and lower(other.name) = lower(saved.before ->> 'name'))
      union all ${lost("site_types", "site_type_id")}
      union all ${lost("warehouses", "warehouse_id")}
      union all ${lost("organization_nodes", "node_id")}
      union all ${using("orders", "orders")}
      union all ${using("documents", "documents")}
      union all ${using("approval_rule_sites", "rules")}
      union all ${using("policy_sites", "policies")}
      union all
      select 'users', made.name, made.site_id, count(*)::int from made
      join site_users used on used.company_id = ${companyId} and used.site_id = made.site_id
      where used.user_id <> all(made.assigned)
      group by made.name, made.site_id) as obstacles
    order by name, kind limit ${limit}`.execute(db);
  return { obstacles: rows, total: rows[0]?.total ?? 0 };
};

/** The rows of an import by what they did, of sites that still exist. */
const rowsOf = (companyId: number, id: string, outcome: "created" | "updated") => sql`
  select saved.site_id, saved.shop_user_id, saved.assigned, saved.before, saved.after from import_rows saved
  join sites on sites.company_id = ${companyId} and sites.id = saved.site_id and sites.deleted_at is null
  where saved.company_id = ${companyId} and saved.import_id = ${id}::uuid and saved.outcome = ${outcome}`;

/** The users who were assigned by the import no longer see its sites. */
export const removeAssignments = ({ db, companyId }: CompanyScope, id: string) =>
  sql`
    delete from site_users using (
      select saved.site_id, assigned.user_id from import_rows saved, unnest(saved.assigned) as assigned (user_id)
      where saved.company_id = ${companyId} and saved.import_id = ${id}::uuid) as gone
    where site_users.company_id = ${companyId} and site_users.site_id = gone.site_id
      and site_users.user_id = gone.user_id`.execute(db);

interface Actor {
  readonly id: number;
  readonly name: string;
}

/** Deletes the sites that the import created; each is audited. */
export const deleteCreated = ({ db, companyId }: CompanyScope, id: string, actor: Actor) =>
  sql`
    with made as (${rowsOf(companyId, id, "created")}),
    gone as (
      update sites set deleted_at = now() from made
      where sites.company_id = ${companyId} and sites.id = made.site_id
      returning sites.id, made.after)
    insert into audit_entries (actor_id, actor_name, action, record_type, record_id, address, details)
    select ${actor.id}, ${actor.name}, 'site.deleted', 'site', gone.id::text, ${requestAddress()}, gone.after from gone`.execute(
    db,
  );

/** Deletes the shop users that the import created and that no site has any more. */
export const deleteShopUsers = ({ db, companyId }: CompanyScope, id: string) =>
  sql`
    delete from shop_users shop using import_rows saved
    where saved.company_id = ${companyId} and saved.import_id = ${id}::uuid
      and shop.company_id = ${companyId} and shop.id = saved.shop_user_id
      and not exists (select from sites where sites.company_id = ${companyId} and sites.deleted_at is null
        and lower(sites.ecommerce_username) = lower(shop.username))`.execute(db);

/** Gives the sites that the import updated their fields of before; each is audited. */
export const restoreUpdated = ({ db, companyId }: CompanyScope, id: string, actor: Actor) =>
  sql`
    with changed as (${rowsOf(companyId, id, "updated")}),
    restored as (
      update sites set name = was.name, location_name = was.location_name, division = was.division,
        business_unit = was.business_unit, region = was.region, ecommerce_user_email = was.ecommerce_user_email,
        site_type_id = was.site_type_id, warehouse_id = was.warehouse_id, node_id = was.node_id,
        buyout_site = was.buyout_site, updated_at = now()
      from changed, jsonb_to_record(changed.before) as was (
        name text, location_name text, division text, business_unit text, region text, ecommerce_user_email text,
        site_type_id bigint, warehouse_id bigint, node_id bigint, buyout_site boolean)
      where sites.company_id = ${companyId} and sites.id = changed.site_id
      returning sites.id, sites.ecommerce_username, changed.before, changed.after),
    -- the address of a shop user follows that of its only site
    addressed as (
      update shop_users shop set email = restored.before ->> 'ecommerce_user_email' from restored
      where shop.company_id = ${companyId} and lower(shop.username) = lower(restored.ecommerce_username)
        and not exists (select from sites other where other.company_id = ${companyId} and other.deleted_at is null
          and other.id <> restored.id and lower(other.ecommerce_username) = lower(shop.username)))
    insert into audit_entries (actor_id, actor_name, action, record_type, record_id, address, details)
    select ${actor.id}, ${actor.name}, 'site.updated', 'site', restored.id::text, ${requestAddress()},
      restored.before || jsonb_build_object('before', restored.after) from restored`.execute(db);

export const markUndone = ({ db, companyId, who }: CompanyScope, id: string) =>
  sql`update imports set undone_at = now(), undone_by = ${who.id}
    where company_id = ${companyId} and id = ${id}::uuid`.execute(db);
