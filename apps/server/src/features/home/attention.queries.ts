import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import {
  overdueOrders,
  sitesWithoutApprover,
  unassignedOrders,
} from "../approval-steps/attention.conditions.ts";
import { isFailing } from "../events/deliveries.conditions.ts";

/** The statement text is the same for all companies with a hierarchy, and for all without. */
const kindOf = ({ who }: CompanyScope): number => Number(who.company?.has_company_hierarchy === true);

/** Pending orders that are late or that nobody can decide about, and sites where nobody could. */
export const findApprovalAttention = async (scope: CompanyScope) => {
  const { rows } = await sql<{ overdue: number; unassigned: number; sites_without_approver: number }>`
    ${prepared(`approval-attention:${kindOf(scope)}`)}
    select (select count(*)::int from (${overdueOrders(scope)}) as late) as overdue,
      (select count(*)::int from (${unassignedOrders(scope)}) as waiting) as unassigned,
      (select count(distinct site_id)::int from (${sitesWithoutApprover(scope)}) as uncovered) as sites_without_approver`.execute(
    scope.db,
  );
  return rows[0];
};

/** Users, imports and deliveries, each counted as its list counts them. */
export const findOtherAttention = async ({ db, companyId }: CompanyScope, since: string) => {
  const { rows } = await sql<Record<"never_signed_in" | "failed_imports" | "failing_deliveries", number>>`
    ${prepared("attention")}
    select (select count(*)::int from users
        where company_id = ${companyId} and deleted_at is null and last_login is null) as never_signed_in,
      (select count(*)::int from imports where company_id = ${companyId} and failed > 0 and undone_at is null
        and created_at >= ${since}::timestamptz) as failed_imports,
      (select count(*)::int from event_deliveries as delivery where delivery.company_id = ${companyId}
        and delivery.created_at >= ${since}::timestamptz and ${isFailing}) as failing_deliveries`.execute(db);
  return rows[0];
};
