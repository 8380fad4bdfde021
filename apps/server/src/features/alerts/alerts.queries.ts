import { MOST_MARKED, UNREAD_CAP, type UnreadAlerts } from "@mcc/contract/alerts/unread-alerts.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { allConditions, type Condition } from "../../platform/lists/list.ts";
import { ownAlerts } from "./alerts.list.ts";

const UNREAD = sql`alerts.read_at is null`;

export const countUnread = async (scope: CompanyScope): Promise<UnreadAlerts> => {
  const unread = allConditions([...ownAlerts(scope), UNREAD]);
  const { rows } = await sql<UnreadAlerts>`select
    (select count(*)::int from (select from alerts where ${unread} and alerts.is_entry limit ${sql.lit(UNREAD_CAP)}) as unread) as count,
    (select max(alerts.id) from alerts where ${unread}) as newest`.execute(scope.db);
  return rows[0] as UnreadAlerts;
};

/** An alert for the signed-in user: which order it is about, if it is about one. */
export const findOwnAlert = async (scope: CompanyScope, id: number) => {
  const { rows } = await sql<{ order_id: number | null }>`select alerts.order_id from alerts
    where ${allConditions([...ownAlerts(scope), sql`alerts.id = ${id}`])}`.execute(scope.db);
  return rows[0];
};

/** Marks the user's unread alerts that this condition names, and returns how many. */
export const markRead = async (scope: CompanyScope, which: Condition): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    with marked as (
      update alerts set read_at = now()
      where company_id = ${scope.companyId} and read_at is null and id = any(array(
        select alerts.id from alerts where ${allConditions([...ownAlerts(scope), UNREAD, which])}
        order by alerts.id limit ${sql.lit(MOST_MARKED)}))
      returning id)
    select count(*)::int as count from marked`.execute(scope.db);
  return rows[0]?.count ?? 0;
};
