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
