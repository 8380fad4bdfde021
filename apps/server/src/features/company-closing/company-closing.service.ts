import { displayName } from "@mcc/contract/access/session.ts";
import {
  type CloseCompany,
  type CompanyClosing,
  closingMessages,
  WAITING_DAYS,
} from "@mcc/contract/company-closing/company-closing.schema.ts";
import { dayIn } from "@mcc/contract/kit/calendar.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { letter, paragraph } from "../../platform/mail/letter.ts";
import { messageText } from "../../platform/mail/message-text.ts";
import { addSecurityMail, sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { owedChains } from "../collector/collector.service.ts";
import * as queries from "./company-closing.queries.ts";

const isDue = ({ delete_after, started_at, deleted_at }: queries.Closing): boolean =>
  delete_after <= new Date() && started_at === null && deleted_at === null;

const toResponse = (closing: queries.Closing, owed: readonly number[] = []): CompanyClosing => ({
  id: closing.id,
  company_id: closing.company_id,
  name: closing.name,
  closed_at: closing.closed_at.toISOString(),
  closed_by: closing.closed_by,
  delete_after: closing.delete_after.toISOString(),
  is_deleting: closing.started_at !== null && closing.deleted_at === null,
  waits_for_collector: owed.includes(closing.company_id) && isDue(closing),
  deleted_at: closing.deleted_at?.toISOString() ?? null,
  records: Object.values(closing.records).reduce((sum, count) => sum + count, 0),
  files: closing.files,
  certificate: closing.certificate,
});

export const companyClosings = async (services: Services, { db }: PlatformScope) => {
  const closings = await queries.closingRows(db);
  const due = closings.filter(isDue).map(({ company_id }) => company_id);
  const owed = await owedChains(services, db, due);
  return { results: closings.map((closing) => toResponse(closing, owed)) };
};

const dayInUtc = dayIn("UTC");

const addLetters = async (
  { textCipher }: Services,
  { db }: PlatformScope,
  { company_id, name, delete_after }: queries.Closing,
): Promise<number[]> => {
  const added: number[] = [];
  for (const admin of await queries.companyAdmins(db, company_id)) {
    const mail = await addSecurityMail(textCipher, db, {
      company_id,
      recipient: admin.email,
      subject: messageText`${name} is closed`,
      body: letter(
        admin.name,
        paragraph(
          messageText`The provider has closed ${name} in the Management Control Center. Nobody can sign in anymore.`,
        ),
        paragraph(
          messageText`On ${dayInUtc(delete_after)} all its data is deleted. Until then the provider can open it again.`,
        ),
      ),
    });
    if (mail) added.push(mail.id);
  }
  return added;
};

/** In the audit of the platform too: that of the company is deleted with it. */
const audit = async ({ db, who }: PlatformScope, action: string, companyId: number, details: object) => {
  for (const company_id of [null, companyId])
    await addAuditEntry(db, {
      company_id,
      actor: { id: who.id, name: displayName(who) },
      action,
      record: { type: "company", id: companyId },
      details,
    });
};

/** Whoever is signed in is refused with the next request; see mcc.access_of and tenant.enter_with_key. */
export const closeCompany = async (
  services: Services,
  scope: PlatformScope,
  id: number,
  { name, days = WAITING_DAYS }: CloseCompany,
): Promise<CompanyClosing> => {
  const company = (await queries.lockCompany(scope.db, id)) ?? fail("not_found");
  if (company.closed_at) fail("company.closed");
  if (company.name !== name.trim()) failField("name", closingMessages.name);
  const closing = await queries.addClosing(scope.db, id, { days, by: displayName(scope.who) });
  await queries.stopEverything(scope.db, id);
  await audit(scope, "company.closed", id, { name, delete_after: closing.delete_after.toISOString() });
  const mails = await addLetters(services, scope, closing);
  scope.afterCommit(() => {
    services.changes.announce({ kind: "company", companyId: id, siteIds: "all" });
    for (const mail of mails) sendSoon(services.jobs, mail);
  });
  return toResponse(closing);
};

export const reopenCompany = async (scope: PlatformScope, id: number) => {
  const company = (await queries.lockCompany(scope.db, id)) ?? fail("not_found");
  if (!company.closed_at) fail("company.open");
  if ((await queries.lockClosing(scope.db, id))?.started_at) fail("company.deleting");
  await queries.reopen(scope.db, id, displayName(scope.who));
  await audit(scope, "company.reopened", id, { name: company.name });
  return { detail: closingMessages.reopened };
};
