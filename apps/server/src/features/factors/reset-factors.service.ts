import { displayName } from "@mcc/contract/access/session.ts";
import { factorMessages as says } from "@mcc/contract/factors/factors.messages.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { type Kysely, sql } from "kysely";
import { endSessionsOf } from "../../platform/access/end-sessions.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { TextCipher } from "../../platform/access/secrets/text-cipher.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { messageText } from "../../platform/mail/message-text.ts";
import { addSecurityMail, sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { factorsResetLetter } from "./factor-letters.ts";
import * as queries from "./factors.queries.ts";
import { factorsOfUser } from "./factors.service.ts";

const SUBJECT = messageText`Your second factors were removed`;

interface Told {
  readonly email: string;
  readonly first_name: string;
  readonly username: string;
}

const addMail = (
  { textCipher, publicUrl }: { readonly textCipher: TextCipher; readonly publicUrl: string },
  db: Kysely<Tables>,
  companyId: number | null,
  { email, first_name, username }: Told,
) =>
  addSecurityMail(textCipher, db, {
    company_id: companyId,
    recipient: email,
    subject: SUBJECT,
    body: factorsResetLetter(publicUrl, first_name || username, new Date()),
  });

const findUser = ({ db }: CompanyScope, id: number) =>
  db
    .selectFrom("users")
    .select(["id", "email", "first_name", "username"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();

/** Factors are not among what requests of a company can read: the user is looked up there first. */
export const userFactors = async ({ database }: Services, scope: CompanyScope, id: number) => {
  await ((await findUser(scope, id)) ?? fail("not_found"));
  return factorsOfUser(database.platform, id);
};

/** By an administrator of the company: it ends the sessions of the user, who is told. */
export const resetFactors = async (services: Services, scope: CompanyScope, id: number) => {
  const { textCipher, publicUrl, jobs, changes } = services;
  const { db, who, companyId } = scope;
  const user = (await findUser(scope, id)) ?? fail("not_found");
  if (id === who.id) fail("factors.own");
  await sql`select tenant.reset_factors(${id}), tenant.end_user_sessions(${id}, null)`.execute(db);
  await addAuditEntry(db, {
    actor: { id: who.id, name: displayName(who) },
    action: "factors.reset",
    record: { type: "user", id },
  });
  const mail = await addMail({ textCipher, publicUrl: publicUrl() }, db, companyId, user);
  scope.afterCommit(async () => {
    if (mail) sendSoon(jobs, mail.id);
    changes.announce({ kind: "person", userId: id });
  });
  return { detail: says.reset };
};

/**
 * On the command line, for any user: the last administrator may have lost theirs. The user is told, if the secret that
 * e-mails are encrypted with is known there.
 */
export const resetFactorsOf = async (
  db: Kysely<Tables>,
  username: string,
  mails: { readonly textCipher: TextCipher; readonly publicUrl: string } | undefined,
): Promise<{ userId: number; removed: number }> => {
  const user =
    (await db
      .selectFrom("users")
      .select(["id", "company_id", "email", "first_name", "username"])
      .where(sql`lower(username)`, "=", username.toLowerCase())
      .where("deleted_at", "is", null)
      .executeTakeFirst()) ?? fail("not_found");
  await queries.lockUser(db, user.id);
  const removed = await queries.deleteFactorsOf(db, user.id);
  await endSessionsOf(db, user.id);
  await addAuditEntry(db, {
    company_id: user.company_id,
    actor: { id: null, name: "command line" },
    action: "factors.reset",
    record: { type: "user", id: user.id },
  });
  if (mails) await addMail(mails, db, user.company_id, user);
  return { userId: user.id, removed: removed.length };
};
