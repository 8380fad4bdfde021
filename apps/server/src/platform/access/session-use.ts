import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import type { Log } from "../log.ts";

/** Notes which sessions are used, and from where: in memory for each request, in the database twice a minute. */
export interface SessionUse {
  note(sessionId: string, address: string): void;
  /** Writes what was noted; at the latest when the process stops. */
  write(): Promise<void>;
  stop(): Promise<void>;
}

/** The idle end of sessions allows for it. */
const WRITE_EVERY = 30 * 1000;
/** More sessions than that between two writes are not noted. */
const MOST = 50_000;

interface Use {
  readonly address: string;
  readonly at: number;
}

export const makeSessionUse = (database: Database, log: Log): SessionUse => {
  let used = new Map<string, Use>();
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
      if (used.size < MOST || used.has(sessionId)) used.set(sessionId, { address, at: Date.now() });
    },
    write,
    stop: async () => {
      clearInterval(timer);
      await writeOrWarn();
    },
  };
};

/** The moment of the use, not that of the write: the idle end counts from it. */
const writeUse = ({ platform }: Database, noted: ReadonlyMap<string, Use>) => {
  const uses = [...noted.values()];
  const ages = uses.map(({ at }) => Math.max(0, Date.now() - at) / 1000);
  return sql`update sessions set address = used.address,
      last_used_at = greatest(last_used_at, now() - make_interval(secs => used.age))
    from unnest(${[...noted.keys()]}::uuid[], ${uses.map(({ address }) => address)}::text[], ${ages}::float8[])
      as used (id, address, age)
    where sessions.id = used.id and ended_at is null`.execute(platform);
};
