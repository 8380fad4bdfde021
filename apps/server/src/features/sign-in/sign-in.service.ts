import { permissionsOf } from "@mcc/contract/access/permissions.ts";
import type { Session, SessionUser } from "@mcc/contract/access/session.ts";
import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import { signInMessages } from "@mcc/contract/sign-in/sign-in.messages.ts";
import type { Platform } from "../../platform/platform.ts";
import { countTry, forgetTry, type Limit } from "../../platform/rate-limit.ts";
import { platformTransaction, type SessionScope } from "../../platform/scope.ts";
import { hashToken, randomToken, SESSION_SECONDS } from "../../platform/tokens.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import {
  addMessage,
  MessageLink,
  type MessageText,
  messageText,
  sendSoon,
} from "../messages/messages.service.ts";
import { hashPassword, isPassword } from "./password.ts";
import * as queries from "./sign-in.queries.ts";

const RESET_SECONDS = 60 * 60;
const WINDOW = 15 * 60;

/** Narrowest first. An account is one however it is typed; a name nobody has is counted as typed. */
const signInLimits = (address: string, account: string): Limit[] => [
  { bucket: `sign-in:pair:${account}:${address}`, most: 10, seconds: WINDOW },
  { bucket: `sign-in:address:${address}`, most: 300, seconds: WINDOW },
  { bucket: `sign-in:account:${account}`, most: 100, seconds: WINDOW },
];
const resetLimits = (address: string, account: string): Limit[] => [
  { bucket: `reset:address:${address}`, most: 30, seconds: WINDOW },
  { bucket: `reset:account:${account}`, most: 5, seconds: WINDOW },
];
const linkLimits = (address: string): Limit[] => [
  { bucket: `link:address:${address}`, most: 60, seconds: WINDOW },
];

const accountOf = (account: { id: number } | undefined, typed: string): string =>
  account ? `id:${account.id}` : `typed:${typed.toLowerCase()}`;

export const toSessionUser = (who: Session): SessionUser => ({ ...who, permissions: permissionsOf(who) });

export const signIn = async (
  { database, tokens }: Platform,
  address: string,
  { username, password }: { username: string; password: string },
) => {
  const db = database.platform;
  const account = await queries.findAccount(db, username.trim());
  const limits = signInLimits(address, accountOf(account, username.trim()));
  await countTry(db, limits);
  if (!(await isPassword(password, account?.password_hash)) || !account) fail("auth.failed");
  await forgetTry(db, limits);
  const session = await platformTransaction(database, async (db) => {
    await queries.noteLogin(db, account.id);
    return queries.addSession(db, account.id, SESSION_SECONDS);
  });
  const who = (await queries.findSession(db, session.id)) as Session | undefined;
  return { token: tokens.sign(session.id, account.id), user: toSessionUser(who ?? fail("auth.failed")) };
};

export const signOut = async ({ database, changes }: Platform, { sessionId, who }: SessionScope) => {
  await queries.endSession(database.platform, sessionId);
  changes.announce({ kind: "person", userId: who.id });
  return { detail: "Signed out." };
};

export const requestPasswordReset = async (
  { database, jobs, publicUrl, seal }: Platform,
  address: string,
  identifier: string,
) => {
  const found = await queries.findAccount(database.platform, identifier.trim());
  await countTry(database.platform, resetLimits(address, accountOf(found, identifier.trim())));
  const account = found ?? fail("account.not_found");
  const token = randomToken();
  const message = await platformTransaction(database, async (db) => {
    await queries.addPasswordLink(db, account.id, hashToken(token), RESET_SECONDS);
    return addMessage(seal, db, {
      channel: "email",
      company_id: account.company_id,
      recipient: account.email,
      subject: messageText`Set a new password`,
      body: resetLetter(
        account.first_name || account.username,
        new MessageLink(publicUrl(), `/reset-password?token=${token}`),
      ),
    });
  });
  if (message) await sendSoon(jobs, message.id);
  return { detail: signInMessages.resetSent };
};

const resetLetter = (name: string, link: MessageLink): MessageText =>
  messageText`Hello ${name},

somebody, most likely you, asked for a new password for the Management Control Center.
Open this link within one hour to choose one:

${link}

If it was not you, nothing has to be done: your password stays as it is.
`;

export const checkResetToken = async ({ database }: Platform, address: string, token: string) => {
  await countTry(database.platform, linkLimits(address));
  const link = await queries.findPasswordLink(database.platform, hashToken(token)).executeTakeFirst();
  if (!link) refuseToken();
  return { detail: "The link is good." };
};

export const setNewPassword = async (
  { database, changes }: Platform,
  address: string,
  { password, token }: { password: string; token: string },
) => {
  await countTry(database.platform, linkLimits(address));
  const passwordHash = await hashPassword(password);
  const userId = await platformTransaction(database, async (db) => {
    const found = queries.findPasswordLink(db, hashToken(token)).forUpdate("password_links");
    const link = (await found.executeTakeFirst()) ?? refuseToken();
    await queries.spendPasswordLinks(db, link.userId);
    await queries.setPassword(db, link.userId, passwordHash);
    await queries.endSessionsOf(db, link.userId);
    await addAuditEntry(db, {
      company_id: link.companyId,
      actor: { id: link.userId, name: link.username },
      action: "password.set",
      record: { type: "user", id: link.userId },
    });
    return link.userId;
  });
  changes.announce({ kind: "person", userId });
  return { detail: signInMessages.passwordSet };
};

/** Told under both names: the form reads the password's list, programs read the token's. */
const refuseToken = (): never => {
  const words = [signInMessages.tokenInvalid];
  throw new AppError("input.invalid", { fields: { token: words, password: words } });
};
