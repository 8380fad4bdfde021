import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import { personName, phoneForTexts } from "../../platform/db/person-fields.ts";
import type { Recipient } from "../../platform/mail/outbox.ts";
import { type FormerApprover, rulesLostWith } from "../approval-steps/attention.conditions.ts";

export interface LostRule {
  readonly holder: "role" | "user";
  readonly name: string;
  /** The first of them by name. */
  readonly sites: readonly string[];
  readonly count: number;
}

const NAMED = { sites: 5, rules: 10 };

/** The rules that nobody can fulfil anymore without these users, and where. */
export const lostRules = async (
  scope: CompanyScope,
  former: readonly FormerApprover[],
): Promise<LostRule[]> => {
  const { db, companyId } = scope;
  const { rows } = await sql<LostRule>`
    select case when lost.role_id is null then 'user' else 'role' end as holder,
      coalesce(roles.name, ${personName}) as name, count(*)::int as count,
      (array_agg(sites.name order by ${naturalSort(sql`sites.name`)}))[1:${sql.lit(NAMED.sites)}] as sites
    from (${rulesLostWith(scope, former)}) as lost
    join sites on sites.company_id = ${companyId} and sites.id = lost.site_id
    left join roles on roles.company_id = ${companyId} and roles.id = lost.role_id
    left join users person on person.company_id = ${companyId} and person.id = lost.user_id
    group by lost.role_id, lost.user_id, 2 order by count desc, name limit ${sql.lit(NAMED.rules)}`.execute(
    db,
  );
  return rows;
};

export const activeAdmins = async ({ db, companyId }: CompanyScope): Promise<Recipient[]> => {
  const { rows } = await sql<Recipient>`
    select person.id, ${personName} as name, person.email, ${phoneForTexts} as phone from users person
    where person.company_id = ${companyId} and person.is_company_admin
      and person.deleted_at is null and person.disabled_at is null
    order by person.id`.execute(db);
  return rows;
};
