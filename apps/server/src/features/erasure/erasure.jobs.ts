import { formerUser } from "@mcc/contract/erasure/erasure.schema.ts";
import type { Kysely } from "kysely";
import { platformTransaction } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Job, JobQueue } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import * as queries from "./erasure.queries.ts";
import { ERASE_PERSON } from "./erasure.service.ts";
import { findIdentity } from "./identity.queries.ts";
import { type Patterns, patternsOf } from "./identity.ts";
import * as stored from "./messages-and-exports.queries.ts";
import { NAMES, PART, PART_KEYS, TEXTS } from "./names-of-people.ts";

type Deps = Omit<Services, "jobs">;
type Db = Kysely<Tables>;
type Erasure = NonNullable<Awaited<ReturnType<typeof queries.lockErasure>>>;

const MESSAGES_AT_ONCE = 500;

export const erasureJobs = (services: Deps, jobs: JobQueue, rowsAtOnce = PART): Job[] => [
  {
    name: ERASE_PERSON,
    work: ({ erasure }, stopping) => erasePerson(services, Number(erasure), rowsAtOnce, stopping),
  },
  {
    name: "sweep-erasures",
    schedule: "*/10 * * * *",
    work: async () => {
      const unfinished = await queries.unfinishedErasures(services.database.platform);
      await jobs.requestJobs(
        ERASE_PERSON,
        unfinished.map(({ id, companyId }) => ({
          data: { erasure: id, companyId },
          singletonKey: String(id),
        })),
      );
    },
  },
];

/** In one transaction: whole or not at all. One that is interrupted is done again. */
const erasePerson = async (
  services: Deps,
  id: number,
  rowsAtOnce: number,
  stopping: AbortSignal,
): Promise<void> => {
  const companyId = await platformTransaction(services.database, async (db) => {
    const erasure = await queries.lockErasure(db, id);
    if (!erasure) return undefined;
    await takeOut(services, db, erasure, rowsAtOnce, stopping);
    return erasure.companyId;
  });
  if (companyId !== undefined) services.changes.announce({ kind: "users", companyId, siteIds: "all" });
};

const takeOut = async (
  services: Deps,
  db: Db,
  { id, companyId, userId }: Erasure,
  rowsAtOnce: number,
  stopping: AbortSignal,
): Promise<void> => {
  const inParts = workInParts(db, companyId, rowsAtOnce, stopping);
  const named = formerUser(userId);
  const identity = await findIdentity(db, companyId, userId);
  const patterns = patternsOf(identity);
  let records = await queries.eraseSnapshots(db, id);
  records += await queries.emptyTryOuts(db, { companyId, userId }, identity);
  for (const place of NAMES) records += await queries.eraseNames(db, id, place);
  for (const [table, columns] of Object.entries(TEXTS)) {
    const key = PART_KEYS[table] ?? "id";
    records += await inParts(table, key, async (part) => {
      let changed = 0;
      for (const column of columns)
        changed += await queries.eraseTexts(db, id, [table, column, key], part, patterns);
      return changed;
    });
  }
  records += await queries.clearContacts(db, companyId, identity, patterns);
  records += await queries.renameShopLogins(db, companyId, identity);
  records += await queries.eraseApprovalTimes(db, id, patterns);
  await queries.eraseInReasons(db, companyId, patterns, named);
  await queries.eraseInAttempts(db, companyId, patterns, named);
  const messages =
    (await queries.deleteMessagesTo(db, companyId, userId, identity)) +
    (await eraseInMessages(services, db, companyId, patterns, named, stopping));
  const done = { records, messages };
  const inCompany = await queries.nextAuditEntry(db);
  await inParts("audit_entries", "id", (part) => queries.eraseInAudit(db, id, inCompany, part, patterns));
  const inPlatform = await queries.nextAuditEntry(db);
  await queries.eraseInAudit(db, id, inPlatform, null, patterns);
  const audit_entries =
    (await queries.addErasureEntry(db, id, inCompany, false, done)) +
    (await queries.addErasureEntry(db, id, inPlatform, true, {}));
  // From here on orders of the company wait: the new name is noted under a lock.
  await queries.eraseOwnRows(db, companyId, userId, identity);
  await stored.endExports(db, companyId);
  await queries.finishErasure(db, id, { ...done, audit_entries });
};

/** Works on a table of the company part by part; returns how much was changed. */
const workInParts =
  (db: Db, companyId: number, rowsAtOnce: number, stopping: AbortSignal) =>
  async (table: string, key: string, work: (part: queries.TablePart) => Promise<number>): Promise<number> => {
    let changed = 0;
    for (let after: string | null = null; ; ) {
      stopping.throwIfAborted();
      const part = await queries.nextPart(db, companyId, { table, key, after, most: rowsAtOnce });
      if (!part) return changed;
      changed += await work(part);
      after = part.until;
    }
  };

/**
 * Messages to others, whose texts are encrypted. A file that is attached cannot be changed: its message goes, unless it
 * is a report that waits and is written anew. So does a message that nobody can read.
 */
const eraseInMessages = async (
  { textCipher }: Deps,
  db: Db,
  companyId: number,
  { inText }: Patterns,
  named: string,
  stopping: AbortSignal,
): Promise<number> => {
  const textOf = (body: string): string | undefined => {
    try {
      return body === "" ? "" : textCipher.decrypt(body);
    } catch {
      return undefined;
    }
  };
  await stored.rewriteReports(db, companyId);
  let changed = 0;
  for (let after = 0; ; ) {
    stopping.throwIfAborted();
    const messages = await stored.storedMessages(db, companyId, after, MESSAGES_AT_ONCE);
    const last = messages.at(-1);
    if (!last) return changed;
    for (const { id, body, is_open, is_attached } of messages) {
      const text = textOf(body);
      const cleaned = text?.replace(inText, named);
      const goes = cleaned === undefined || (is_attached && !is_open);
      if (!goes && cleaned === text) continue;
      changed++;
      if (goes) await stored.deleteMessages(db, [id]);
      else await stored.setMessageBody(db, id, textCipher.encrypt(cleaned));
    }
    after = last.id;
  }
};
