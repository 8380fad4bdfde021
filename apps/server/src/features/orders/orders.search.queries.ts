import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { newestMatches } from "../../platform/lists/fast/newest-matches.ts";
import { likePattern } from "../../platform/lists/list.ts";
import { delegatedOrderIds } from "../approval-steps/deputy-orders.conditions.ts";

export interface FoundOrder {
  id: number;
  identifier: string;
  po_number: string | null;
  status: number;
  site: string;
}

/**
 * The newest orders with this in their order, PO, AFE or tracking numbers; the one with exactly this number first. For a
 * deputy, first those that they may decide about.
 */
export const ordersByNumber = async (
  scope: CompanyScope,
  typed: string,
  limit: number,
): Promise<FoundOrder[]> => {
  const exact = sql`identifier = any(${[typed, typed.toUpperCase()]})`;
  const ids = newestMatches(scope, { table: "orders", typed, limit, exact });
  const delegated = sql`select orders.id from orders where orders.company_id = ${scope.companyId}
    and orders.id = any(array(${delegatedOrderIds(scope)})) and search_text like ${likePattern(typed)}
    order by order_date desc, orders.id desc limit ${limit}`;
  const found =
    scope.delegations.length === 0
      ? sql`array(${ids})`
      : sql`array(select id from (select id, min(place) as place
          from unnest(array(${delegated}) || array(${ids})) with ordinality as each (id, place) group by id) as once
          order by place limit ${limit})`;
  const { rows } = await sql<FoundOrder>`
    select orders.id, identifier, po_number, status,
      (select name from site_snapshots where company_id = ${scope.companyId} and id = site_snapshot_id) as site
    from unnest(${found}) with ordinality as listed (id, place)
    join orders on orders.company_id = ${scope.companyId} and orders.id = listed.id
    order by listed.place`.execute(scope.db);
  return rows;
};
