import { sql } from "kysely";
import type { CompanyScope } from "../../../platform/access/scope.ts";

/** The names of the company's hierarchy groups; without a hierarchy it has none. */
export const groupNames = async ({ db, who, companyId }: CompanyScope): Promise<Map<number, string>> => {
  if (!who.company?.has_company_hierarchy) return new Map();
  const groups = await db
    .selectFrom("organization_groups")
    .select(["id", "name"])
    .where("company_id", "=", companyId)
    .execute();
  return new Map(groups.map(({ id, name }) => [id, name]));
};

/** Those of these orders that the user may see, whatever their state is. */
export const namedOrders = async (
  { db, companyId, siteIds }: CompanyScope,
  identifiers: readonly string[],
): Promise<string[]> => {
  if (identifiers.length === 0) return [];
  const { rows } = await sql<{ identifier: string }>`select identifier from orders
    where company_id = ${companyId} and identifier = any(${identifiers}::text[])
      and ${siteIds === "all" ? sql`true` : sql`site_id = any(${siteIds})`}`.execute(db);
  return rows.map(({ identifier }) => identifier);
};
