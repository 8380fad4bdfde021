import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Log } from "../log.ts";

/** Notes which sessions are used, and from where: in memory for each request, in the database every few minutes. */
export interface SessionUse {
  /** `soon`: within half a minute, because the session ends after a while without use. */
  note(sessionId: string, address: string, soon?: boolean): void;
  /** Writes what was noted; at the latest when the process stops. */
  write(): Promise<void>;
  stop(): Promise<void>;
}

const WRITE_EVERY = 5 * 60 * 1000;
const WRITE_SOON = 30 * 1000;
/** More sessions than that between two writes are not noted. */
const MOST = 50_000;

export const makeSessionUse = (database: Database, log: Log): SessionUse => {
  let used = new Map<string, string>();
  let usedSoon = new Map<string, string>();
  const writeSoon = async () => {
    const noted = usedSoon;
    usedSoon = new Map();
    if (noted.size > 0) await writeUse(database, noted);
  };
  const write = async () => {
    const noted = used;
    used = new Map();
    if (noted.size > 0) await writeUse(database, noted);
    await writeSoon();
  };
  const writeOrWarn = (what = write) =>
    what().catch((error) => log.warn({ err: error }, "the use of sessions was not written"));
  const timer = setInterval(writeOrWarn, WRITE_EVERY).unref();
  const soonTimer = setInterval(writeOrWarn, WRITE_SOON, writeSoon).unref();
  return {
    note: (sessionId, address, soon = false) => {
      const noted = soon ? usedSoon : used;
      if (noted.size < MOST) noted.set(sessionId, address);
    },
    write,
    stop: async () => {
      clearInterval(timer);
      clearInterval(soonTimer);
      await writeOrWarn();
    },
  };
};

const writeUse = ({ platform }: Database, noted: ReadonlyMap<string, string>) =>
  sql`update sessions set last_used_at = now(), address = used.address
    from unnest(${[...noted.keys()]}::uuid[], ${[...noted.values()]}::text[]) as used (id, address)
    where sessions.id = used.id and ended_at is null`.execute(platform);
