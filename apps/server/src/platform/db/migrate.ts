import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import pg from "pg";

const DIRECTORY = join(import.meta.dirname, "../../../migrations");
/** Of the files that the baseline has replaced: the first, and the one from which a database can be upgraded. */
const FORMER = { first: "0001-foundation.sql", needed: "0158-key-writes-without-references.sql" };
/** An advisory lock that nothing else in this database uses. */
const LOCK = 7_264_510;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The SQL files of a folder, in the order of their names. */
const readFolder = (folder: string): Migration[] =>
  readdirSync(join(DIRECTORY, folder))
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => {
      const name = join(folder, file);
      const sql = readFileSync(join(DIRECTORY, name), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });

/**
 * The baseline, then the migrations since. Forward only, each in its own transaction, under a lock so that several
 * processes may start at once. A migration is never edited once it has landed. A function is: its file replaces it, and
 * is applied again whenever it has changed.
 */
export const migrate = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, application_name: "mcc_migrate" });
  await client.connect().catch((error: Error) => {
    throw new Error(
      `The database cannot be reached (DATABASE_URL): ${error.message || (error as NodeJS.ErrnoException).code}`,
    );
  });
  try {
    await mustBeRecent(client);
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query(
      "create table if not exists public.mcc_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "select name, checksum from public.mcc_migrations",
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const done: string[] = [];
    if (applied.has(FORMER.first)) await markBaseline(client, applied);
    for (const migration of [...readFolder("baseline"), ...readFolder("")]) {
      const known = applied.get(migration.name);
      if (known === undefined) {
        await apply(client, migration);
        done.push(migration.name);
      } else if (known !== migration.checksum) {
        throw new Error(`Migration ${migration.name} was edited after it had been applied.`);
      }
    }
    for (const replacement of readFolder("functions")) {
      if (applied.get(replacement.name) === replacement.checksum) continue;
      await apply(client, replacement);
      done.push(replacement.name);
    }
    await refreshNameCollation(client);
    return done;
  } finally {
    await client.end();
  }
};

/** A database that the former files made has what the baseline makes, once the last of them was applied. */
const markBaseline = async (client: pg.Client, applied: Map<string, string>): Promise<void> => {
  if (!applied.has(FORMER.needed)) {
    throw new Error(
      `This database is too old. Start a version on it first whose last migration is ${FORMER.needed}, then this one.`,
    );
  }
  for (const migration of readFolder("before-baseline")) {
    const name = basename(migration.name);
    if (!applied.has(name)) await apply(client, { ...migration, name });
  }
  for (const migration of readFolder("baseline").filter(({ name }) => !applied.has(name))) {
    await note(client, migration);
    applied.set(migration.name, migration.checksum);
  }
};

const note = (client: pg.Client, { name, checksum }: Migration) =>
  client.query(
    `insert into public.mcc_migrations (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  );

const apply = async (client: pg.Client, migration: Migration): Promise<void> => {
  await client.query("begin");
  try {
    await client.query(migration.sql);
    await note(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
};

/**
 * Another version of ICU may sort names differently. Indexes that the previous version has sorted are rebuilt before
 * they are used.
 */
const refreshNameCollation = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ sorted: string[] }>(`
    select array(select indexrelid::regclass::text from pg_index join pg_class on pg_class.oid = indexrelid
      where pg_collation.oid = any(indcollation) and relkind = 'i') as sorted
    from pg_collation
    where oid = 'tenant.by_name'::regcollation and collversion <> pg_collation_actual_version(oid)`);
  if (!rows[0]) return;
  for (const index of rows[0].sorted) await client.query(`reindex index ${index}`);
  await client.query("alter collation tenant.by_name refresh version");
};

const mustBeRecent = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  if (Number(rows[0]?.version) < 150_000) throw new Error("PostgreSQL 15 or newer is needed.");
};
