import { randomUUID } from "node:crypto";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { addNotification, sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import type { FormerApprover } from "../approval-steps/attention.conditions.ts";
import type { Attempt } from "./attempt.ts";
import { activeAdmins, lostRules } from "./coverage.queries.ts";
import { type Cause, lostRuleText, uncoveredNotice } from "./coverage.texts.ts";

/** Company admins are told which rules nobody can fulfil without these users, and at which sites. */
export const tellUncovered = async (
  { textCipher, publicUrl, jobs }: Services,
  scope: CompanyScope,
  attempt: Attempt,
  cause: Cause,
  former: readonly FormerApprover[],
): Promise<void> => {
  if (!scope.who.company?.has_order_approval || former.length === 0) return;
  const lost = await lostRules(scope, former);
  if (lost.length === 0) return;
  attempt.details.push(...lost.map(lostRuleText));
  const about = `uncovered:${randomUUID()}`;
  for (const admin of await activeAdmins(scope)) {
    const messages = await addNotification(textCipher, scope.db, admin, {
      companyId: scope.companyId,
      topic: "approvals",
      about,
      source: "directory",
      ...uncoveredNotice(publicUrl(), admin.name, cause, lost),
    });
    for (const id of messages) scope.afterCommit(() => sendSoon(jobs, id));
  }
};
