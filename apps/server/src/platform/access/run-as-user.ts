import { AppError } from "@mcc/contract/kit/errors.ts";
import type { Database } from "../db/database.ts";
import { type CompanyScope, openScopeWith } from "./scope.ts";

interface UserOfCompany {
  readonly companyId: number;
  readonly userId: number;
}

// The case makes the function wait for the company that the transaction is limited to.
const ENTER = `select who::text, to_json(site_ids)::text as site_ids
  from (select set_config('mcc.company_id', $2, true) as id) as company
  cross join lateral tenant.access_of_user(case when company.id is not null then $1::bigint end)`;

/**
 * Reads in a job what a user of a company would read in a request of theirs at this moment: by their own permissions and
 * sites, in a transaction that is limited to their company. Nothing when there is no such user.
 */
export const runAsUser = async <T>(
  database: Database,
  { companyId, userId }: UserOfCompany,
  work: (scope: CompanyScope) => Promise<T>,
): Promise<T | undefined> => {
  const enter = { text: ENTER, values: [userId, String(companyId)] };
  const open = await openScopeWith(database, { userId, companyId, readOnly: true }, enter).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === "auth.required") return undefined;
      throw error;
    },
  );
  if (!open) return undefined;
  try {
    return await work(open.company);
  } finally {
    await open.rollback();
  }
};
