import { randomUUID } from "node:crypto";
import { displayName } from "@mcc/contract/access/session.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { addNotification, sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import type { Attempt } from "./attempt.ts";
import { activeAdmins, lostRules } from "./coverage.queries.ts";
import { lostRuleText, uncoveredNotice } from "./coverage.texts.ts";

interface FormerApprover {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** Company admins are told which rules nobody can fulfil without this user, and at which sites. */
export const tellUncovered = async (
  { textCipher, publicUrl, jobs }: Services,
  scope: CompanyScope,
  attempt: Attempt,
  user: FormerApprover,
  how: "deactivated" | "deleted",
): Promise<void> => {
  if (!scope.who.company?.has_order_approval) return;
  const lost = await lostRules(scope, user.id);
  if (lost.length === 0) return;
  attempt.details.push(...lost.map(lostRuleText));
  const about = `uncovered:${user.id}:${randomUUID()}`;
  for (const admin of await activeAdmins(scope)) {
    const messages = await addNotification(textCipher, scope.db, admin, {
      companyId: scope.companyId,
      topic: "approvals",
      about,
      source: "directory",
      ...uncoveredNotice(publicUrl(), admin.name, displayName(user), how, lost),
    });
    for (const id of messages) scope.afterCommit(() => sendSoon(jobs, id));
  }
};
