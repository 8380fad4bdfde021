import { randomUUID } from "node:crypto";
import { permissionsOf } from "@mcc/contract/access/permissions.ts";
import type { Session, SessionUser } from "@mcc/contract/access/session.ts";
import { AppError, type ErrorCode, fail } from "@mcc/contract/kit/errors.ts";
import type { SignInMethod } from "@mcc/contract/security/sign-ins.schema.ts";
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
  account?: (Pick<Account, "id" | "company_id"> & { readonly disabled_at?: Date | null }) | undefined;
  readonly method: SignInMethod;
}

/** Why a sign-in was refused, for administrators; the answer does not tell. */
const REASONS: Partial<Record<ErrorCode, string>> = {
  "auth.failed": "Wrong password",
  "auth.factor_failed": "Wrong second factor",
  "auth.challenge_ended": "The sign-in had ended before its second factor was given",
  "auth.passkey_failed": "The passkey could not be verified",
  "auth.network": "Outside of the company's networks",
  "auth.sso_required": "The company signs in with single sign-on only",
  "auth.company_closed": "The company is closed",
  "rate.limited": "Too many tries",
};

const reasonOf = (code: ErrorCode | undefined, { account, method }: SignInTry): string | undefined => {
  if (code === "auth.failed" && method !== "Password") return "The account was changed meanwhile";
  if (code === "auth.failed" && !account) return "No such account";
  if (code !== "rate.limited" && account?.disabled_at) return "The user is deactivated";
  return code && REASONS[code];
};

const WINDOW = 15 * 60;
/** More than all guesses at the password and the codes of an account that one address has. */
const MOST_NOTED = 30;

const NOT_LISTED = "Further refused tries from this network are not listed for a while";

/**
 * What one address is refused is kept so often for an account, or for none, in a while, with a last entry that says so,
 * and too many tries once: they must not fill the log.
 */
const notedReason = async (
  db: Db,
  { address }: Origin,
  { account }: SignInTry,
  code: ErrorCode | undefined,
  reason: string,
): Promise<string | undefined> => {
  const isLimited = code === "rate.limited";
  const bucket = `sign-in:${isLimited ? "limited" : "refused"}:${account?.id ?? "none"}:${networkOf(address)}`;
  const [{ hits }] = await countAttempt(db, [{ bucket, seconds: WINDOW }]);
  if (hits <= (isLimited ? 1 : MOST_NOTED)) return reason;
  return !isLimited && hits === MOST_NOTED + 1 ? NOT_LISTED : undefined;
};

/** Kept with the account, if there is one; what was typed is not kept. */
const noteTry = (db: Db, { address, userAgent }: Origin, { account, method }: SignInTry, reason: string) =>
  noteSignIn(db, account, { method, result: "Refused", address, device: deviceOf(userAgent), reason });

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
    const reason = reasonOf(code, attempt);
    const noted = reason && (await notedReason(db, origin, attempt, code, reason));
    if (noted) await noteTry(db, origin, attempt, noted);
    throw error;
  }
};

type WhoseRefusal = Parameters<typeof noteSignIn>[1];

/** A refused sign-in with an identity provider, with the reference that the person is told. */
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
