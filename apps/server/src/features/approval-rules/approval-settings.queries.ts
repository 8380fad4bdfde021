import type { Changeable } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import { shareLock, takeLock } from "../../platform/db/advisory-locks.ts";
import { prepared } from "../../platform/db/connection.ts";

/**
 * Orders get their steps from the rules, which must not change until the order is stored: a change of the rules, or
 * switching approvals off, waits for orders being stored, and they wait for the change. Readers never block readers.
 */
export const lockApprovalSettingsShared = ({ db, companyId }: CompanyData) =>
  shareLock(db, "approvalSettings", companyId);

export const lockApprovalSettings = ({ db, companyId }: CompanyData) =>
  takeLock(db, "approvalSettings", companyId);

export interface ApprovalSettings {
  readonly approvals: boolean;
  readonly hierarchy: boolean;
  readonly allowSelfApproval: boolean;
  /** Whose holders may decide about escalated steps; null for company admins. */
  readonly escalationRoleId: number | null;
  /** What approvers may change about an order, and what becomes of approvals given before. */
  readonly changeable: Changeable;
}

const NO_SETTINGS: ApprovalSettings = {
  ...{ approvals: false, hierarchy: false, allowSelfApproval: false, escalationRoleId: null },
  changeable: { fields: [], checkout: [], after_change: "keep" },
};

export const approvalSettings = async ({ db, companyId }: CompanyData): Promise<ApprovalSettings> => {
  const { rows } = await sql<ApprovalSettings>`${prepared("approval-settings")}
    select coalesce(has_order_approval, false) as approvals, coalesce(has_company_hierarchy, false) as hierarchy,
      allow_self_approval as "allowSelfApproval", escalation_role_id as "escalationRoleId",
      json_build_object('fields', changeable_fields, 'checkout', changeable_checkout,
        'after_change', after_change) as changeable
    from company_configurations where company_id = ${companyId}`.execute(db);
  return rows[0] ?? NO_SETTINGS;
};

/** Whether steps of the company are escalated to a role; not while its approvals are off. */
export const isEscalationRole = async ({ db, companyId }: CompanyData, roleId: number): Promise<boolean> => {
  const found = await db
    .selectFrom("company_configurations")
    .select("company_id")
    .where("company_id", "=", companyId)
    .where("escalation_role_id", "=", roleId)
    .where("has_order_approval", "=", true)
    .executeTakeFirst();
  return found !== undefined;
};
