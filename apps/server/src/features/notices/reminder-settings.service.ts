import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import {
  endsAfterStart,
  type ReminderSettings,
  type ReminderSettingsChanges,
  settingsMessages,
} from "@mcc/contract/notices/reminder-settings.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { mustBeConfirmed } from "../../platform/access/sign-in-state.ts";
import type { Services } from "../../platform/services.ts";
import { announceRules, findRole, lockApprovalSettings } from "../approval-rules/approval-rules.service.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { setReminderSettings, storedReminderSettings } from "./reminder-settings.queries.ts";

export const findReminderSettings = async (scope: CompanyScope): Promise<ReminderSettings> =>
  (await storedReminderSettings(scope)) ?? fail("not_found");

/** A change without effect is not audited. */
export const updateReminderSettings = async (
  services: Services,
  scope: CompanyScope,
  changes: ReminderSettingsChanges,
): Promise<ReminderSettings> => {
  await lockApprovalSettings(scope);
  const before = await findReminderSettings(scope);
  const after = { ...before, ...changes };
  if (JSON.stringify(after) === JSON.stringify(before)) return before;
  // Whoever reads an e-mail could decide then.
  if (after.decide_without_sign_in !== before.decide_without_sign_in) mustBeConfirmed(scope);
  if (!endsAfterStart(after)) failField("working_until", settingsMessages.endsBeforeStart);
  const role = after.escalation_role;
  if (role !== null && role !== before.escalation_role && !(await findRole(scope, role))) {
    failField("escalation_role", notFoundMessage("role"));
  }
  await setReminderSettings(scope, after);
  const audited = (settings: ReminderSettings) => ({
    id: scope.companyId,
    name: scope.who.company?.name,
    ...settings,
  });
  await addChangeEntry(scope, {
    action: "approval_settings.updated",
    record: audited(after),
    before: audited(before),
  });
  announceRules(services, scope);
  return after;
};
