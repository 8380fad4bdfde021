import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import { signInMessages } from "@mcc/contract/sign-in/sign-in.messages.ts";
import { endSessionsOf } from "../../platform/access/end-sessions.ts";
import { isPassword } from "../../platform/access/password.ts";
import {
  countAttempt,
  type Limit,
  refuseFull,
  uncountAttempt,
  WHOSE,
} from "../../platform/access/rate-limit.ts";
import { platformTransaction, type SessionScope } from "../../platform/access/scope.ts";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import { pipelinedTransaction } from "../../platform/db/transaction.ts";
import { networkOf } from "../../platform/ip-addresses.ts";
import { MessageLink, messageText } from "../../platform/mail/message-text.ts";
import { addSecurityMail, requestSending } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { resetLetter } from "./account-letters.ts";
import { addPasswordChangedMail } from "./accounts.service.ts";
import { guessOf } from "./guesses.ts";
import { hashNewPassword } from "./new-password.service.ts";
import { type Account, keepingRefusal, type Origin, openSession } from "./open-session.service.ts";
import { askForSecondFactor } from "./second-step.service.ts";
import { disownSessions } from "./sessions.queries.ts";
import * as queries from "./sign-in.queries.ts";

const RESET_SECONDS = 60 * 60;
const WINDOW_SECONDS = 15 * 60;

/** The messages with a link that one account gets within a window. */
const MOST_RESETS = 5;

const resetLimits = (address: string): Limit[] => [
  { bucket: `reset:address:${networkOf(address)}`, max: 30, seconds: WINDOW_SECONDS },
];
const linkLimits = (address: string): Limit[] => [
  { bucket: `link:address:${networkOf(address)}`, max: 60, seconds: WINDOW_SECONDS },
];

export const signIn = async (
  services: Services,
  origin: Origin,
  { username, password }: { username: string; password: string },
) => {
  const { platform, platformPool } = services.database;
  const limits = guessOf(origin.address, WHOSE);
  const [{ account: tried, counts }] = await pipelinedTransaction(platformPool, (db, commit) =>
    Promise.all([queries.tryPassword(db, username.trim(), limits), commit()]),
  );
  const account = queries.activeOnly(tried);
  return keepingRefusal(services, origin, { account: tried, method: "Password" }, async () => {
    refuseFull(limits, counts);
    if (!(await isPassword(password, account?.password_hash)) || !account) return fail("auth.failed");
    const forget = uncountAttempt(platform, guessOf(origin.address, `id:${account.id}`));
    const signingIn = account.has_second_factor
      ? askForSecondFactor(services, account, origin)
      : openWithPassword(services, account, origin);
    const [session] = await Promise.allSettled([signingIn, forget]);
    await forget;
    return session.status === "fulfilled" ? session.value : Promise.reject(session.reason);
  });
};

const openWithPassword = (services: Services, account: Account, origin: Origin) =>
  openSession(services, account, origin, { method: "Password", addedIn: null }).catch((error) => {
    // The first factor was added since the account was looked up.
    const isNeeded = error instanceof AppError && error.code === "auth.second_factor_required";
    if (isNeeded) return askForSecondFactor(services, account, origin);
    throw error;
  });

/** A session of an identity provider is ended there, too, where the provider has an address for it. */
export const signOut = async (
  { database, changes, textCipher }: Services,
  { sessionId, who }: SessionScope,
) => {
  const ended = await queries.endSession(database.platform, sessionId);
  changes.announce({ kind: "person", userId: who.id });
  return {
    detail: "Signed out.",
    redirect: ended?.sign_out_url ? textCipher.decrypt(ended.sign_out_url) : null,
  };
};

/**
 * Anybody can ask for anybody's link: beyond the limit of an account the response stays the same, and nothing is sent.
 * Only links that still work count, so that the owner of the account has got one whenever nothing is sent.
 */
export const requestPasswordReset = async (
  { database, jobs, publicUrl, textCipher }: Services,
  address: string,
  identifier: string,
) => {
  const found = await queries.findAccount(database.platform, identifier.trim());
  await countAttempt(database.platform, resetLimits(address));
  const account = found ?? fail("account.not_found");
  if (account.company_id !== null && (await queries.isClosed(database.platform, account.company_id)))
    return { detail: signInMessages.resetSent };
  const token = randomToken();
  const message = await platformTransaction(database, async (db) => {
    // The address may have changed since, which ends the links of the former one.
    const { email } = (await queries.lockAccount(db, account.id)) ?? fail("account.not_found");
    if ((await queries.countResetLinks(db, account.id, WINDOW_SECONDS)) >= MOST_RESETS) return undefined;
    await queries.addPasswordLink(db, account.id, hashToken(token), RESET_SECONDS);
    return addSecurityMail(textCipher, db, {
      company_id: account.company_id,
      recipient: email,
      subject: messageText`Set a new password`,
      body: resetLetter(
        account.first_name || account.username,
        new MessageLink(publicUrl(), `/reset-password?token=${token}`),
      ),
    });
  });
  if (message) await requestSending(jobs, message.id);
  return { detail: signInMessages.resetSent };
};

export const checkResetToken = async ({ database }: Services, address: string, token: string) => {
  await countAttempt(database.platform, linkLimits(address));
  const link = await queries.findPasswordLink(database.platform, hashToken(token)).executeTakeFirst();
  if (!link) failToken();
  return { detail: "The link is valid." };
};

export const setNewPassword = async (
  services: Services,
  address: string,
  { password, token }: { password: string; token: string },
) => {
  const { database, changes, jobs } = services;
  await countAttempt(database.platform, linkLimits(address));
  const owner = await queries.findPasswordLink(database.platform, hashToken(token)).executeTakeFirst();
  const passwordHash = await hashNewPassword(password, owner ?? failToken());
  const { userId, mail } = await platformTransaction(database, async (db) => {
    const find = () => queries.findPasswordLink(db, hashToken(token)).executeTakeFirst();
    const { userId } = (await find()) ?? failToken();
    // All links of a user use this lock; the link may have been used while waiting for it.
    await queries.lockAccount(db, userId);
    const link = (await find()) ?? failToken();
    await queries.invalidatePasswordLinks(db, link.userId);
    await queries.setPassword(db, link.userId, passwordHash);
    if (link.sessionId) await disownSessions(db, link.userId, [link.sessionId], link.at);
    await endSessionsOf(db, link.userId);
    await addAuditEntry(db, {
      company_id: link.companyId,
      actor: { id: link.userId, name: link.username },
      action: "password.set",
      record: { type: "user", id: link.userId },
      details: { password: "changed" },
    });
    return { userId: link.userId, mail: await addPasswordChangedMail(services, db, link.userId) };
  });
  changes.announce({ kind: "person", userId });
  if (mail) await requestSending(jobs, mail.id);
  return { detail: signInMessages.passwordSet };
};

/** Reported under both names: the form reads the password's list, programs read the token's. */
const failToken = (): never => {
  const messages = [signInMessages.tokenInvalid];
  throw new AppError("input.invalid", { fields: { token: messages, password: messages } });
};
