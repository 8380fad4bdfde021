import { displayName } from "@mcc/contract/access/session.ts";
import { type Kysely, sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Letter } from "../../platform/mail/letter.ts";
import { MessageLink, type MessageText, messageText } from "../../platform/mail/message-text.ts";
import { addSecurityMail } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import {
  emailChangedLetter,
  emailCorrectedLetter,
  emailRestoredLetter,
  invitationLetter,
  passwordChangedLetter,
} from "./account-letters.ts";
import { findAddressee } from "./sign-in.queries.ts";

/** A week: new users may be on vacation. */
const INVITATION_SECONDS = 7 * 24 * 60 * 60;

/** The token of a link by which a new user sets a password. */
export const addInvitation = async ({ db }: CompanyScope, userId: number): Promise<string> => {
  const token = randomToken();
  await sql`select tenant.add_invitation(${userId}, ${hashToken(token)}, ${INVITATION_SECONDS})`.execute(db);
  return token;
};

/** Ends every session of a user, but for that of the request, and every link that sets their password. */
export const endUserSessions = async ({ db, sessionId }: CompanyScope, userId: number): Promise<void> => {
  await sql`select tenant.end_user_sessions(${userId}, ${sessionId})`.execute(db);
};

type Mailing = Pick<Services, "textCipher" | "publicUrl">;

interface InvitedUser {
  readonly id: number;
  readonly first_name: string;
  readonly username: string;
  readonly email: string;
}

/** Invites a user to administer the company, by a link that sets their password. */
export const addInvitationMail = async (
  { textCipher, publicUrl }: Mailing,
  scope: CompanyScope,
  { id, first_name, username, email }: InvitedUser,
) => {
  const link = new MessageLink(publicUrl(), `/reset-password?token=${await addInvitation(scope, id)}`);
  const company = scope.who.company?.name ?? "";
  const invited = { name: first_name || username, username, company, by: displayName(scope.who) };
  return addSecurityMail(textCipher, scope.db, {
    company_id: scope.companyId,
    recipient: email,
    subject: messageText`Invitation to administer ${company}`,
    body: invitationLetter(publicUrl(), invited, link),
  });
};

/** Tells the owner of an account that its password was changed. */
export const addPasswordChangedMail = async (
  { textCipher, publicUrl }: Mailing,
  db: Kysely<Tables>,
  userId: number,
) => {
  const { company_id, email, first_name, username } = await findAddressee(db, userId);
  return addSecurityMail(textCipher, db, {
    company_id,
    recipient: email,
    subject: messageText`Your password was changed`,
    body: passwordChangedLetter(publicUrl(), first_name || username, new Date()),
  });
};

/** Tells the former address of an account something about the one that it has now. */
const addMailToFormer = async (
  { textCipher }: Mailing,
  db: Kysely<Tables>,
  userId: number,
  formerEmail: string,
  subject: MessageText,
  bodyOf: (name: string, email: string) => Letter,
) => {
  const { company_id, email, first_name, username } = await findAddressee(db, userId);
  const body = bodyOf(first_name || username, email);
  return addSecurityMail(textCipher, db, { company_id, recipient: formerEmail, subject, body });
};

const EMAIL_CHANGED = messageText`Your e-mail address was changed`;

/** Its user has confirmed another address; the path undoes that. */
export const addEmailChangedMail = (
  mailing: Mailing,
  db: Kysely<Tables>,
  userId: number,
  formerEmail: string,
  undoPath: string,
) =>
  addMailToFormer(mailing, db, userId, formerEmail, EMAIL_CHANGED, (name, email) =>
    emailChangedLetter(name, email, new MessageLink(mailing.publicUrl(), undoPath)),
  );

/** Its user has restored the address of before. */
export const addEmailRestoredMail = (
  mailing: Mailing,
  db: Kysely<Tables>,
  userId: number,
  formerEmail: string,
) =>
  addMailToFormer(
    mailing,
    db,
    userId,
    formerEmail,
    messageText`Your former e-mail address was restored`,
    emailRestoredLetter,
  );

/** An administrator has corrected it: whoever reads the former ones is told, and cannot restore them by a link. */
export const addEmailCorrectedMail = async (
  mailing: Mailing,
  { db, who }: CompanyScope,
  userId: number,
  formerEmail: string,
) => {
  await sql`select tenant.end_email_changes(${userId})`.execute(db);
  return addMailToFormer(mailing, db, userId, formerEmail, EMAIL_CHANGED, (name, email) =>
    emailCorrectedLetter(name, email, displayName(who)),
  );
};
