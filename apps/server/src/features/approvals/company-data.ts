import type { Kysely } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

/** One company's data, used by user requests, API keys and jobs: the company is always explicit. */
export interface CompanyData {
  readonly db: Kysely<Tables>;
  readonly companyId: number;
}
