import { companyList } from "@mcc/contract/companies/companies.api.ts";
import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { sql } from "kysely";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { requiredValue } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";

export const companySource = plainList<typeof companyList, Company, PlatformScope>(companyList, {
  from: sql`companies`,
  id: sql`companies.id`,
  visible: () => [],
  columns: { name: requiredValue(sql`companies.name`) },
  search: sql`concat_ws(' ', companies.name, companies.slug_name, companies.mcc_host)`,
  fields:
    () => sql`companies.id, companies.name, companies.website, companies.mcc_host, companies.ecommerce_url,
    companies.slug_name, companies.logo, companies.label`,
  toRows: (companies) => [...companies],
});
