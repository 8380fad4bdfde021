import { displayName } from "@mcc/contract/access/session.ts";
import { failField } from "@mcc/contract/kit/errors.ts";
import { profileMessages as says } from "@mcc/contract/profile/profile.messages.ts";
import { hashPassword, isPassword } from "../../platform/access/password.ts";
import { platformTransaction, type SessionScope } from "../../platform/access/scope.ts";
import { sendSoon } from "../../platform/mail/outbox.ts";
import type { Platform } from "../../platform/platform.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { addPasswordChangedMail } from "./accounts.service.ts";
import { countGuess, forgetGuess, guessOf } from "./guesses.ts";
import * as queries from "./sign-in.queries.ts";

const failCurrent = (): never => failField("current_password", says.currentPasswordWrong);

/** Guesses count like those of sign-in, so that a stolen session is no way around their limit. */
export const changePassword = async (
  platform: Platform,
  { who, sessionId }: SessionScope,
  address: string,
  given: { current_password: string; password: string },
) => {
  const { database, changes, jobs } = platform;
  const db = database.platform;
  const guess = guessOf(address, `id:${who.id}`);
  await countGuess(db, guess);
  const { password_hash: checked } = (await queries.findPassword(db, who.id)) ?? failCurrent();
  if (!(await isPassword(given.current_password, checked))) failCurrent();
  await forgetGuess(db, guess);
  const passwordHash = await hashPassword(given.password);
  const mail = await platformTransaction(database, async (db) => {
    // Changed meanwhile, by a link or by an administrator: then the current one was another.
    const now = await queries.lockAccount(db, who.id);
    if (now?.password_hash !== checked) failCurrent();
    await queries.setPassword(db, who.id, passwordHash);
    await queries.endSessionsOf(db, who.id, sessionId);
    await queries.invalidatePasswordLinks(db, who.id);
    await addAuditEntry(db, {
      company_id: who.company?.id ?? null,
      actor: { id: who.id, name: displayName(who) },
      action: "password.set",
      record: { type: "user", id: who.id },
      details: { password: "changed" },
    });
    return addPasswordChangedMail(platform, db, who.id);
  });
  if (mail) sendSoon(jobs, mail.id);
  changes.announce({ kind: "person", userId: who.id });
  return { detail: says.passwordChanged };
};
