import type { Kysely } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

/** One company's data, reached from a request, from outside or from a job: the company is always named as well. */
export interface CompanyData {
  readonly db: Kysely<Tables>;
  readonly companyId: number;
}
