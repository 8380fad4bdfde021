import { displayName } from "@mcc/contract/access/session.ts";
import type { ConfigurationChanges } from "@mcc/contract/company-settings/company-settings.api.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { announceRules, lockApprovalSettings } from "../approval-rules/approval-rules.service.ts";
import { mustHaveNothingPending } from "../approval-steps/deletion-guards.service.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { findConfiguration, setConfiguration } from "./company-settings.queries.ts";

/** Another company's configuration is not found. */
export const companyConfiguration = async (scope: CompanyScope, id: number) => {
  if (id !== scope.companyId) fail("not_found");
  return (await findConfiguration(scope)) ?? fail("not_found");
};

/**
 * Approvals can be switched off only without pending orders; new orders and a change are serialized. Each setting that
 * changes is audited.
 */
export const updateConfiguration = async (
  services: Services,
  scope: CompanyScope,
  id: number,
  changes: ConfigurationChanges,
) => {
  if (id !== scope.companyId) fail("not_found");
  await lockApprovalSettings(scope);
  const before = await companyConfiguration(scope, id);
  const approvals = changes.has_order_approval ?? before.has_order_approval;
  const selfApproval = changes.allow_self_approval ?? before.allow_self_approval;
  if (changes.has_order_approval === false) await mustHaveNothingPending(scope);
  const entries = [
    {
      action: approvals ? "approvals.enabled" : "approvals.disabled",
      details: { has_order_approval: approvals },
      before: { has_order_approval: before.has_order_approval },
    },
    {
      action: selfApproval ? "self_approval.allowed" : "self_approval.forbidden",
      details: { allow_self_approval: selfApproval },
      before: { allow_self_approval: before.allow_self_approval },
    },
  ].filter((entry) => JSON.stringify(entry.details) !== JSON.stringify(entry.before));
  if (entries.length === 0) return before;
  await setConfiguration(scope, { has_order_approval: approvals, allow_self_approval: selfApproval });
  for (const { details, ...entry } of entries) {
    await addAuditEntry(scope.db, {
      ...entry,
      actor: { id: scope.who.id, name: displayName(scope.who) },
      record: { type: "company", id: scope.companyId },
      details: { name: scope.who.company?.name, ...details },
    });
  }
  announceRules(services, scope);
  return companyConfiguration(scope, id);
};
