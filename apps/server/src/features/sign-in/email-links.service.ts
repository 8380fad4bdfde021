import type { Kysely } from "kysely";
import { endSessionsOf } from "../../platform/access/end-sessions.ts";
import { platformTransaction } from "../../platform/access/scope.ts";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { violatedIndex } from "../../platform/db/unique.ts";
import { sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { addEmailChangedMail, addEmailRestoredMail } from "./accounts.service.ts";
import * as changes from "./email-changes.queries.ts";
import { disownSessions } from "./sessions.queries.ts";
import { invalidatePasswordLinks, lockAccount } from "./sign-in.queries.ts";

export type { EmailChange } from "./email-changes.queries.ts";

type Db = Kysely<Tables>;
type Change = changes.EmailChange;
/** What using a link came to; nothing when the link does not work. */
export type Outcome = { readonly change: Change; readonly isTaken: boolean } | undefined;

/** As long as somebody may not read their mail. */
const UNDO_SECONDS = 7 * 24 * 60 * 60;

export const changeToConfirm = ({ database }: Services, token: string) =>
  changes.findToConfirm(database.platform, hashToken(token));
export const changeToUndo = ({ database }: Services, token: string) =>
  changes.findToUndo(database.platform, hashToken(token));

/** The owner of a link is known by it alone. */
const addEntry = (db: Db, { userId, username, companyId, email }: Change, action: string, after: string) =>
  addAuditEntry(db, {
    company_id: companyId,
    actor: { id: userId, name: username },
    action,
    record: { type: "user", id: userId },
    details: { email: after },
    before: { email },
  });

type Mail = { readonly id: number } | undefined;

/** Uses a link once: a second request waits for the lock of the first one, and then finds no link. */
const withLink = async (
  { database, jobs, changes: feed }: Services,
  find: (db: Db) => Promise<Change | undefined>,
  work: (db: Db, change: Change) => Promise<Mail>,
): Promise<Outcome> => {
  const found = await find(database.platform);
  if (!found) return undefined;
  try {
    const used = await platformTransaction(database, async (db) => {
      await lockAccount(db, found.userId);
      const change = await find(db);
      return change && { change, mail: await work(db, change) };
    });
    if (!used) return undefined;
    if (used.mail) sendSoon(jobs, used.mail.id);
    feed.announce({ kind: "person", userId: found.userId });
    if (found.companyId) feed.announce({ kind: "users", companyId: found.companyId, siteIds: "all" });
    return { change: used.change, isTaken: false };
  } catch (error) {
    if (violatedIndex(error) === "users_email") return { change: found, isTaken: true };
    throw error;
  }
};

/** From now on the new address counts, and every link that was sent to the former one ends; it gets one to undo this. */
export const confirmEmail = (services: Services, token: string): Promise<Outcome> =>
  withLink(
    services,
    (db) => changes.findToConfirm(db, hashToken(token)),
    async (db, change) => {
      const undoToken = randomToken();
      await changes.confirmChange(db, change, hashToken(undoToken), UNDO_SECONDS);
      await changes.setEmail(db, change.userId, change.newEmail);
      await addEntry(db, change, "email.changed", change.newEmail);
      return addEmailChangedMail(services, db, change.userId, change.email, `/undo-email/${undoToken}`);
    },
  );

/** Restores an address, however often it was changed since, and ends all that whoever changed it may hold. */
export const undoEmail = (services: Services, token: string): Promise<Outcome> =>
  withLink(
    services,
    (db) => changes.findToUndo(db, hashToken(token)),
    async (db, change) => {
      const restored = change.formerEmail as string;
      const ended = await changes.endChangesFrom(db, change);
      await changes.setEmail(db, change.userId, restored);
      const sessionIds = ended.flatMap(({ session_id }) => session_id ?? []);
      await disownSessions(db, change.userId, sessionIds);
      await endSessionsOf(db, change.userId);
      await invalidatePasswordLinks(db, change.userId);
      await addEntry(db, change, "email.restored", restored);
      return addEmailRestoredMail(services, db, change.userId, change.email);
    },
  );
