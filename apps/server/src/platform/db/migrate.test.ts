import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { onServer, urlOf } from "../../testing/databases.ts";
import { printTables } from "../../testing/table-types.ts";
import { migrate } from "./migrate.ts";

const name = `migrate_${process.pid}`;
const url = urlOf(inject("postgresUrl"), name);

afterAll(() => onServer(inject("postgresUrl"), `drop database if exists ${name} with (force)`));

test("three processes that start at once migrate once", async () => {
  await onServer(inject("postgresUrl"), `create database ${name}`);
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(await migrate(url)).toEqual([]);
});

const FORMER = [
  "0001-foundation.sql",
  "0150-key-writes.sql",
  "0158-key-writes-without-references.sql",
  "0160-proven-addresses.sql",
  "0164-former-names.sql",
  "0172-recent-messages.sql",
  "0175-one-theme-id-each.sql",
  "0176-active-warehouses.sql",
];
/** As if files that the baseline has replaced had made the database. */
const asFormerly = (names: readonly string[]) =>
  onServer(
    url,
    `delete from mcc_migrations where name like 'baseline/%' or name in ('${FORMER.join("', '")}');
     insert into mcc_migrations (name, checksum) values ${names.map((one) => `('${one}', 'former')`).join()}`,
  );

test("a database that is too old is refused, and told which version to start on it first", async () => {
  await asFormerly(FORMER.slice(0, 2));
  await expect(migrate(url)).rejects.toThrow(
    "This database is too old. Start a version on it first whose last migration is 0158-key-writes-without-references.sql, then this one.",
  );
});

test("a database of the last version before 1.0 is at the baseline, which is not executed", async () => {
  await asFormerly(FORMER);
  expect(await migrate(url)).toEqual([]);
  await onServer(url, `delete from mcc_migrations where name in ('${FORMER.join("', '")}')`);
  expect(await migrate(url)).toEqual([]);
});

test("a function that has changed since is replaced, and only that one", async () => {
  await onServer(
    url,
    `create or replace function mcc.hierarchy_sites(company bigint, node bigint, policy bigint[]) returns bigint[]
       language sql as 'select null::bigint[]';
     update mcc_migrations set checksum = 'older' where name = 'functions/hierarchy-sites.sql'`,
  );
  expect(await migrate(url)).toEqual(["functions/hierarchy-sites.sql"]);
  expect(await migrate(url)).toEqual([]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select mcc.hierarchy_sites(1, null, '{7}')::text as sites");
  await client.end();
  expect(rows).toEqual([{ sites: "{7}" }]);
});

test("names are sorted anew when ICU is another one", async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const filesOf = async () => {
      const { rows } = await client.query<{ name: string; file: number }>(
        "select relname as name, relfilenode::int as file from pg_class where relname ~ '(_name|_by_name|_document_name_id_idx)$' and relkind = 'i'",
      );
      return new Map(rows.map(({ name: index, file }) => [index, file]));
    };
    const before = await filesOf();
    await migrate(url);
    expect(await filesOf()).toEqual(before);
    await client.query(
      "update pg_collation set collversion = 'old' where oid = 'tenant.by_name'::regcollation",
    );
    await migrate(url);
    const after = await filesOf();
    for (const index of ["site_snapshots_name", "person_snapshots_name", "sites_by_name"]) {
      expect(after.get(index)).not.toBe(before.get(index));
    }
    expect(after.get("documents_00_company_id_document_name_id_idx")).not.toBe(
      before.get("documents_00_company_id_document_name_id_idx"),
    );
    const { rows } = await client.query(
      "select collversion = pg_collation_actual_version(oid) as current from pg_collation where oid = 'tenant.by_name'::regcollation",
    );
    expect(rows).toEqual([{ current: true }]);
  } finally {
    await client.end();
  }
});

test("a migration that was edited after it was applied is refused", async () => {
  await onServer(url, "update mcc_migrations set checksum = 'x' where name like 'baseline/01%'");
  await expect(migrate(url)).rejects.toThrow(
    "Migration baseline/01-foundation.sql was edited after it had been applied.",
  );
});

test("the table types are those of the migrations", async () => {
  const kept = readFileSync(join(import.meta.dirname, "tables.ts"), "utf8");
  expect(kept, "run npm run tables").toBe(await printTables(url));
});
