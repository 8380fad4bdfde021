import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { directoryStorage } from "../platform/files/directory-storage.ts";
import { openOwner } from "../testing/database-owner.ts";
import { onServer, urlOf } from "../testing/databases.ts";
import { TEMPLATE } from "../testing/global-setup.ts";
import { fillDemo } from "./fill-demo.ts";

const folder = mkdtempSync(join(tmpdir(), "mcc-fill-"));
const names: string[] = [];
afterAll(async () => {
  for (const name of names) await onServer(inject("postgresUrl"), `drop database ${name} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

/** Fills a database as of a moment, and returns a checksum of the rows of each table. */
const filledAt = async (moment: string): Promise<Record<string, string>> => {
  const name = `fill_${process.pid}_${names.length}`;
  await onServer(inject("postgresUrl"), `create database ${name} template ${TEMPLATE}`);
  names.push(name);
  const url = urlOf(inject("postgresUrl"), name);
  await fillDemo({
    url,
    storage: directoryStorage(join(folder, name)),
    today: new Date(moment),
    passwordHash: "none",
    stopping: new AbortController().signal,
  });
  const owner = openOwner(url);
  try {
    const tables = await owner.sql<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'mcc'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    const sums: Record<string, string> = {};
    for (const table of tables) {
      const [row] = await owner.sql<{ sum: string | null }>(
        `select md5(string_agg(one::text, '|' order by one::text)) as sum from mcc.${table.name} as one`,
      );
      if (row?.sum) sums[table.name] = row.sum;
    }
    return sums;
  } finally {
    await owner.close();
  }
};

test("the demo of a day is the same at every hour, also on a leap day, and differs on the next day", {
  timeout: 240_000,
}, async () => {
  const early = await filledAt("2028-02-29T00:00:30Z");
  expect(Object.keys(early)).toEqual(
    expect.arrayContaining(["orders", "documents", "alerts", "order_steps"]),
  );
  expect(await filledAt("2028-02-29T23:59:30Z")).toEqual(early);
  expect((await filledAt("2028-03-01T00:00:30Z")).orders).not.toBe(early.orders);
});
