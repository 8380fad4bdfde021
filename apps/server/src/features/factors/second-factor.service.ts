import type { Assertion, FactorMethod, PasskeyOptions } from "@mcc/contract/factors/factors.schema.ts";
import type { SignInMethod } from "@mcc/contract/security/sign-ins.schema.ts";
import type { Kysely } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";
import type { Services } from "../../platform/services.ts";
import { secretOf, stepOfCode } from "./apps.ts";
import { addChallenge, takeChallenge } from "./challenges.queries.ts";
import * as queries from "./factors.queries.ts";
import { challengeIn, type PasskeyHost, requestOptions, verifyUse } from "./passkeys.ts";
import { hashCode } from "./recovery-codes.ts";

export {
  addChallenge,
  CHALLENGE_SECONDS,
  deleteOldChallenges,
  MOST_TRIES,
  takeChallenge,
} from "./challenges.queries.ts";
export { confirmSession } from "./factors.queries.ts";
export { challengeIn, passkeyHostOf } from "./passkeys.ts";

type Db = Kysely<Tables>;

/** What a user has given, and the session in which it was added. */
export interface Given {
  readonly method: SignInMethod;
  readonly addedIn: string | null;
  /** Notes that it was used, in the transaction for which it was given; false if it was used before. */
  readonly noteUse?: (db: Db) => Promise<boolean>;
}

/** How a user can give a second factor at a host, with the challenge for it. */
export const askForFactor = async (
  db: Db,
  host: PasskeyHost,
  userId: number,
  challenge: string,
): Promise<{ challenge: string; methods: FactorMethod[]; options: PasskeyOptions | null }> => {
  const [factors, codesLeft] = await Promise.all([
    queries.factorsOf(db, userId),
    queries.countCodesLeft(db, userId),
  ]);
  const passkeys = factors.filter((one) => one.host === host.name);
  const methods: FactorMethod[] = [
    ...(passkeys.length > 0 ? (["passkey"] as const) : []),
    ...(factors.some(({ kind }) => kind === "totp") ? (["totp"] as const) : []),
    ...(codesLeft > 0 ? (["recovery_code"] as const) : []),
  ];
  const options = passkeys.length > 0 ? await requestOptions(host, challenge, passkeys) : null;
  return { challenge, methods, options };
};

/** For a sign-in with a passkey alone. */
export const askForPasskey = async (db: Db, host: PasskeyHost): Promise<PasskeyOptions> =>
  requestOptions(host, await addChallenge(db, "passkey"));

/** A code of an app has six digits; all others are recovery codes. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code.replace(/[\s-]/g, ""));

/** Takes a code of a user, who is locked: each works once, when its use is noted. */
export const takeCode = async (
  { textCipher }: Pick<Services, "textCipher">,
  db: Db,
  userId: number,
  given: string,
): Promise<Given | undefined> => {
  const code = given.replace(/[\s-]/g, "");
  if (!isAppCode(code)) {
    const taken = await queries.takeCode(db, userId, hashCode(code));
    return taken && { method: "Recovery code", addedIn: taken.session_id };
  }
  const apps = (await queries.factorsOf(db, userId)).filter(({ kind }) => kind === "totp");
  return takeAppCode(textCipher, apps, code);
};

type App = Pick<queries.FactorRow, "id" | "secret" | "last_step" | "session_id">;

/** The same for a code of one of these apps. Without a lock, only noting its use says whether it works. */
export const takeAppCode = async (
  textCipher: Services["textCipher"],
  apps: readonly App[],
  given: string,
): Promise<Given | undefined> => {
  const code = given.replace(/[\s-]/g, "");
  for (const { id, secret, last_step, session_id } of apps) {
    const step = await stepOfCode(secretOf(textCipher, secret), code, Number(last_step));
    if (step === undefined) continue;
    return {
      method: "Authenticator app",
      addedIn: session_id,
      noteUse: (db) => queries.noteStep(db, id, step),
    };
  }
  return undefined;
};

/** The user whose passkey of this host an answer is from; whether it is true is verified afterwards. */
export const ownerOfPasskey = async (
  db: Db,
  host: PasskeyHost,
  assertion: Assertion,
): Promise<number | undefined> => {
  const passkey = await queries.findPasskey(db, assertion.id);
  return passkey?.host === host.name ? passkey.user_id : undefined;
};

/** Takes the answer of a passkey of a user, who is locked; its use is to be noted. */
export const takePasskey = async (
  db: Db,
  host: PasskeyHost,
  userId: number,
  challenge: string,
  assertion: Assertion,
): Promise<Given | undefined> => {
  const passkey = await queries.findPasskey(db, assertion.id);
  if (passkey?.user_id !== userId || passkey.host !== host.name) return undefined;
  const counter = await verifyUse(host, challenge, assertion, passkey);
  if (counter === undefined) return undefined;
  return {
    method: "Passkey",
    addedIn: passkey.session_id,
    noteUse: (locked) => queries.noteCounter(locked, passkey.id, counter),
  };
};

/** The same for a confirmation in a session, whose challenge is taken with it. */
export const takeConfirmingPasskey = async (
  db: Db,
  host: PasskeyHost,
  whose: { readonly userId: number; readonly sessionId: string },
  assertion: Assertion,
): Promise<Given | undefined> => {
  const challenge = challengeIn(assertion);
  if (!(await takeChallenge(db, "confirm", challenge, whose))) return undefined;
  return takePasskey(db, host, whose.userId, challenge, assertion);
};
