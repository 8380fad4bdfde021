import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { onServer, urlOf } from "../testing/databases.ts";
import { printTables } from "../testing/table-types.ts";
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

test("a migration that was edited after it was applied is refused", async () => {
  await onServer(url, "update mcc_migrations set checksum = 'x' where name like '0001%'");
  await expect(migrate(url)).rejects.toThrow(
    "Migration 0001-foundation.sql was edited after it had been applied.",
  );
});

test("the table types are those of the migrations", async () => {
  const kept = readFileSync(join(import.meta.dirname, "tables.ts"), "utf8");
  expect(kept, "run npm run tables").toBe(await printTables(url));
});
