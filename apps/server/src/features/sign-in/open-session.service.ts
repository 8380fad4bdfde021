import { randomUUID } from "node:crypto";
import { permissionsOf } from "@mcc/contract/access/permissions.ts";
import type { Session, SessionUser } from "@mcc/contract/access/session.ts";
import { AppError, type ErrorCode, fail } from "@mcc/contract/kit/errors.ts";
import type { SignInMethod, SignInResult } from "@mcc/contract/security/sign-ins.schema.ts";
import type { Kysely } from "kysely";
import { countAttempt } from "../../platform/access/rate-limit.ts";
import { parseSession } from "../../platform/access/session-cache.ts";
import { mustBeAllowedHere } from "../../platform/access/sign-in-state.ts";
import { hashToken, randomToken, SESSION_SECONDS } from "../../platform/access/tokens.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { pipelinedTransaction } from "../../platform/db/transaction.ts";
import { deviceOf } from "../../platform/device.ts";
import { deviceNetworkOf, networkOf } from "../../platform/ip-addresses.ts";
import { MessageLink, messageText } from "../../platform/mail/message-text.ts";
import { addSecurityMail, sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import type { Given } from "../factors/second-factor.service.ts";
import { newDeviceLetter } from "./account-letters.ts";
import { addSession, findSession, nameSignIn, noteSignIn } from "./sessions.queries.ts";
import * as queries from "./sign-in.queries.ts";

type Db = Kysely<Tables>;

/** As long as somebody may not read their mail. */
const DEVICE_LINK_SECONDS = 7 * 24 * 60 * 60;

/** Where a request comes from. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
  readonly url: URL;
}

export interface Account {
  readonly id: number;
  readonly company_id: number | null;
  readonly password_hash: string | null;
}

/** What a session of an identity provider keeps. */
interface SsoSession {
  readonly connectionId: number;
  /** Encrypted. */
  readonly signOutUrl: string | null;
  /** When the person signed in at the provider, in seconds since 1970; null if it does not say. */
  readonly signedInAt: number | null;
}

export const toSessionUser = (who: Session): SessionUser => ({ ...who, permissions: permissionsOf(who) });

/** One try to sign in. The account is known after a while, if there is one. */
interface SignInTry {
  account?: Pick<Account, "id" | "company_id"> | undefined;
  readonly method: SignInMethod;
}

/** Kept with the account, if there is one; what was typed is not kept. Returns the entry. */
const noteTry = (
  db: Db,
  { address, userAgent }: Origin,
  { account, method }: SignInTry,
  result: Exclude<SignInResult, "Accepted">,
) => noteSignIn(db, account, { method, result, address, device: deviceOf(userAgent) });

const REFUSED: readonly ErrorCode[] = [
  "auth.failed",
  "auth.factor_failed",
  "auth.challenge_ended",
  "auth.passkey_failed",
  "auth.network",
  "auth.sso_required",
  "auth.company_closed",
];
const WINDOW = 15 * 60;

/** Too many tries are kept once for each account and address in a while: they must not fill the log. */
const isFirstLimited = async (db: Db, { address }: Origin, { account }: SignInTry): Promise<boolean> => {
  const bucket = `sign-in:noted:${account?.id ?? "none"}:${networkOf(address)}`;
  const [{ hits }] = await countAttempt(db, [{ bucket, seconds: WINDOW }]);
  return hits === 1;
};

/** Keeps a sign-in that is refused, whatever for. */
export const keepingRefusal = async <T>(
  { database }: Services,
  origin: Origin,
  attempt: SignInTry,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const db = database.platform;
    const code = error instanceof AppError ? error.code : undefined;
    const isKept =
      code === "rate.limited" ? await isFirstLimited(db, origin, attempt) : code && REFUSED.includes(code);
    if (isKept) await noteTry(db, origin, attempt, "Refused");
    throw error;
  }
};

type WhoseRefusal = Parameters<typeof noteSignIn>[1];

/** A refused sign-in with an identity provider, with the number that the person is told. */
export const noteRefusal = async (
  { database }: Services,
  { address, userAgent }: Pick<Origin, "address" | "userAgent">,
  account: WhoseRefusal,
  why: { readonly reason: string; readonly reference: string },
): Promise<void> => {
  const entry = {
    method: "Single sign-on",
    result: "Refused",
    address,
    device: deviceOf(userAgent),
  } as const;
  await noteSignIn(database.platform, account, { ...entry, ...why });
};

/** A confirmation was refused before it was known whose it is. */
export const nameRefusal = (
  { database }: Services,
  reference: string,
  account: Omit<Account, "password_hash">,
) => nameSignIn(database.platform, reference, account);

/** Tells the user of a device that they have not signed in from, with a link that ends the session. */
const addDeviceMail = async (
  { textCipher, publicUrl }: Services,
  db: Db,
  { id, company_id, email, first_name, username }: Addressee,
  sessionId: string,
  { address, userAgent }: Origin,
) => {
  const token = randomToken();
  const link = { purpose: "device", sessionId } as const;
  const [mail] = await Promise.all([
    addSecurityMail(textCipher, db, {
      company_id,
      recipient: email,
      subject: messageText`Sign-in from a new device`,
      body: newDeviceLetter(
        first_name || username,
        { device: deviceOf(userAgent), address, at: new Date() },
        new MessageLink(publicUrl(), `/not-me/${token}`),
      ),
    }),
    queries.addPasswordLink(db, id, hashToken(token), DEVICE_LINK_SECONDS, link),
  ]);
  return mail;
};

type Addressee = { readonly id: number } & NonNullable<Awaited<ReturnType<typeof queries.lockAccount>>>;

interface OpenOptions {
  readonly sso?: SsoSession;
  /** Done while the session is saved, once nothing can refuse it. */
  readonly whileSaving?: () => Promise<void>;
}

/**
 * Opens a session for a user who has given a factor, or whom `give` lets give one under the lock. The password was
 * checked without a lock, because that takes long. It may have been changed in the meantime, which ends every session: so
 * it is compared again under the lock that setting a password uses too. All is written without waiting for the
 * comparison, and undone if it fails.
 */
export const openSession = async (
  services: Services,
  account: Account,
  origin: Origin,
  give: Given | ((db: Db) => Promise<Given>),
  { sso, whileSaving }: OpenOptions = {},
) => {
  const { database, changes, jobs, tokens } = services;
  const { address, userAgent } = origin;
  const id = randomUUID();
  const opened = await pipelinedTransaction(database.platformPool, async (db, commit) => {
    const lock = async () => {
      const now = await queries.lockAccount(db, account.id);
      return now?.password_hash === account.password_hash ? now : fail("auth.failed");
    };
    const locking = lock();
    const given = give instanceof Function ? (await Promise.all([locking, give(db)]))[1] : give;
    const { method, addedIn, noteUse } = given;
    const [now, , added, found] = await Promise.all([
      locking,
      noteUse?.(db),
      addSession(db, account, {
        ...{ id, seconds: SESSION_SECONDS, method, restsOn: addedIn, address, userAgent, sso },
        device: deviceOf(userAgent),
        network: deviceNetworkOf(address),
      }),
      findSession(db, id),
    ]);
    if (method === "Password" && now.has_second_factor) return fail("auth.second_factor_required");
    if (!added || added.isClosed) return fail("auth.company_closed");
    // The policy of the company ends a session of another method at once.
    const session = parseSession(found, "") ?? fail("auth.sso_required");
    mustBeAllowedHere(session.signIn);
    const [mail] = await Promise.all([
      added.isNewDevice ? addDeviceMail(services, db, { ...now, id: account.id }, id, origin) : undefined,
      commit(),
      whileSaving?.(),
    ]);
    return { mail, hasEnded: added.hasEnded, who: session.who };
  });
  if (opened.mail) sendSoon(jobs, opened.mail.id);
  if (opened.hasEnded) changes.announce({ kind: "person", userId: account.id });
  return { token: tokens.sign(id, account.id), user: toSessionUser(opened.who) };
};
