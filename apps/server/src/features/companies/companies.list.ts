import { companyList } from "@mcc/contract/companies/companies.api.ts";
import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { sql } from "kysely";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { requiredValue } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { SHOWN } from "./companies.queries.ts";
import { toCompany } from "./companies.service.ts";

type CompanyRow = Omit<Company, "closed_at" | "delete_after"> & Parameters<typeof toCompany>[0];

export const companySource = plainList<typeof companyList, CompanyRow, PlatformScope>(companyList, {
  from: sql`companies`,
  id: sql`companies.id`,
  visible: () => [],
  columns: { name: requiredValue(sql`companies.name`) },
  // As in its index.
  search: sql`companies.name || ' ' || companies.slug_name || coalesce(' ' || companies.mcc_host, '')`,
  fields: () => sql.join(SHOWN.map((column) => sql.ref(`companies.${column}`))),
  toRows: (companies) => companies.map(toCompany),
});
