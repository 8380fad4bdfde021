import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { directoryStorage } from "../platform/files/directory-storage.ts";
import { openOwner } from "../testing/database-owner.ts";
import { onServer, TEMPLATE, urlOf } from "../testing/databases.ts";
import { fillDemo } from "./fill-demo.ts";

const folder = mkdtempSync(join(tmpdir(), "mcc-fill-"));
const names: string[] = [];
afterAll(async () => {
  for (const name of names) await onServer(inject("postgresUrl"), `drop database ${name} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

/** What the pages about approvals are to show. */
const SHOWN = `select
  (select count(*)::int from mcc.delegations where starts_at <= $1 and ends_at > $1 and ended_at is null) as deputies,
  (select count(*)::int from mcc.order_steps where is_current and escalated_at is not null) as escalated,
  (select count(*)::int from mcc.approval_times where not of_order and escalated) as "lateDecisions",
  (select count(*)::int from mcc.approval_times where not of_order and delegated) as "deputyDecisions",
  (select count(*)::int from mcc.approval_times where not of_order and by_email) as "mailDecisions",
  (select count(*)::int from mcc.order_comments said where asks_id is not null and not exists (
    select from mcc.order_comments reply where reply.order_id = said.order_id and reply.author_id = said.asks_id
      and reply.id > said.id)) as questions,
  (select count(*)::int from mcc.orders one join mcc.orders other using (company_id, site_id, po_number, total)
    where one.status = 2 and other.status = 2 and one.id < other.id) as duplicates,
  (select count(*)::int from mcc.orders one join mcc.orders other using (company_id, site_id, ordered_by_id)
    where one.status = 2 and other.status = 2 and one.id < other.id and greatest(one.total, other.total) < 5000
      and one.total + other.total >= 5000
      and abs(extract(epoch from one.order_date - other.order_date)) < 86400) as splits,
  (select abs(extract(epoch from max(order_date) - $1::timestamptz)) < 2 * 86400 from mcc.orders) as "isRecent"`;
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
       where relnamespace = 'mcc'::regnamespace and relkind in ('r', 'p') and not relispartition
         and relname <> 'audit_hashes'`, // its salts are random
    );
    const [shown] = await owner.sql<Record<string, number | boolean>>(SHOWN, [moment]);
    expect(shown).toMatchObject({ deputies: 1, questions: 1, isRecent: true });
    for (const kind of ["escalated", "duplicates", "splits"]) {
      expect(shown?.[kind], `${kind} on ${moment}`).toBeGreaterThan(0);
      expect(shown?.[kind], `${kind} on ${moment}`).toBeLessThan(12);
    }
    for (const kind of ["lateDecisions", "deputyDecisions", "mailDecisions"]) {
      expect(shown?.[kind], `${kind} on ${moment}`).toBeGreaterThan(1);
      expect(shown?.[kind], `${kind} on ${moment}`).toBeLessThan(100);
    }
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

test("the demo of a day is the same at every hour, also on a leap day, and its newest orders are recent", async () => {
  const early = await filledAt("2028-02-29T00:00:30Z");
  expect(Object.keys(early)).toEqual(
    expect.arrayContaining(["orders", "documents", "alerts", "order_steps"]),
  );
  expect(await filledAt("2028-02-29T23:59:30Z")).toEqual(early);
});
