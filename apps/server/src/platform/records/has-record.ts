import type { CompanyData } from "../access/scope.ts";

/** Whether the company has this record; it stays until the transaction ends. */
export const hasRecord = async (
  { db, companyId }: CompanyData,
  table: "site_types" | "organization_nodes" | "organization_groups",
  id: number,
): Promise<boolean> =>
  (await db
    .selectFrom(table)
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirst()) !== undefined;
