import { displayName } from "@mcc/contract/access/session.ts";
import { factorMessages as says } from "@mcc/contract/factors/factors.messages.ts";
import { type Attestation, type Factor, MOST_FACTORS } from "@mcc/contract/factors/factors.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import type { Kysely } from "kysely";
import { endSessionsOf } from "../../platform/access/end-sessions.ts";
import { countAttempt } from "../../platform/access/rate-limit.ts";
import { platformTransaction, type SessionScope } from "../../platform/access/scope.ts";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { MessageLink, type MessageText, messageText } from "../../platform/mail/message-text.ts";
import { addSecurityMail, sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { newApp, secretOf, stepOfCode } from "./apps.ts";
import { addChallenge, takeChallenge } from "./challenges.queries.ts";
import { factorsChangedLetter } from "./factor-letters.ts";
import * as queries from "./factors.queries.ts";
import { challengeIn, creationOptions, type PasskeyHost, verifyCreation } from "./passkeys.ts";
import { hashCode, newCodes } from "./recovery-codes.ts";

type Db = Kysely<Tables>;
type Who = SessionScope["who"];

const toFactor = ({ id, kind, name, created_at, last_used_at }: queries.FactorRow): Factor => ({
  id,
  kind: kind as Factor["kind"],
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

export const factorsOfUser = async (db: Db, userId: number) => ({
  results: (await queries.factorsOf(db, userId)).map(toFactor),
  recovery_codes_left: await queries.countCodesLeft(db, userId),
  is_required: await queries.needsFactor(db, userId),
});

/** What an app or a browser calls us. */
const issuerOf = ({ company }: Who): string => company?.label || "Management Control Center";

const mustBeBelowLimit = async (db: Db, userId: number): Promise<void> => {
  if ((await queries.factorsOf(db, userId)).length >= MOST_FACTORS) fail("factors.full");
};

interface FactorChange {
  readonly action: string;
  readonly details: object;
  /** What the owner is told. */
  readonly says: MessageText;
}

/** Locks the user of a session, which may have ended since the request began: by a new password, or by an admin. */
const lockOwner = async (db: Db, { who, sessionId }: SessionScope) => {
  const user = (await queries.lockUser(db, who.id)) ?? fail("auth.required");
  return (await queries.lockSession(db, sessionId)) ? user : fail("auth.required");
};

const ownerOf = ({ who, sessionId }: SessionScope) => ({ user_id: who.id, session_id: sessionId });

/** As long as somebody may not read their mail. */
const LINK_SECONDS = 7 * 24 * 60 * 60;

/** A change of one's own factors: one at a time, audited and told to the owner. */
const changeFactors = async <T>(
  { database, textCipher, publicUrl, jobs, changes }: Services,
  scope: SessionScope,
  work: (
    db: Db,
    user: NonNullable<Awaited<ReturnType<typeof queries.lockUser>>>,
  ) => Promise<T & FactorChange>,
): Promise<T> => {
  const { who } = scope;
  const { result, mail } = await platformTransaction(database, async (db) => {
    const user = await lockOwner(db, scope);
    const result = await work(db, user);
    await addAuditEntry(db, {
      company_id: who.company?.id ?? null,
      actor: { id: who.id, name: displayName(who) },
      action: result.action,
      record: { type: "user", id: who.id },
      details: result.details,
    });
    const token = randomToken();
    await queries.addSessionLink(db, ownerOf(scope), hashToken(token), LINK_SECONDS);
    const notMe = new MessageLink(publicUrl(), `/not-me/${token}`);
    const mail = await addSecurityMail(textCipher, db, {
      company_id: who.company?.id ?? null,
      recipient: user.email,
      subject: messageText`Your second factors were changed`,
      body: factorsChangedLetter(user.first_name || user.username, result.says, new Date(), notMe),
    });
    return { result, mail };
  });
  if (mail) sendSoon(jobs, mail.id);
  changes.announce({ kind: "person", userId: who.id });
  return result;
};

const giveCodes = async (db: Db, scope: SessionScope): Promise<string[]> => {
  const codes = newCodes();
  await queries.replaceCodes(db, ownerOf(scope), codes.map(hashCode));
  return codes;
};

/** With the first factor come recovery codes, and sessions that were opened with the password alone end. */
const afterEnrollment = async (db: Db, scope: SessionScope): Promise<string[]> => {
  const { who, sessionId } = scope;
  await queries.confirmSession(db, sessionId, true);
  if ((await queries.factorsOf(db, who.id)).length > 1) return [];
  await endSessionsOf(db, who.id, sessionId);
  return giveCodes(db, scope);
};

const added = (kind: string, name: string): FactorChange => ({
  action: "factor.added",
  details: { kind, name },
  says: messageText`A second factor was added to your account: ${name}.`,
});

export const addApp = async ({ database, textCipher }: Services, scope: SessionScope, name: string) => {
  const { who } = scope;
  const { secret, url } = await newApp(issuerOf(who), who.username);
  const { id } = await platformTransaction(database, async (db) => {
    await lockOwner(db, scope);
    await mustBeBelowLimit(db, who.id);
    await queries.deleteUnconfirmed(db, who.id);
    return queries.addApp(db, ownerOf(scope), name, textCipher.encrypt(secret));
  });
  return { id, secret, otpauth_url: url };
};

const CODES = { max: 30, seconds: 15 * 60 };

export const confirmApp = async (services: Services, scope: SessionScope, id: number, code: string) => {
  const { database, textCipher } = services;
  await countAttempt(database.platform, [{ bucket: `enroll:${scope.who.id}`, ...CODES }]);
  return changeFactors(services, scope, async (db) => {
    const app = (await queries.findUnconfirmed(db, scope.who.id, id)) ?? fail("not_found");
    await mustBeBelowLimit(db, scope.who.id);
    const given = code.replace(/[\s-]/g, "");
    const step = await stepOfCode(secretOf(textCipher, app.secret), given, 0);
    if (step === undefined) return failField("code", says.codeWrong);
    await queries.confirmFactor(db, id, scope.sessionId, step);
    return { recovery_codes: await afterEnrollment(db, scope), ...added("totp", app.name) };
  });
};

export const passkeyOptions = async (
  { database }: Services,
  { who, sessionId }: SessionScope,
  host: PasskeyHost,
) => {
  const db = database.platform;
  await mustBeBelowLimit(db, who.id);
  const challenge = await addChallenge(db, "enroll", { userId: who.id, sessionId });
  const user = { id: who.id, username: who.username, name: displayName(who) };
  const known = (await queries.factorsOf(db, who.id)).filter((one) => one.host === host.name);
  return creationOptions(host, challenge, issuerOf(who), user, known);
};

export const addPasskey = async (
  services: Services,
  scope: SessionScope,
  host: PasskeyHost,
  { name, attestation }: { name: string; attestation: Attestation },
) => {
  const { who, sessionId } = scope;
  const db = services.database.platform;
  const challenge = challengeIn(attestation);
  if (!(await takeChallenge(db, "enroll", challenge, { userId: who.id, sessionId }))) fail("passkey.refused");
  const created = (await verifyCreation(host, challenge, attestation)) ?? fail("passkey.refused");
  return changeFactors(services, scope, async (db) => {
    await mustBeBelowLimit(db, who.id);
    const passkey = await queries.addPasskey(db, ownerOf(scope), {
      name,
      host: host.name,
      credential_id: created.id,
      public_key: Buffer.from(created.publicKey),
      counter: created.counter,
      transports: [...(attestation.response.transports ?? [])],
    });
    return {
      ...toFactor(passkey ?? fail("passkey.refused")),
      recovery_codes: await afterEnrollment(db, scope),
      ...added("passkey", name),
    };
  });
};

export const replaceRecoveryCodes = (services: Services, scope: SessionScope) =>
  changeFactors(services, scope, async (db) => {
    if ((await queries.factorsOf(db, scope.who.id)).length === 0) fail("factors.none");
    return {
      recovery_codes: await giveCodes(db, scope),
      action: "recovery_codes.created",
      details: {},
      says: messageText`New recovery codes were created for your account. Those of before have ended.`,
    };
  });

export const removeFactor = (services: Services, scope: SessionScope, id: number) =>
  changeFactors(services, scope, async (db, { needed }) => {
    const removed = (await queries.deleteFactor(db, scope.who.id, id)) ?? fail("not_found");
    if (needed && (await queries.factorsOf(db, scope.who.id)).length === 0) fail("factors.required");
    return {
      detail: says.removed,
      action: "factor.removed",
      details: removed,
      says: messageText`A second factor was removed from your account: ${removed.name}.`,
    };
  });
