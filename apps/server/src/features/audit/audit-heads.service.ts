import { text as readText } from "node:stream/consumers";
import type { Kysely } from "kysely";
import type { ContentSigner } from "../../platform/access/secrets/content-signer.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Storage } from "../../platform/files/storage.ts";
import { certificateOf, chainHeads, hashAt } from "./audit-chain.queries.ts";
import { type Head, readHeads, type SignedHeads, signHeads } from "./audit-heads.ts";
import { readCertificate } from "./deletion-certificate.service.ts";

type Db = Kysely<Tables>;

interface Keeping {
  readonly storage: Pick<Storage, "get" | "put" | "sizeOf">;
  readonly auditSigner: ContentSigner;
}

const FOLDER = "audit-heads";
const LATEST = `${FOLDER}/latest`;
const DAY_MS = 24 * 60 * 60 * 1000;
/** No entry is removed before, whatever a company chooses. */
const KEPT_DAYS = 365;
/** Whether the server has written heads before is seen by those of its last days. */
const DAYS_LOOKED_BACK = 31;
const keyOfDay = (at: Date): string => `${FOLDER}/${at.toISOString().slice(0, 10)}`;

const textOfLatest = async ({ storage }: Keeping): Promise<string | undefined> => {
  const file = await storage.get(LATEST);
  return file && readText(file);
};

/** Those that the server wrote last, if it has written any. */
export const storedHeads = async (keeping: Keeping): Promise<SignedHeads | undefined> => {
  const text = await textOfLatest(keeping);
  return text === undefined ? undefined : readHeads(keeping.auditSigner, text);
};

const hasHeadsOfDays = async ({ storage }: Keeping, until: Date): Promise<boolean> => {
  for (let days = 0; days <= DAYS_LOOKED_BACK; days++) {
    const key = keyOfDay(new Date(until.getTime() - days * DAY_MS));
    if ((await storage.sizeOf(key)) !== undefined) return true;
  }
  return false;
};

/** Heads, and when they were written. */
export type KnownHeads = Pick<SignedHeads, "heads" | "written_at">;

interface EarlierHeads {
  readonly known: KnownHeads;
  /** Why there is nothing to compare with. */
  readonly problem?: string;
  readonly areUnreadable?: boolean;
}

/** Heads that cannot be read must not keep the next ones from being signed. */
const earlierHeads = async (keeping: Keeping, at: Date): Promise<EarlierHeads> => {
  const text = await textOfLatest(keeping);
  const none = { heads: [], written_at: at.toISOString() };
  if (text === undefined) {
    if (!(await hasHeadsOfDays(keeping, at))) return { known: none };
    return { known: none, problem: `${LATEST} is missing, though heads of earlier days are stored.` };
  }
  try {
    return { known: readHeads(keeping.auditSigner, text) };
  } catch (error) {
    return { known: none, problem: (error as Error).message, areUnreadable: true };
  }
};

/** What is missing or was rewritten since the heads were signed. */
export interface LostHead {
  readonly name: string;
  readonly problem: string;
}

/** A signed certificate says that the company was deleted with its audit, and how long that was. */
const isCertified = async (
  db: Db,
  signer: ContentSigner,
  { chain, entries, hash }: Head,
): Promise<boolean> => {
  const text = await certificateOf(db, chain);
  const { company, audit } = (text !== null && readCertificate(signer, text)) || {};
  if (company?.id !== chain || !audit) return false;
  return audit.entries > entries || (audit.entries === entries && audit.last_hash === hash);
};

/**
 * A chain only grows: the entry that was the last one is there, at its place and with its hash. Its beginning may have
 * been removed with an entry that was the last one a year ago; whoever forges the entry about it cannot sign heads.
 */
const problemOf = async (
  db: Db,
  signer: ContentSigner,
  head: Head,
  writtenAt: string,
): Promise<string | undefined> => {
  const { chain, entries, hash } = head;
  const found = await hashAt(db, chain, entries);
  if (found.hash === hash) return undefined;
  if (entries === found.removed && hash === found.removed_hash) return undefined;
  if (found.hash !== null)
    return `entry ${found.entry_id} is not the one of the heads: the chain was rewritten`;
  const isOld = Date.parse(writtenAt) < Date.now() - KEPT_DAYS * DAY_MS;
  if (entries < found.removed && isOld) return undefined;
  if (found.entries === 0 && (await isCertified(db, signer, head))) return undefined;
  const known = `${entries.toLocaleString("en-US")} entries were there`;
  if (found.entries === 0) return `the chain was removed: ${known}`;
  return entries <= found.entries
    ? `the beginning of the chain was removed before its time: ${known}`
    : `the end of the chain was removed: ${known}, now ${found.entries.toLocaleString("en-US")}`;
};

/** Compares the database with heads that were kept outside of it. */
export const compareHeads = async (
  db: Db,
  signer: ContentSigner,
  { heads, written_at }: KnownHeads,
): Promise<LostHead[]> => {
  const lost: LostHead[] = [];
  for (const head of heads) {
    const problem = await problemOf(db, signer, head, written_at);
    if (problem) lost.push({ name: head.name, problem });
  }
  return lost;
};

/**
 * Signs the heads of all chains and stores them, by day and as the latest. Heads that no longer fit or cannot be read
 * stay the latest, so that a verification goes on finding it. Chains that have lost entries are not stored by day
 * either: a verification against that file would pass.
 */
export const writeHeads = async (db: Db, keeping: Keeping, at: Date) => {
  const { known, problem, areUnreadable } = await earlierHeads(keeping, at);
  const lost = await compareHeads(db, keeping.auditSigner, known);
  const written = signHeads(keeping.auditSigner, await chainHeads(db), at);
  const content = Buffer.from(`${JSON.stringify(written)}\n`);
  if (lost.length === 0) await keeping.storage.put(keyOfDay(at), content);
  if (lost.length === 0 && !areUnreadable) await keeping.storage.put(LATEST, content);
  return { written, lost, problem };
};
