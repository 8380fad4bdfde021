import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockDataDir } from "../../embedded-postgres/data-dir-lock.ts";
import { type EmbeddedPostgres, startPostgres } from "../../embedded-postgres/launcher.ts";
import { startProcess } from "../../testing/process.ts";
import { backUp } from "./backup.ts";
import { restore } from "./restore.ts";

const root = mkdtempSync(join(tmpdir(), "mcc-backup-"));
chmodSync(root, 0o755); // run by root, PostgreSQL is another user
const [original, restored, file] = ["original", "restored", "backup.tar.gz"].map((name) =>
  join(root, name),
) as [string, string, string];
const emptyFolder = (name: string): string => {
  const folder = join(root, name);
  mkdirSync(folder);
  return folder;
};

/** A hash of the rows of every table of the product and of its job queue, but that of the rows added meanwhile. */
const tablesOf = async (client: pg.Client): Promise<Record<string, string>> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('mcc', 'pgboss') and tablename <> 'added_meanwhile'`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash from ${name} as t`,
    );
    hashes[name] = rows[0].hash;
  }
  return hashes;
};

const filesOf = (dataDir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(dataDir, "documents"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [
        relative(dataDir, path),
        createHash("sha256").update(readFileSync(path)).digest("hex"),
      ]),
  );

const connect = async ({ url }: EmbeddedPostgres): Promise<pg.Client> => {
  const client = new pg.Client(url);
  await client.connect();
  return client;
};

/** The demo's orders, documents and jobs; rows are added, one commit after the other, while the backup is written. */
let before: Record<string, string>;
let acknowledged: { atStart: number };
beforeAll(async () => {
  const server = startProcess({ MCC_DATA_DIR: original, MCC_DEMO: "" });
  await server.ready;
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  const postgres = await startPostgres(original);
  const [client, writer] = [await connect(postgres), await connect(postgres)];
  await client.query("create table mcc.added_meanwhile (n integer primary key)");
  let added = 0;
  let done = false;
  const adding = (async () => {
    while (!done) await writer.query("insert into mcc.added_meanwhile values ($1)", [++added]);
  })();
  before = await tablesOf(client);
  acknowledged = { atStart: added - 1 };
  await backUp(original, postgres.url, file);
  done = true;
  await adding;
  await Promise.all([client.end(), writer.end()]);
  await postgres.stop();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a backup of a running database, restored elsewhere, has every row and every file; what was there is kept (OPER-006)", async () => {
  writeFileSync(join(emptyFolder("restored"), "secret"), "old");
  await expect(restore(restored, file, { replace: false })).rejects.toThrow(/is not empty: add --replace/);
  expect(readdirSync(restored)).toEqual(["secret"]);
  const { kept } = await restore(restored, file, { replace: true });
  expect(readFileSync(join(String(kept), "secret"), "utf8")).toBe("old");
  expect(readFileSync(join(restored, "secret"))).toEqual(readFileSync(join(original, "secret")));
  expect(Object.keys(filesOf(original)).length).toBeGreaterThan(100);
  expect(filesOf(restored)).toEqual(filesOf(original));
  const postgres = await startPostgres(restored);
  const client = await connect(postgres);
  expect(Object.keys(before).length).toBeGreaterThan(60);
  expect(await tablesOf(client)).toEqual(before);
  // The moment of the backup: everything acknowledged before, and nothing without what was committed earlier.
  const { rows } = await client.query(
    "select count(*)::integer as count, max(n) as last from mcc.added_meanwhile",
  );
  expect(rows[0].count).toBeGreaterThanOrEqual(acknowledged.atStart);
  expect(rows[0].last).toBe(rows[0].count);
  await client.query("drop table mcc.added_meanwhile");
  await client.end();
  await postgres.stop();

  const server = startProcess({ MCC_DATA_DIR: restored, MCC_DEMO: "on" });
  const address = await server.ready;
  const signedIn = await fetch(`${address}/api/accounts/user-token/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "acme-company.admin", password: "Industrial#2026" }),
  });
  expect(signedIn.status).toBe(200);
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
});

test("a directory in use is not restored, and a backup overwrites no file", async () => {
  const target = emptyFolder("in-use");
  const unlock = lockDataDir(target);
  await expect(restore(target, file, { replace: true })).rejects.toThrow(/is already in use by process/);
  unlock();
  await expect(backUp(original, "postgresql://127.0.0.1:1/none", file)).rejects.toThrow(/exists already/);
});

const tar = async (entries: readonly [name: string, content: string][]): Promise<Buffer> =>
  gzipSync(
    await packTar(
      entries.map(([name, body]) => ({
        header: { name, size: Buffer.byteLength(body), type: "file" as const },
        body,
      })),
    ),
  );
const INFO: [string, string] = [
  "mcc-backup.json",
  JSON.stringify({ format: 1, created_at: "2026-01-01T00:00:00Z", postgres: "18" }),
];

test.each([
  ["cut off", () => readFileSync(file).subarray(0, 100_000), /incomplete or damaged/],
  ["no archive", () => Buffer.from("hello"), /incomplete or damaged/],
  ["another archive", () => tar([["readme.txt", "hello"]]), /not a backup of this product/],
  ["of a newer format", () => tar([["mcc-backup.json", '{"format":2}']]), /newer version of the product/],
  [
    "of another PostgreSQL",
    () => tar([["mcc-backup.json", '{"format":1,"postgres":"14"}']]),
    /it is of PostgreSQL 14, and PostgreSQL 18 is installed/,
  ],
  ["without its last entry", () => tar([INFO, ["secret", "x"]]), /it is incomplete/],
  [
    "changed",
    () => tar([INFO, ["secret", "x"], ["mcc-backup-contents.json", '{"secret":"0"}']]),
    /secret is missing or damaged/,
  ],
  [
    "with a name that leads elsewhere",
    () => tar([INFO, ["documents/../../x", "x"]]),
    /it contains documents/,
  ],
] as const)("a backup that is %s is refused, and nothing is changed", async (_, content, message) => {
  const target = mkdtempSync(join(root, "refused-"));
  writeFileSync(join(root, "bad.tar.gz"), await content());
  await expect(restore(target, join(root, "bad.tar.gz"), { replace: true })).rejects.toThrow(message);
  expect(readdirSync(target)).toEqual([]);
});
