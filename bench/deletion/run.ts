import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startJobQueue } from "@mcc/server/src/platform/jobs/job-queue.ts";
import type pg from "pg";
import { databaseOf, filledDatabase } from "../companies/fill.ts";
import { QUIET_LOG } from "../companies/jobs.ts";
import {
  MEASURED,
  MEASURED_ORDERS,
  PLATFORM_ADMIN,
  type Size,
  slugOf,
  userId,
} from "../companies/options.ts";
import { arrival, caller, keyOf, tokensOf } from "../companies/requests.ts";
import { dataDirOf, withClient } from "../database.ts";
import { type Latency, latencyOf } from "../measure.ts";
import { residentMb, startOurs } from "../processes.ts";

/**
 * Deletes a company of a million orders with their items, approvals, steps, audit, events, documents and files, and measures how long it takes
 * and how long others wait before and meanwhile. `--orders 100000` is a smaller one.
 */
const DELETED = MEASURED + 1;
const BEFORE_SECONDS = 60;
const MOST_SECONDS = 1_800;
const DELETE_COMPANY = "delete-company";
const FILES_AT_ONCE = 1_000;

const { values } = parseArgs({ options: { orders: { type: "string", default: "1000000" } } });
const size: Size = { companies: DELETED, orders: MEASURED * MEASURED_ORDERS + Number(values.orders) };
const name = databaseOf(size);

/** What orders have that the fill leaves out, and a file of one byte for each document. */
const complete = async (client: pg.Client): Promise<void> => {
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into mcc.order_lines (company_id, order_id, ordering, product, text, quantity, base_unit_price, taxless_price, line_total)
     select company_id, id, n, 'BIT-8', 'Drill bit', 2, 50, 100, 108 from mcc.orders, generate_series(1, line_count) as n
     where company_id = $1 and not exists (select from mcc.order_lines where company_id = $1)`,
    [DELETED],
  );
  await client.query(
    `insert into mcc.order_approvals (company_id, order_id, user_id, username, name, approved_at)
     select company_id, id, creator_id, 'user', 'Dana', order_date from mcc.orders where company_id = $1 and id % 10 = 0
       and not exists (select from mcc.order_approvals where company_id = $1)`,
    [DELETED],
  );
  // Years of use: for each order a step that was decided, two entries of the audit with their hashes, and an event.
  const { rows: used } = await client.query("select from mcc.events where company_id = $1 limit 1", [
    DELETED,
  ]);
  if (used.length === 0)
    for (const statement of [
      `insert into mcc.order_steps (company_id, order_id, position, role_id, name, limit_amount, site_id, state, acted_by_id,
         acted_by_name, acted_at)
       select company_id, id, 2, company_id, 'Manager', 0, site_id, 'done', creator_id, 'Dana', order_date
       from mcc.orders where company_id = $1`,
      `insert into mcc.audit_entries (company_id, actor_id, actor_name, action, record_type, record_id, details)
       select company_id, creator_id, 'Dana', action, 'order', identifier, '{"step": "Manager"}'
       from mcc.orders, unnest(array['order.approved', 'order.changed']) as action where company_id = $1`,
      `insert into mcc.audit_hashes (entry_id, company_id, position, hash)
       select id, company_id, 1000 + row_number() over (order by id), '\\x00' from mcc.audit_entries entry
       where company_id = $1 and not exists (select from mcc.audit_hashes where entry_id = entry.id)`,
      `insert into mcc.events (company_id, type, payload) select company_id, 'order.approved',
         jsonb_build_object('identifier', identifier, 'total', total, 'po_number', po_number)
       from mcc.orders where company_id = $1`,
    ])
      await client.query(statement, [DELETED]);
  await client.query("set session_replication_role = origin");
  await client.query("vacuum (analyze)");
  const folder = join(dataDirOf(name), "server/documents/bench");
  mkdirSync(folder, { recursive: true });
  for (let after = 0; ; ) {
    const { rows } = await client.query<{ id: number }>(
      "select id from mcc.documents where company_id = $1 and id > $2 order by id limit $3",
      [DELETED, after, FILES_AT_ONCE],
    );
    if (rows.length === 0) return;
    for (const { id } of rows) writeFileSync(join(folder, String(id)), "1");
    after = rows.at(-1)?.id ?? after;
  }
};

/** One after the other, as often as there is time. */
const measureOthers = async (
  requests: ReadonlyMap<string, (n: number) => Promise<unknown>>,
  isOver: () => boolean,
  from: number,
): Promise<Map<string, readonly number[]>> => {
  const times = new Map<string, number[]>([...requests.keys()].map((each) => [each, []]));
  for (let n = from; !isOver(); n++)
    for (const [each, send] of requests) {
      const began = performance.now();
      await send(n);
      times.get(each)?.push(performance.now() - began);
      await wait(20);
    }
  return times;
};

const database = await filledDatabase(size);
try {
  await withClient(database.url, async (client) => {
    await complete(client);
    console.log("items, approvals and files are in");
    const web = await startOurs(database.url, name);
    const [admin, approver, platform] = (
      await tokensOf(database.url, [userId(1, 1), userId(1, 2), PLATFORM_ADMIN])
    ).map((token) => caller(web.address, token));
    const storefront = caller(web.address, await keyOf(database.url, slugOf(1)));
    const path = (n: number) => `/api/integration/v1/companies/${slugOf(1)}/orders/NEW-${web.pid}-${n}/`;
    const requests = new Map<string, (n: number) => Promise<unknown> | undefined>([
      ["first page of orders", () => admin?.send("GET", "/api/orders/?limit=20")],
      ["search in orders", () => admin?.send("GET", "/api/orders/?limit=20&search=hex%20bolt")],
      ["arrival of an order", (n) => storefront.send("PUT", path(n), arrival(1, n))],
      ["approval", (n) => approver?.send("POST", `/api/orders/NEW-${web.pid}-${n}/approve/`)],
    ]) as ReadonlyMap<string, (n: number) => Promise<unknown>>;
    let count = 0;
    const until = (over: () => boolean) => {
      const from = count;
      return measureOthers(requests, over, from).then((times) => {
        count += times.get("approval")?.length ?? 0;
        return times;
      });
    };
    const warm = performance.now();
    await until(() => performance.now() - warm > 10_000);
    const began = performance.now();
    const before = await until(() => performance.now() - began > BEFORE_SECONDS * 1_000);

    await client.query("drop table public.bench_fill"); // the next run fills again
    await platform?.send("POST", `/api/mcc-admin/companies/${DELETED}/close/`, {
      name: `Company 0000${DELETED}`,
    });
    await client.query("update mcc.companies set delete_after = now() where id = $1", [DELETED]);
    const worker = await startOurs(database.url, name, "all");
    const queue = await startJobQueue(database.url, () => [], { works: false, log: QUIET_LOG });
    await queue.requestJob(DELETE_COMPANY, { companyId: DELETED }, String(DELETED));
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1_000;
    let isOver = false;
    let memory = 0;
    const deletion = (async () => {
      for (let looks = 1; seconds() < MOST_SECONDS; looks++) {
        const { rows } = await client.query<{ deleted_at: Date | null; records: Record<string, number> }>(
          "select deleted_at, records from mcc.company_closings where company_id = $1",
          [DELETED],
        );
        memory = Math.max(memory, residentMb(worker.pid));
        if (rows[0]?.deleted_at) break;
        if (looks % 60 === 0) console.log(`  ${seconds().toFixed(0)} s`, JSON.stringify(rows[0]?.records));
        await wait(1_000);
      }
      isOver = true;
      return seconds();
    })();
    const meanwhile = await until(() => isOver);
    const took = await deletion;
    const { rows } = await client.query<{ records: Record<string, number>; files: number }>(
      "select records, files from mcc.company_closings where company_id = $1",
      [DELETED],
    );
    const records = Object.values(rows[0]?.records ?? {}).reduce((sum, one) => sum + one, 0);
    console.log(
      `\n${records.toLocaleString("en")} records and ${rows[0]?.files.toLocaleString("en")} files were deleted in ${took.toFixed(0)} s; the worker had at most ${memory.toFixed(0)} MB.\n`,
    );
    console.log("| request | p50 before | p50 meanwhile | p95 before | p95 meanwhile |");
    console.log("| --- | --: | --: | --: | --: |");
    const ms = (latency: Latency, of: keyof Latency) => latency[of].toFixed(1);
    for (const [each, times] of before) {
      const [then, now] = [latencyOf(times), latencyOf(meanwhile.get(each) ?? [])];
      console.log(
        `| ${each} | ${ms(then, "p50")} | ${ms(now, "p50")} | ${ms(then, "p95")} | ${ms(now, "p95")} |`,
      );
    }
    await queue.stop();
    await Promise.all([web.stop(), worker.stop()]);
  });
} finally {
  await database.stop();
}
