import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { newestMatches } from "../../platform/lists/fast/newest-matches.ts";

export interface FoundOrder {
  id: number;
  identifier: string;
  po_number: string | null;
  status: number;
  site: string;
}

/** The newest orders with this in their order, PO, AFE or tracking numbers; the one with exactly this number first. */
export const ordersByNumber = async (
  scope: CompanyScope,
  typed: string,
  limit: number,
): Promise<FoundOrder[]> => {
  const exact = sql`identifier = any(${[typed, typed.toUpperCase()]})`;
  const ids = newestMatches(scope, { table: "orders", typed, limit, exact });
  const { rows } = await sql<FoundOrder>`
    select orders.id, identifier, po_number, status,
      (select name from site_snapshots where company_id = ${scope.companyId} and id = site_snapshot_id) as site
    from unnest(array(${ids})) with ordinality as listed (id, place)
    join orders on orders.company_id = ${scope.companyId} and orders.id = listed.id
    order by listed.place`.execute(scope.db);
  return rows;
};
