import { displayName } from "@mcc/contract/access/session.ts";
import { countAttempt } from "../../platform/access/rate-limit.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { button, facts, letter, link as loginLink, paragraph } from "../../platform/mail/letter.ts";
import { MessageLink, messageText } from "../../platform/mail/message-text.ts";
import { addSecurityMail, sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { addInvitation } from "../sign-in/accounts.service.ts";

interface NewUser {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

/** From one company to one address within an hour: somebody who is created and deleted again and again is not written to each time. */
const WELCOMES = { max: 5, seconds: 3_600 };

/**
 * Names the account and how to set a password; the password that the admin has typed is never sent. A new user is
 * welcomed once, unless it is sent `again`.
 */
export const sendWelcome = async (
  { database, jobs, publicUrl, textCipher }: Services,
  scope: CompanyScope,
  user: NewUser,
  again = false,
): Promise<void> => {
  const bucket = `welcome:${scope.companyId}:${user.email.toLowerCase()}`;
  await countAttempt(database.platform, [{ bucket, ...WELCOMES }]);
  const link = new MessageLink(publicUrl(), `/reset-password?token=${await addInvitation(scope, user.id)}`);
  const message = await addSecurityMail(textCipher, scope.db, {
    company_id: scope.companyId,
    recipient: user.email,
    subject: messageText`Welcome to the Management Control Center`,
    body: letter(
      user.first_name || user.username,
      paragraph(
        messageText`${displayName(scope.who)} has created an account for you in the Management Control Center of ${scope.who.company?.name ?? ""}.`,
      ),
      facts({ Username: messageText`${user.username}` }),
      paragraph(messageText`Set your password within one week.`),
      button("Set your password", link),
      loginLink("Then sign in here", new MessageLink(publicUrl(), "/")),
    ),
    ...(!again && { sent_for: `welcome:${user.id}` }),
  });
  if (message) scope.afterCommit(() => sendSoon(jobs, message.id));
};
