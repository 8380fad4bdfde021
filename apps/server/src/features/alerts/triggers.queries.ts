import type { NewTrigger, TriggerChanges } from "@mcc/contract/alerts/triggers.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Condition } from "../../platform/lists/list.ts";

/** The name of a site that the caller may see. */
export const findSite = async ({ db, companyId, siteIds }: CompanyScope, id: number) => {
  const seen = siteIds === "all" ? sql`true` : sql`id = any(${siteIds})`;
  const { rows } = await sql<{ id: number }>`select id from sites
    where company_id = ${companyId} and id = ${id} and deleted_at is null and ${seen} for key share`.execute(
    db,
  );
  return rows[0];
};

/** Whether there is such a user, and whether they have access to a site; neither changes until the transaction ends. */
export const findAccess = async ({ db, companyId }: CompanyScope, userId: number, siteId: number) => {
  const { rows } = await sql<{ has_access: boolean }>`
    with held as (
      select id from users where company_id = ${companyId} and id = ${userId} and deleted_at is null for share)
    select access.site_ids is null or ${siteId} = any(access.site_ids) as has_access
    from held cross join lateral tenant.access_of_user(held.id) as access`.execute(db);
  return rows[0];
};

export const addTrigger = ({ db }: CompanyScope, userId: number, { user: _, site, ...trigger }: NewTrigger) =>
  db
    .insertInto("triggers")
    .values({ ...trigger, user_id: userId, site_id: site })
    .returning("id")
    .executeTakeFirstOrThrow();

export const updateTrigger = ({ db, companyId }: CompanyScope, id: number, changes: TriggerChanges) =>
  db
    .updateTable("triggers")
    .set({ ...changes, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

/** Enables or disables those of these triggers that are not, and returns their sites. */
export const switchTriggers = async (
  { db, companyId }: CompanyScope,
  ids: Condition,
  enabled: boolean,
): Promise<number[]> => {
  const { rows } = await sql<{ site_id: number }>`update triggers set enabled = ${enabled}, updated_at = now()
    where company_id = ${companyId} and enabled <> ${enabled} and id in (${ids}) returning site_id`.execute(
    db,
  );
  return rows.map(({ site_id }) => site_id);
};

export const deleteTrigger = ({ db, companyId }: CompanyScope, id: number) =>
  db.deleteFrom("triggers").where("company_id", "=", companyId).where("id", "=", id).execute();
