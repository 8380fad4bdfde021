import { factorMessages as factorsSay } from "@mcc/contract/factors/factors.messages.ts";
import type { Assertion, Confirmation } from "@mcc/contract/factors/factors.schema.ts";
import { AppError, fail, failField } from "@mcc/contract/kit/errors.ts";
import type { SignInMethod } from "@mcc/contract/security/sign-ins.schema.ts";
import type { SecondFactorAnswer } from "@mcc/contract/sign-in/sign-in.schema.ts";
import type { Kysely } from "kysely";
import {
  countAttempt,
  type Limit,
  refuseFull,
  uncountAttempt,
  WHOSE,
} from "../../platform/access/rate-limit.ts";
import { platformTransaction, type SessionScope } from "../../platform/access/scope.ts";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { pipelinedTransaction } from "../../platform/db/transaction.ts";
import { deviceOf } from "../../platform/device.ts";
import { networkOf } from "../../platform/ip-addresses.ts";
import type { Services } from "../../platform/services.ts";
import * as factors from "../factors/second-factor.service.ts";
import { checkCurrentPassword, mustStillHavePassword } from "./current-password.service.ts";
import { codeGuessOf, countCode, refuseManyCodes } from "./guesses.ts";
import { type Account, keepingRefusal, type Origin, openSession } from "./open-session.service.ts";
import { noteUnfinished } from "./sessions.queries.ts";
import * as queries from "./sign-in.queries.ts";

type Db = Kysely<Tables>;

/** Refuses a user who has a second factor, with what they need to give it. */
export const askForSecondFactor = async ({ database }: Services, account: Account, origin: Origin) => {
  const host = factors.passkeyHostOf(origin.url);
  const from = { address: origin.address, device: deviceOf(origin.userAgent) };
  const token = randomToken();
  const challenge = { tokenHash: hashToken(token), seconds: factors.CHALLENGE_SECONDS };
  const [isNoted, asked] = await pipelinedTransaction(database.platformPool, (db, commit) =>
    Promise.all([
      noteUnfinished(db, account, from, challenge),
      factors.askForFactor(db, host, account.id, token),
      commit(),
    ]),
  );
  if (!isNoted) return fail("auth.failed");
  throw new AppError("auth.second_factor_required", { facts: asked });
};

const methodOf = (code: string | undefined): SignInMethod => {
  if (code === undefined) return "Passkey";
  return factors.isAppCode(code) ? "Authenticator app" : "Recovery code";
};

/** Answers of one address to sign-ins that do not wait, or no longer. */
const endedLimits = (address: string): Limit[] => [
  { bucket: `factor:ended:${networkOf(address)}`, max: 300, seconds: 15 * 60 },
];

export const giveSecondFactor = async (
  services: Services,
  origin: Origin,
  { challenge, code, assertion }: SecondFactorAnswer,
) => {
  const { platform, platformPool } = services.database;
  const isAppCode = code !== undefined && factors.isAppCode(code);
  const limits = codeGuessOf(origin.address, WHOSE, isAppCode);
  const [tried] = await pipelinedTransaction(platformPool, (db, commit) =>
    Promise.all([queries.tryCode(db, hashToken(challenge), factors.MOST_TRIES, limits), commit()]),
  );
  return keepingRefusal(services, origin, { account: tried, method: methodOf(code) }, async () => {
    if (!tried?.works) {
      await countAttempt(platform, endedLimits(origin.address));
      return fail("auth.challenge_ended");
    }
    const { id: userId, counts } = tried;
    refuseFull(limits, counts);
    await refuseManyCodes(platform, userId, origin, counts);
    const host = factors.passkeyHostOf(origin.url);
    const take = async (db: Db) =>
      code === undefined
        ? factors.takePasskey(db, host, userId, challenge, assertion as Assertion)
        : factors.takeCode(services, db, userId, code);
    const answering = (given: factors.Given | undefined): factors.Given => {
      if (!given) return fail("auth.factor_failed");
      const noteUse = async (db: Db) => {
        const [isUsed, isTaken] = await Promise.all([
          given.noteUse?.(db) ?? true,
          factors.takeChallenge(db, "second_factor", challenge, { userId }),
        ]);
        if (!isUsed) fail("auth.factor_failed");
        return isTaken || fail("auth.challenge_ended");
      };
      return { ...given, noteUse };
    };
    const give = isAppCode
      ? answering(await factors.takeAppCode(services.textCipher, tried.apps, code))
      : async (db: Db) => answering(await take(db));
    const forget = () => uncountAttempt(platform, codeGuessOf(origin.address, userId, isAppCode));
    return openSession(services, tried, origin, give, { whileSaving: forget });
  });
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
  const attempt: Parameters<typeof keepingRefusal>[2] = { method: "Passkey" };
  return keepingRefusal(services, origin, attempt, async () => {
    await countAttempt(db, passkeyLimits(origin.address));
    const host = factors.passkeyHostOf(origin.url);
    const challenge = factors.challengeIn(assertion);
    if (!(await factors.takeChallenge(db, "passkey", challenge))) return fail("auth.passkey_failed");
    const userId = await factors.ownerOfPasskey(db, host, assertion);
    attempt.account = userId === undefined ? undefined : await queries.findAnyAccountById(db, userId);
    const account = queries.activeOnly(
      attempt.account as Awaited<ReturnType<typeof queries.findAnyAccountById>>,
    );
    return openSession(services, account ?? fail("auth.passkey_failed"), origin, async (locked) => {
      const given = await factors.takePasskey(locked, host, Number(userId), challenge, assertion);
      return given ?? fail("auth.passkey_failed");
    });
  });
};

export const confirmOptions = async ({ database }: Services, { who, sessionId }: SessionScope, url: URL) => {
  const db = database.platform;
  const whose = { userId: who.id, sessionId };
  const challenge = await factors.addChallenge(db, "confirm", whose);
  const host = factors.passkeyHostOf(url);
  const { methods, options } = await factors.askForFactor(db, host, who.id, challenge);
  const hasPassword = Boolean((await queries.findPassword(db, who.id))?.password_hash);
  const sso = await queries.findSsoConnection(db, sessionId);
  const isSilent = sso?.tells_sign_in_time === false;
  return {
    sso_url: sso && !isSilent ? `/sso/start?connection=${sso.id}&confirm=1` : null,
    sso_silent: isSilent,
    methods: [...(hasPassword ? (["password"] as const) : []), ...methods],
    options,
  };
};

/** Renews the moment at which the user of a session has proved to be themselves. */
export const confirmIdentity = async (
  services: Services,
  { who, sessionId }: SessionScope,
  origin: Origin,
  { password, code, assertion }: Confirmation,
) => {
  const { database } = services;
  const confirmed = async (db: Db, withFactor: boolean) => {
    // The session may have ended while the lock was waited for.
    const { confirmed_at } =
      (await factors.confirmSession(db, sessionId, withFactor)) ?? fail("auth.required");
    return { detail: factorsSay.confirmed, confirmed_at: confirmed_at.toISOString() };
  };
  if (password !== undefined) {
    const checked = await checkCurrentPassword(services, who.id, origin.address, password, "password");
    return platformTransaction(database, async (db) => {
      await mustStillHavePassword(db, who.id, checked, "password");
      return confirmed(db, false);
    });
  }
  const isAppCode = code !== undefined && factors.isAppCode(code);
  const forget = await countCode(database.platform, who.id, origin, isAppCode);
  const host = factors.passkeyHostOf(origin.url);
  const reply = await platformTransaction(database, async (db) => {
    if (!(await queries.lockAccount(db, who.id))) fail("auth.required");
    const whose = { userId: who.id, sessionId };
    const given =
      code === undefined
        ? await factors.takeConfirmingPasskey(db, host, whose, assertion as Assertion)
        : await factors.takeCode(services, db, who.id, code);
    await given?.noteUse?.(db);
    return given && confirmed(db, true);
  });
  if (!reply)
    return code === undefined
      ? failField("assertion", factorsSay.passkeyWrong)
      : failField("code", factorsSay.codeWrong);
  await forget();
  return reply;
};
