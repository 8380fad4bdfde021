import { displayName } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { Platform } from "../../platform/platform.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { announceRules, mustHaveNothingPending } from "../approvals/guards.service.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { findConfiguration, setApprovals } from "./company.queries.ts";

/** Another company's configuration is not there. */
export const companyConfiguration = async (scope: CompanyScope, id: number) => {
  if (id !== scope.companyId) fail("not_found");
  return (await findConfiguration(scope)) ?? fail("not_found");
};

/** Off only when nothing waits; orders on their way in and this change wait for each other. */
export const switchApprovals = async (
  platform: Platform,
  scope: CompanyScope,
  id: number,
  enabled: boolean,
) => {
  const before = await companyConfiguration(scope, id);
  if (!enabled) await mustHaveNothingPending(scope);
  if (before.has_order_approval !== enabled) {
    await setApprovals(scope, enabled);
    await addAuditEntry(scope.db, {
      actor: { id: scope.who.id, name: displayName(scope.who) },
      action: enabled ? "approvals.enabled" : "approvals.disabled",
      record: { type: "company", id: scope.companyId },
    });
    announceRules(platform, scope);
  }
  return companyConfiguration(scope, id);
};
