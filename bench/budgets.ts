import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { clientOf } from "./client.ts";
import { INGEST, LARGE } from "./data-plan.ts";
import { withClient } from "./database.ts";
import { filledDatabase } from "./fill.ts";
import { measureIngest } from "./ingest.ts";
import { latencyOf } from "./measure.ts";
import { readOptions } from "./options.ts";
import { signInAll } from "./people.ts";
import { type Contender, startOurs } from "./processes.ts";

/**
 * What budgets cost (BUDG-010): arrivals without and with 50 budgets that cover their sites, a budget computed from all
 * orders of a company, and a page of its statement. `node bench/budgets.ts [--orders 500000] [--quick]`
 */
const BUDGETS = 50;
const ARRIVALS = 20_000;
const REQUESTS = 100;
const LOOK_EVERY_MS = 100;

const addBudgets = (client: pg.Client) =>
  client.query(
    `with made as (
       insert into mcc.budgets (company_id, name, amount, beyond, tell_at, revision, next_revision)
       select $1, 'Bench ' || n, 1e9, 'tell', '{80,100}', 1, null from generate_series(1, $2::int) as n
       returning id)
     insert into mcc.budget_coverages (company_id, budget_id, revision, period, starts_on, repeats, site_ids)
     select $1, made.id, 1, 'year', '2020-01-01', true, array(select id from mcc.sites where company_id = $1)
     from made`,
    [INGEST, BUDGETS],
  );

/** Triggers off, for entries are there to stay. */
const removeBudgets = async (client: pg.Client, company: number): Promise<void> => {
  await client.query("set session_replication_role = replica");
  for (const table of ["entries", "balances", "notices", "coverages", "owners"])
    await client.query(`delete from mcc.budget_${table} where company_id = $1`, [company]);
  await client.query("delete from mcc.budgets where company_id = $1", [company]);
  await client.query("set session_replication_role = origin");
};

const measureArrivals = async (ours: Contender, url: string, client: pg.Client, count: number) => {
  const rates: number[] = [];
  for (const withBudgets of [false, true]) {
    if (withBudgets) await addBudgets(client);
    const result = await measureIngest(ours, url, count);
    rates.push((result?.orders ?? 0) / (result?.seconds ?? 1));
  }
  await removeBudgets(client, INGEST);
  const [without = 0, beside = 0] = rates;
  console.log(
    `Arrivals as one batch: ${without.toFixed(0)} orders/s without budgets, ${beside.toFixed(0)} with ${BUDGETS} that cover each: ${(without / beside).toFixed(2)} times as long.`,
  );
};

const measureStatement = async (ours: Contender, token: string): Promise<void> => {
  const headers = { authorization: `JWT ${token}`, "content-type": "application/json" };
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${ours.address}/api${path}`, { headers, ...init });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, never>;
  };
  const began = performance.now();
  const body = { name: "Bench", amount: "1000000", period: "year", starts_on: "2020-01-01", repeats: true };
  const sites = (await call("/sites/?limit=1000")).results as unknown as { id: number }[];
  const { id } = await call("/budgets/", {
    method: "POST",
    body: JSON.stringify({ ...body, sites: sites.map((site) => site.id) }),
  });
  while ((await call(`/budgets/${id}/`)).recount !== null) await wait(LOOK_EVERY_MS);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const { count } = await call(`/budgets/${id}/entries/?limit=1`);
  console.log(`A budget computed from orders, with ${count} entries in the end: ${seconds} s.`);
  const asking = clientOf(ours.address, token);
  for (const [words, offset] of [
    ["first", 0],
    ["hundredth", 1_980],
  ] as const) {
    const times: number[] = [];
    for (let at = 0; at < REQUESTS; at++) {
      const start = performance.now();
      await asking.ask(`/api/budgets/${id}/entries/?limit=20&offset=${offset}`);
      times.push(performance.now() - start);
    }
    const { p50, p95 } = latencyOf(times);
    console.log(`The ${words} page of its statement: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms.`);
  }
  asking.close();
};

const { orders, quick } = readOptions();
const database = await filledDatabase(orders);
try {
  const tokens = await signInAll(database.url);
  await withClient(database.url, async (client) => {
    const ours = await startOurs(database.url, orders, "all");
    try {
      await measureArrivals(ours, database.url, client, quick ? 2_000 : ARRIVALS);
      await measureStatement(ours, tokens.admin);
    } finally {
      await ours.stop();
      await removeBudgets(client, LARGE);
    }
  });
} finally {
  await database.stop();
}
