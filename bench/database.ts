import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { lockDataDir } from "@mcc/server/src/embedded-postgres/data-dir-lock.ts";
import { startPostgres } from "@mcc/server/src/embedded-postgres/launcher.ts";
import pg from "pg";

const DATA = join(import.meta.dirname, "../.data");

export interface BenchDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/** What an empty database may be filled with: nothing in it is worth a crash-safe write. */
export const LOADING = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_wal_size=16GB",
  "autovacuum=off",
  "shared_buffers=1GB",
] as const;

/** The databases of `npm run bench` are told apart by their number of orders, others by a name. */
export const dataDirOf = (of: number | string): string => join(DATA, `bench-${of}`);

/** The database of one size: BENCH_DATABASE_URL, or an embedded PostgreSQL with the settings the product starts it with. */
export const openBench = async (
  of: number | string,
  flags: readonly string[] = [],
): Promise<BenchDatabase> => {
  const given = process.env.BENCH_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const directory = dataDirOf(of);
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755); // run by root, PostgreSQL is another user
  const unlock = lockDataDir(directory);
  try {
    const postgres = await startPostgres(directory, { flags });
    const stop = async () => {
      await postgres.stop();
      unlock();
    };
    return { url: postgres.url, stop };
  } catch (error) {
    unlock();
    throw error;
  }
};

/** One connection as the owner of the tables, closed whatever happens. */
export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, options: "-c timezone=UTC" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
