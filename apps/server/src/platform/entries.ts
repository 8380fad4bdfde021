import type { Session } from "@mcc/contract/access/session.ts";

/** Who a session was let in as, and which sites they may see. */
export interface Entry {
  readonly who: Session;
  readonly siteIds: "all" | readonly number[];
  /** The database's own words: an entry is the same when these are. */
  readonly written: string;
}

/** The last entry of each session, the latest sessions only; believed no longer than until the database answers anew. */
export interface Entries {
  get(sessionId: string): Entry | undefined;
  set(sessionId: string, entry: Entry): void;
  delete(sessionId: string): void;
}

const MOST = 2_000;

export const makeEntries = (most = MOST): Entries => {
  const entries = new Map<string, Entry>();
  return {
    get: (sessionId) => entries.get(sessionId),
    set: (sessionId, entry) => {
      entries.delete(sessionId);
      entries.set(sessionId, entry);
      const [oldest] = entries.keys();
      if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    },
    delete: (sessionId) => entries.delete(sessionId),
  };
};

/** What `tenant.enter` answers, as text. */
export interface EntryRow {
  readonly who: string | null;
  readonly site_ids: string | null;
}

/** As `tenant.enter` wrote it; nothing when the session has ended. */
export const readEntry = (row: EntryRow | undefined) => {
  if (!row?.who) return undefined;
  const siteIds = row.site_ids === null ? "all" : Object.freeze(JSON.parse(row.site_ids) as number[]);
  const who = JSON.parse(row.who) as Session;
  return { who, siteIds, written: writtenIn(row) } satisfies Entry;
};

export const writtenIn = (row: EntryRow | undefined): string => `${row?.who} ${row?.site_ids}`;
