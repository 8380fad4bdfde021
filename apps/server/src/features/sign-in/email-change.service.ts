import { displayName } from "@mcc/contract/access/session.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { profileMessages as says } from "@mcc/contract/profile/profile.messages.ts";
import { userMessages } from "@mcc/contract/users/users.messages.ts";
import type { Kysely } from "kysely";
import { countAttempt } from "../../platform/access/rate-limit.ts";
import { platformTransaction, type SessionScope } from "../../platform/access/scope.ts";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { MessageLink, messageText } from "../../platform/mail/message-text.ts";
import { addSecurityMail, sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { confirmEmailLetter } from "./account-letters.ts";
import * as changes from "./email-changes.queries.ts";
import { findAddressee, lockAccount } from "./sign-in.queries.ts";

type Db = Kysely<Tables>;
type Who = SessionScope["who"];

const CONFIRM_SECONDS = 24 * 60 * 60;
/** Each one sends a message to an address that the user has typed, and tells whether the platform knows it. */
const REQUESTS = { max: 10, seconds: 60 * 60 };

/** Counted in a transaction of its own, so that a refused address counts too. */
export const countNewEmail = ({ database }: Services, userId: number) =>
  countAttempt(database.platform, [{ bucket: `profile-email:${userId}`, ...REQUESTS }]);

const addEntry = (db: Db, who: Who, action: string, email: string) =>
  addAuditEntry(db, {
    company_id: who.company?.id ?? null,
    actor: { id: who.id, name: displayName(who) },
    action,
    record: { type: "user", id: who.id },
    details: { new_email: email },
  });

/** Sends a link to the new address, which counts once the link was used. A link that was sent before ends. */
const addLink = async (
  { textCipher, publicUrl }: Services,
  db: Db,
  { id }: Who,
  wanted: Parameters<typeof changes.addChange>[2],
) => {
  const token = randomToken();
  await changes.endPending(db, id);
  await changes.addChange(db, id, wanted, hashToken(token), CONFIRM_SECONDS);
  const { company_id, first_name, username } = await findAddressee(db, id);
  const link = new MessageLink(publicUrl(), `/confirm-email/${token}`);
  return addSecurityMail(textCipher, db, {
    company_id,
    recipient: wanted.new_email,
    subject: messageText`Confirm your new e-mail address`,
    body: confirmEmailLetter(first_name || username, username, link),
  });
};

/** Asks the new address of a user, who is locked and has given the current password. */
export const requestEmailChange = async (
  services: Services,
  db: Db,
  { who, sessionId }: SessionScope,
  email: string,
) => {
  if (await changes.isEmailTaken(db, who.id, email)) failField("email", userMessages.emailTaken);
  await addEntry(db, who, "email_change.requested", email);
  return addLink(services, db, who, { new_email: email, session_id: sessionId });
};

export const findPendingEmail = async (db: Db, userId: number): Promise<string | null> =>
  (await changes.findPending(db, userId))?.new_email ?? null;

export const resendEmailLink = async (services: Services, { who }: SessionScope) => {
  await countNewEmail(services, who.id);
  const mail = await platformTransaction(services.database, async (db) => {
    await lockAccount(db, who.id);
    const pending = (await changes.findPending(db, who.id)) ?? fail("not_found");
    await addEntry(db, who, "email_change.requested", pending.new_email);
    return addLink(services, db, who, pending);
  });
  if (mail) sendSoon(services.jobs, mail.id);
  return { detail: says.emailLinkSent };
};

export const cancelEmailChange = async ({ database }: Services, { who }: SessionScope) => {
  await platformTransaction(database, async (db) => {
    await lockAccount(db, who.id);
    const { new_email } = (await changes.endPending(db, who.id)) ?? fail("not_found");
    await addEntry(db, who, "email_change.canceled", new_email);
  });
  return { detail: says.emailChangeCanceled };
};
