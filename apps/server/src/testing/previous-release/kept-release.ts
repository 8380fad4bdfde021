import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { SCHEMA } from "./schema.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../migrations");
const FILE = join(import.meta.dirname, "release.json.gz");

type Row = Readonly<Record<string, unknown>>;

/** The database of a release: its schema and all its rows. */
export interface KeptRelease {
  /** Its SQL files by name, in the order in which they are applied: later releases may replace them. */
  readonly migrations: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, readonly Row[]>>;
  readonly sequences: Readonly<Record<string, string>>;
}

export const readRelease = (): KeptRelease => JSON.parse(gunzipSync(readFileSync(FILE)).toString());
export const packRelease = (release: KeptRelease): Buffer => gzipSync(JSON.stringify(release), { level: 9 });

const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Not the partitions: their rows are those of the table they belong to. */
const tablesOf = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'mcc'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  return rows.map(({ name }) => name);
};

/** A line for each definition of the schema. */
export const schemaOf = (url: string): Promise<string[]> =>
  connected(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(SCHEMA);
    return rows.map(({ line }) => line);
  });

/** Every row of every table, by the name of the table. */
export const rowsOf = (url: string): Promise<Record<string, Row[]>> =>
  connected(url, async (client) => {
    const found: Record<string, Row[]> = {};
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query<{ row: Row }>(`select to_jsonb(t) as row from mcc.${table} as t`);
      found[table] = rows.map(({ row }) => row);
    }
    return found;
  });

const filesIn = (folder: string): (readonly [name: string, text: string])[] =>
  readdirSync(join(MIGRATIONS, folder))
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => [join(folder, name), readFileSync(join(MIGRATIONS, folder, name), "utf8")]);

/** The database of this release, to be kept for the next one. */
export const releaseOf = async (url: string): Promise<KeptRelease> => {
  const sequences = await connected(url, async (client) => {
    const { rows } = await client.query<{ name: string; value: string }>(
      `select sequencename as name, last_value::text as value from pg_sequences
       where schemaname = 'mcc' and last_value is not null order by 1`,
    );
    return rows.map(({ name, value }) => [name, value]);
  });
  return {
    migrations: Object.fromEntries(["baseline", "", "functions"].flatMap(filesIn)),
    tables: await rowsOf(url),
    sequences: Object.fromEntries(sequences),
  };
};

const applySql = async (client: pg.Client, name: string, text: string): Promise<void> => {
  await client.query(`begin; ${text}; commit`);
  const checksum = createHash("sha256").update(text).digest("hex");
  await client.query("insert into public.mcc_migrations (name, checksum) values ($1, $2)", [name, checksum]);
};

/** Columns that can be written: the database computes the others. */
const columnsOf = async (client: pg.Client, table: string): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`mcc.${table}`],
  );
  return rows.map(({ name }) => name).join(", ");
};

/** Makes an empty database what it was with that release. Triggers and foreign keys do not act on what is copied. */
export const loadRelease = (url: string, release: KeptRelease): Promise<void> =>
  connected(url, async (client) => {
    await client.query(
      "create table public.mcc_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    for (const [name, text] of Object.entries(release.migrations)) await applySql(client, name, text);
    await client.query("set session_replication_role = replica");
    for (const [table, rows] of Object.entries(release.tables)) {
      const columns = await columnsOf(client, table);
      await client.query(`delete from mcc.${table}`);
      await client.query(
        `insert into mcc.${table} (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::mcc.${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
    for (const [name, value] of Object.entries(release.sequences))
      await client.query("select setval($1::regclass, $2)", [`mcc.${name}`, value]);
  });
