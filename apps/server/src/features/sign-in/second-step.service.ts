import { factorMessages as factorsSay } from "@mcc/contract/factors/factors.messages.ts";
import type { Assertion, Confirmation } from "@mcc/contract/factors/factors.schema.ts";
import { AppError, fail, failField } from "@mcc/contract/kit/errors.ts";
import type { SignInMethod } from "@mcc/contract/security/sign-ins.schema.ts";
import type { SecondFactorAnswer } from "@mcc/contract/sign-in/sign-in.schema.ts";
import type { Kysely } from "kysely";
import { count, countAttempt, type Limit, uncountAttempt } from "../../platform/access/rate-limit.ts";
import { platformTransaction, type SessionScope } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { deviceOf } from "../../platform/device.ts";
import { deviceNetworkOf, networkOf } from "../../platform/ip-addresses.ts";
import type { Services } from "../../platform/services.ts";
import * as factors from "../factors/second-factor.service.ts";
import { checkCurrentPassword } from "./current-password.service.ts";
import { countGuess, forgetGuess, guessOf } from "./guesses.ts";
import { type Account, type Origin, openSession, refuseSignIn } from "./open-session.service.ts";
import { isKnownDevice } from "./sessions.queries.ts";
import * as queries from "./sign-in.queries.ts";

type Db = Kysely<Tables>;

/** Wrong codes of apps for one user in a day; beyond it, only devices that the user has used before may try. */
const MOST_CODES = 50;
const DAY = 24 * 60 * 60;

/**
 * Counts a code before it is checked. Who knows the password can guess from many addresses: then codes of unknown
 * devices are refused for a while. The owner goes on with a known device, a passkey or a recovery code.
 */
const countCode = async (
  db: Db,
  userId: number,
  { address, userAgent }: Origin,
  code: string | undefined,
): Promise<() => Promise<void>> => {
  const guess = guessOf(address, `factor:${userId}`);
  const codes = `factor:codes:${userId}`;
  await countGuess(db, guess);
  if (code !== undefined && factors.isAppCode(code)) {
    const all = await count(db, { bucket: codes, seconds: DAY });
    const isRefused =
      all.hits > MOST_CODES &&
      !(await isKnownDevice(db, userId, deviceOf(userAgent), deviceNetworkOf(address)));
    if (isRefused) throw new AppError("rate.limited", { retryAfter: Math.max(1, all.left) });
  }
  return async () => {
    await forgetGuess(db, guess);
    await uncountAttempt(db, [{ bucket: codes }]);
  };
};

/** Refuses a user who has a second factor, with what they need to give it. */
export const askForSecondFactor = async ({ database }: Services, account: Account, { url }: Origin) => {
  const host = factors.passkeyHostOf(url);
  const asked = await platformTransaction(database, async (db) => {
    const now = await queries.lockAccount(db, account.id);
    if (!now || now.password_hash !== account.password_hash) fail("auth.failed");
    return factors.askForFactor(db, host, "second_factor", { userId: account.id });
  });
  throw new AppError("auth.second_factor_required", { facts: asked });
};

const methodOf = (code: string | undefined): SignInMethod => {
  if (code === undefined) return "Passkey";
  return factors.isAppCode(code) ? "Authenticator app" : "Recovery code";
};

export const giveSecondFactor = async (
  services: Services,
  origin: Origin,
  { challenge, code, assertion }: SecondFactorAnswer,
) => {
  const db = services.database.platform;
  const { user_id } = (await factors.tryChallenge(db, challenge)) ?? fail("auth.challenge_ended");
  const userId = Number(user_id);
  const account = (await queries.findAccountById(db, userId)) ?? fail("auth.challenge_ended");
  const forget = await countCode(db, userId, origin, code);
  const host = factors.passkeyHostOf(origin.url);
  const session = await openSession(services, account, origin, async (locked) => {
    const given =
      code === undefined
        ? await factors.takePasskey(locked, host, userId, challenge, assertion as Assertion)
        : await factors.takeCode(services, locked, userId, code);
    if (!given) return fail("auth.factor_failed");
    const isFirst = await factors.takeChallenge(locked, "second_factor", challenge, { userId });
    return isFirst ? given : fail("auth.challenge_ended");
  }).catch(async (error) => {
    const isWrong = error instanceof AppError && error.code === "auth.factor_failed";
    if (isWrong) await refuseSignIn(services, origin, account, methodOf(code));
    throw error;
  });
  await forget();
  return session;
};

const passkeyLimits = (address: string): Limit[] => [
  { bucket: `passkey:address:${networkOf(address)}`, max: 600, seconds: 15 * 60 },
];

export const passkeySignInOptions = async ({ database }: Services, { address, url }: Origin) => {
  await countAttempt(database.platform, passkeyLimits(address));
  return factors.askForPasskey(database.platform, factors.passkeyHostOf(url));
};

export const signInWithPasskey = async (services: Services, origin: Origin, assertion: Assertion) => {
  const db = services.database.platform;
  await countAttempt(db, passkeyLimits(origin.address));
  const host = factors.passkeyHostOf(origin.url);
  const challenge = factors.challengeIn(assertion);
  if (!(await factors.takeChallenge(db, "passkey", challenge))) return fail("auth.passkey_failed");
  const userId = await factors.ownerOfPasskey(db, host, assertion);
  const account = userId === undefined ? undefined : await queries.findAccountById(db, userId);
  if (!account) {
    await refuseSignIn(services, origin, undefined, "Passkey");
    return fail("auth.passkey_failed");
  }
  return openSession(services, account, origin, async (locked) => {
    const given = await factors.takePasskey(locked, host, account.id, challenge, assertion);
    return given ?? fail("auth.passkey_failed");
  }).catch(async (error) => {
    const isWrong = error instanceof AppError && error.code === "auth.passkey_failed";
    if (isWrong) await refuseSignIn(services, origin, account, "Passkey");
    throw error;
  });
};

export const confirmOptions = async ({ database }: Services, { who, sessionId }: SessionScope, url: URL) => {
  const db = database.platform;
  const whose = { userId: who.id, sessionId };
  const { methods, options } = await factors.askForFactor(db, factors.passkeyHostOf(url), "confirm", whose);
  const hasPassword = Boolean((await queries.findPassword(db, who.id))?.password_hash);
  return { methods: [...(hasPassword ? (["password"] as const) : []), ...methods], options };
};

/** Renews the moment at which the user of a session has proved to be themselves. */
export const confirmIdentity = async (
  services: Services,
  { who, sessionId }: SessionScope,
  origin: Origin,
  { password, code, assertion }: Confirmation,
) => {
  const db = services.database.platform;
  const confirmed = async (withFactor: boolean, on: Db = db) => {
    const { confirmed_at } = await factors.confirmSession(on, sessionId, withFactor);
    return { detail: factorsSay.confirmed, confirmed_at: confirmed_at.toISOString() };
  };
  if (password !== undefined) {
    await checkCurrentPassword(services, who.id, origin.address, password, "password");
    return confirmed(false);
  }
  const forget = await countCode(db, who.id, origin, code);
  const host = factors.passkeyHostOf(origin.url);
  const reply = await platformTransaction(services.database, async (locked) => {
    await queries.lockAccount(locked, who.id);
    const whose = { userId: who.id, sessionId };
    const given =
      code === undefined
        ? await factors.takeConfirmingPasskey(locked, host, whose, assertion as Assertion)
        : await factors.takeCode(services, locked, who.id, code);
    return given && confirmed(true, locked);
  });
  if (!reply)
    return code === undefined
      ? failField("assertion", factorsSay.passkeyWrong)
      : failField("code", factorsSay.codeWrong);
  await forget();
  return reply;
};
