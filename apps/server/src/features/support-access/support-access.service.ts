import { displayName } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { NewSupportAccess, SupportAccess } from "@mcc/contract/support-access/support-access.schema.ts";
import type { Kysely } from "kysely";
import type { CompanyScope, PlatformScope } from "../../platform/access/scope.ts";
import { parseSession } from "../../platform/access/session-cache.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Letter } from "../../platform/mail/letter.ts";
import { type MessageText, messageText } from "../../platform/mail/message-text.ts";
import { addSecurityMail, sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { toSessionUser } from "../sign-in/open-session.service.ts";
import { grantedLetter, revokedLetter } from "./support-access.letters.ts";
import * as queries from "./support-access.queries.ts";

const currentOf = async (db: Kysely<Tables>, companyId: number): Promise<SupportAccess | null> => {
  const found = await queries.findCurrent(db, companyId);
  return found
    ? { ...found, granted_at: found.granted_at.toISOString(), ends_at: found.ends_at.toISOString() }
    : null;
};

export const findSupportAccess = async ({ db, companyId }: CompanyScope) => ({
  access: await currentOf(db, companyId),
});

/** Entered in the audit, told to the other company admins, and on every open page of the company at once. */
const record = async (
  { textCipher, jobs, changes }: Services,
  scope: CompanyScope,
  action: "granted" | "revoked",
  { id, ends_at, reason }: SupportAccess,
  { subject, body }: { readonly subject: MessageText; readonly body: (admin: queries.Admin) => Letter },
): Promise<void> => {
  const { db, who, companyId } = scope;
  await addAuditEntry(db, {
    actor: { id: who.id, name: displayName(who) },
    action: `support_access.${action}`,
    record: { type: "support_access", id },
    details: { ends_at, reason },
  });
  for (const admin of await queries.otherAdmins(scope)) {
    const mail = { company_id: companyId, recipient: admin.email, subject, body: body(admin) };
    const added = await addSecurityMail(textCipher, db, mail);
    if (added) scope.afterCommit(async () => sendSoon(jobs, added.id));
  }
  scope.afterCommit(async () => changes.announce({ kind: "company", companyId, siteIds: "all" }));
};

export const grantSupportAccess = async (
  services: Services,
  scope: CompanyScope,
  given: NewSupportAccess,
): Promise<SupportAccess> => {
  const { db, companyId, who } = scope;
  await queries.lockSupportAccess(scope);
  if (await queries.findCurrent(db, companyId)) fail("support.granted");
  await queries.addSupportAccess(scope, given);
  const granted = (await currentOf(db, companyId)) as SupportAccess;
  const stated = { by: displayName(who), until: new Date(granted.ends_at), reason: granted.reason };
  await record(services, scope, "granted", granted, {
    subject: messageText`Support access was granted`,
    body: ({ name }) => grantedLetter(services.publicUrl(), name, stated),
  });
  return granted;
};

/** Sessions of it end with their next request; open pages learn of it by their stream. */
export const revokeSupportAccess = async (services: Services, scope: CompanyScope) => {
  await queries.lockSupportAccess(scope);
  const current = (await currentOf(scope.db, scope.companyId)) ?? fail("not_found");
  await queries.revoke(scope, current.id);
  await record(services, scope, "revoked", current, {
    subject: messageText`Support access was revoked`,
    body: ({ name }) => revokedLetter(services.publicUrl(), name, displayName(scope.who)),
  });
  return { detail: "Support access was revoked." };
};

export const findCompanySupportAccess = async ({ db }: Pick<PlatformScope, "db">, companyId: number) => {
  if (!(await queries.companyExists(db, companyId))) fail("not_found");
  return { access: await currentOf(db, companyId) };
};

export const openSupportSession = async (
  { tokens }: Services,
  { db, who, sessionId }: PlatformScope,
  companyId: number,
  { address, userAgent }: { readonly address: string; readonly userAgent: string },
) => {
  const { access } = await findCompanySupportAccess({ db }, companyId);
  if (!access) return fail("support.not_granted");
  const opened = { accessId: access.id, openerId: sessionId, address, userAgent };
  const id = (await queries.addSupportSession(db, opened)) ?? fail("auth.required");
  const session = parseSession(await queries.findSession(db, id), "") ?? fail("support.not_granted");
  await addAuditEntry(db, {
    company_id: companyId,
    actor: { id: who.id, name: displayName(who) },
    action: "support_access.opened",
    record: { type: "support_access", id: access.id },
    details: { granted_by: access.granted_by, ends_at: access.ends_at },
  });
  return { token: tokens.sign(id, who.id), user: toSessionUser(session.who) };
};
