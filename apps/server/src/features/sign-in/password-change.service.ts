import { displayName } from "@mcc/contract/access/session.ts";
import { profileMessages as says } from "@mcc/contract/profile/profile.messages.ts";
import { endSessionsOf } from "../../platform/access/end-sessions.ts";
import { platformTransaction, type SessionScope } from "../../platform/access/scope.ts";
import { sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { addPasswordChangedMail } from "./accounts.service.ts";
import { checkCurrentPassword, mustStillHavePassword } from "./current-password.service.ts";
import { hashNewPassword } from "./new-password.service.ts";
import * as queries from "./sign-in.queries.ts";

export const changePassword = async (
  services: Services,
  { who, sessionId }: SessionScope,
  address: string,
  given: { current_password: string; password: string },
) => {
  const { database, changes, jobs } = services;
  const checked = await checkCurrentPassword(services, who.id, address, given.current_password);
  const passwordHash = await hashNewPassword(given.password, {
    ...who,
    company: who.company?.name,
    companyShortName: who.company?.short_name,
  });
  const mail = await platformTransaction(database, async (db) => {
    await mustStillHavePassword(db, who.id, checked);
    await queries.setPassword(db, who.id, passwordHash);
    await endSessionsOf(db, who.id, sessionId);
    await queries.invalidatePasswordLinks(db, who.id);
    await addAuditEntry(db, {
      company_id: who.company?.id ?? null,
      actor: { id: who.id, name: displayName(who) },
      action: "password.set",
      record: { type: "user", id: who.id },
      details: { password: "changed" },
    });
    return addPasswordChangedMail(services, db, who.id);
  });
  if (mail) sendSoon(jobs, mail.id);
  changes.announce({ kind: "person", userId: who.id });
  return { detail: says.passwordChanged };
};
