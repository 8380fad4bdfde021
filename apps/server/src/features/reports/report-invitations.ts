import { displayName } from "@mcc/contract/access/session.ts";
import type { Report } from "@mcc/contract/reports/reports.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { storedLetter } from "../../platform/mail/letter.ts";
import { REPORTS } from "../../platform/mail/letter-envelope.ts";
import { addMessage } from "../../platform/mail/outbox.queries.ts";
import { sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { invitationMail } from "./report.texts.ts";

/** Asks a colleague by e-mail; of many invitations by one person only the first few are sent one by one. */
export const inviteReader = async (
  { textCipher, publicUrl, jobs }: Services,
  { db, who, companyId, afterCommit }: CompanyScope,
  { id, name, schedule, time_zone: timeZone }: Report,
  reader: { readonly id: number; readonly name: string; readonly email: string },
): Promise<void> => {
  if (reader.email === "") return;
  const invitation = { name, owner: displayName(who), schedule, timeZone };
  const { subject, body } = invitationMail(publicUrl(), reader.name, invitation);
  const message = await addMessage(db, {
    company_id: companyId,
    user_id: reader.id,
    topic: REPORTS,
    channel: "email",
    recipient: reader.email,
    subject: subject.text,
    body: textCipher.encrypt(storedLetter(body)),
    sent_for: `report-invitation:${id}:${reader.id}:${new Date().toISOString()}`,
    source: `report invitations by ${who.id}`,
  });
  if (message) afterCommit(() => sendSoon(jobs, message.id));
};
