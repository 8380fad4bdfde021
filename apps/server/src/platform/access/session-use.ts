import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Log } from "../log.ts";

/** Notes which sessions are used, and from where: in memory for each request, in the database every few minutes. */
export interface SessionUse {
  note(sessionId: string, address: string): void;
  /** Writes what was noted; at the latest when the process stops. */
  write(): Promise<void>;
  stop(): Promise<void>;
}

const WRITE_EVERY = 5 * 60 * 1000;
/** More sessions than that between two writes are not noted. */
const MOST = 50_000;

export const makeSessionUse = (database: Database, log: Log): SessionUse => {
  let used = new Map<string, string>();
  const write = async () => {
    const noted = used;
    used = new Map();
    if (noted.size > 0) await writeUse(database, noted);
  };
  const writeOrWarn = () =>
    write().catch((error) => log.warn({ err: error }, "the use of sessions was not written"));
  const timer = setInterval(writeOrWarn, WRITE_EVERY).unref();
  return {
    note: (sessionId, address) => {
      if (used.size < MOST) used.set(sessionId, address);
    },
    write,
    stop: async () => {
      clearInterval(timer);
      await writeOrWarn();
    },
  };
};

const writeUse = ({ platform }: Database, noted: ReadonlyMap<string, string>) =>
  sql`update sessions set last_used_at = now(), address = used.address
    from unnest(${[...noted.keys()]}::uuid[], ${[...noted.values()]}::text[]) as used (id, address)
    where sessions.id = used.id and ended_at is null`.execute(platform);
