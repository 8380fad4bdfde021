import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { deletePendingOrders, insertPendingOrders } from "./approve.ts";
import { clientOf } from "./client.ts";
import { INGEST, LARGE, SITES, siteId, slugOf } from "./data-plan.ts";
import { withClient } from "./database.ts";
import { filledDatabase } from "./fill.ts";
import { deleteIngested, keyFor, measureIngest } from "./ingest.ts";
import { latencyOf } from "./measure.ts";
import { readOptions } from "./options.ts";
import { signInAll } from "./people.ts";
import { type Contender, startOurs } from "./processes.ts";

/**
 * What budgets cost (BUDG-010): arrivals and approvals without and with 50 budgets that cover their sites, 1,000 orders
 * at once on one budget, a budget computed from all orders of a company, and pages of its statement.
 * `node bench/budgets.ts [--orders 500000] [--quick] [--only batch single approvals race statement]`
 */
const BUDGETS = 50;
const ARRIVALS = 20_000;
const AT_ONCE = 1_000;
const ALTERNATING = { rounds: 4, each: 40 };
const ENTRIES = 100_000;
const REQUESTS = 100;
const LOOK_EVERY_MS = 100;

const ROLE = "Bench budgets";

/** Every second one asks a role beyond it; all have an owner. */
const addBudgets = async (client: pg.Client, company: number, count = BUDGETS): Promise<void> => {
  await client.query("insert into mcc.roles (company_id, name) values ($1, $2)", [company, ROLE]);
  await client.query(
    `with made as (
       insert into mcc.budgets (company_id, name, amount, beyond, role_id, tell_at, revision, next_revision)
       select $1, 'Bench ' || n, 1e9, case n % 2 when 0 then 'step' else 'tell' end, case n % 2 when 0 then role.id end,
         '{80,100}', 1, null
       from generate_series(1, $2::int) as n join mcc.roles role on role.company_id = $1 and role.name = $3
       returning id),
     owned as (
       insert into mcc.budget_owners (company_id, budget_id, user_id)
       select $1, made.id, (select min(id) from mcc.users where company_id = $1) from made)
     insert into mcc.budget_coverages (company_id, budget_id, revision, period, starts_on, repeats, site_ids)
     select $1, made.id, 1, 'year', '2020-01-01', true, array(select id from mcc.sites where company_id = $1)
     from made`,
    [company, count, ROLE],
  );
};

/** Triggers off, for entries are there to stay. */
const removeBudgets = async (client: pg.Client, company: number): Promise<void> => {
  await client.query("set session_replication_role = replica");
  for (const table of ["entries", "balances", "notices", "sites", "coverages", "owners"])
    await client.query(`delete from mcc.budget_${table} where company_id = $1`, [company]);
  await client.query("delete from mcc.budgets where company_id = $1", [company]);
  await client.query("delete from mcc.roles where company_id = $1 and name = $2", [company, ROLE]);
  await client.query("set session_replication_role = origin");
};

const measureArrivals = async (ours: Contender, url: string, client: pg.Client, count: number) => {
  const rates: number[] = [];
  for (const withBudgets of [false, true]) {
    if (withBudgets) await addBudgets(client, INGEST);
    const result = await measureIngest(ours, url, count);
    rates.push((result?.orders ?? 0) / (result?.seconds ?? 1));
  }
  await removeBudgets(client, INGEST);
  const [without = 0, beside = 0] = rates;
  console.log(
    `Arrivals as one batch: ${without.toFixed(0)} orders/s without budgets, ${beside.toFixed(0)} with ${BUDGETS} that cover each: ${(without / beside).toFixed(2)} times as long.`,
  );
};

/** A request of its own for each order. */
const arrivalOf = (n: number, price: string) => ({
  ecommerce_username: `shop-${INGEST}-${1 + (n % SITES.other)}`,
  order_date: "2026-06-01T12:00:00Z",
  lines: [{ product: "P", text: "Pump", quantity: 1, base_unit_price_value: price }],
});

/** Without and with budgets in alternation, so that a slow moment of the machine affects both; the first round warms up. */
const measureSingleArrivals = async (ours: Contender, url: string, client: pg.Client) => {
  await deleteIngested(url);
  const headers = { authorization: `ApiKey ${await keyFor(url)}`, "content-type": "application/json" };
  const times: Record<"without" | "with", number[]> = { without: [], with: [] };
  let n = 0;
  for (let round = 0; round < ALTERNATING.rounds; round++)
    for (const name of ["without", "with"] as const) {
      if (name === "with") await addBudgets(client, INGEST);
      for (let at = 0; at < ALTERNATING.each; at++) {
        const start = performance.now();
        const answer = await fetch(
          `${ours.address}/api/integration/v1/companies/${slugOf(INGEST)}/orders/ONE-${++n}/`,
          { method: "PUT", headers, body: JSON.stringify(arrivalOf(n, "20.00")) },
        );
        const words = await answer.text();
        if (!answer.ok) throw new Error(`${answer.status} ${words}`);
        if (round > 0) times[name].push(performance.now() - start);
      }
      await removeBudgets(client, INGEST);
    }
  await deleteIngested(url);
  report("Arrivals one by one", times);
};

const report = (what: string, times: Readonly<Record<"without" | "with", readonly number[]>>): void => {
  const [without, beside] = [latencyOf(times.without), latencyOf(times.with)];
  console.log(
    `${what}: p50 ${without.p50.toFixed(1)} ms without budgets, ${beside.p50.toFixed(1)} ms with ${BUDGETS}: ${(beside.p50 / without.p50).toFixed(2)} times as long.`,
  );
};

/** In alternation, too. */
const measureApprovals = async (ours: Contender, url: string, client: pg.Client, token: string) => {
  const asking = clientOf(ours.address, token);
  const times: Record<"without" | "with", number[]> = { without: [], with: [] };
  for (let round = 0; round < ALTERNATING.rounds; round++)
    for (const name of ["without", "with"] as const) {
      await deletePendingOrders(url);
      if (name === "with") await addBudgets(client, LARGE);
      for (const identifier of await insertPendingOrders(url, ALTERNATING.each)) {
        const start = performance.now();
        await asking.post(`/api/orders/${identifier}/approve/`);
        if (round > 0) times[name].push(performance.now() - start);
      }
      await removeBudgets(client, LARGE);
    }
  asking.close();
  await deletePendingOrders(url);
  report("Approvals", times);
};

/** Each is sent again while the server is busy, as senders do. */
const measureRace = async (ours: Contender, url: string, client: pg.Client) => {
  await deleteIngested(url);
  await addBudgets(client, INGEST, 1);
  const authorization = `ApiKey ${await keyFor(url)}`;
  let busy = 0;
  const place = async (n: number): Promise<void> => {
    const answer = await fetch(
      `${ours.address}/api/integration/v1/companies/${slugOf(INGEST)}/orders/RACE-${n}/`,
      {
        method: "PUT",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(arrivalOf(n, (n / 100).toFixed(2))),
      },
    );
    const words = await answer.text();
    if (answer.ok) return;
    if (answer.status !== 429 && answer.status !== 503) throw new Error(`${answer.status} ${words}`);
    busy += 1;
    await wait(LOOK_EVERY_MS + Math.random() * LOOK_EVERY_MS);
    return place(n);
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => place(at + 1)));
  const seconds = (performance.now() - began) / 1_000;
  const { rows } = await client.query<{ balance: string; entries: string }>(
    `select (select sum(reserved + committed) from mcc.budget_balances where company_id = $1) as balance,
       (select sum(reserved + committed) from mcc.budget_entries where company_id = $1) as entries`,
    [INGEST],
  );
  const { balance, entries } = rows[0] ?? { balance: "", entries: "" };
  const expected = ((AT_ONCE * (AT_ONCE + 1)) / 200).toFixed(2);
  await removeBudgets(client, INGEST);
  await deleteIngested(url);
  if (balance !== expected || entries !== expected)
    throw new Error(`The balance is ${balance}, its entries ${entries}, the orders ${expected}.`);
  console.log(
    `${AT_ONCE} orders at once on one budget: ${seconds.toFixed(1)} s, sent again ${busy} times; balance and entries are ${expected}, to the cent.`,
  );
};

const measureStatement = async (ours: Contender, client: pg.Client, token: string): Promise<void> => {
  const headers = { authorization: `JWT ${token}`, "content-type": "application/json" };
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${ours.address}/api${path}`, { headers, ...init });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, never>;
  };
  const began = performance.now();
  const body = { name: "Bench", amount: "1000000", period: "year", starts_on: "2020-01-01", repeats: true };
  const sites = Array.from({ length: SITES.large }, (_, n) => siteId(LARGE, n + 1));
  const { id } = await call("/budgets/", { method: "POST", body: JSON.stringify({ ...body, sites }) });
  while ((await call(`/budgets/${id}/`)).recount !== null) await wait(LOOK_EVERY_MS);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from mcc.budget_entries where company_id = $1",
    [LARGE],
  );
  const computed = rows[0]?.count ?? 0;
  console.log(`A budget computed from orders, with ${computed} entries in the end: ${seconds} s.`);
  await client.query(
    `insert into mcc.budget_entries (company_id, budget_id, revision, period_start, day, order_id, kind, reserved,
       committed, used, actor_name)
     select company_id, budget_id, revision, period_start, day, order_id, 'adjust', 0, 0, used, actor_name
     from mcc.budget_entries where company_id = $1 limit $2`,
    [LARGE, Math.max(0, ENTRIES - computed)],
  );
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
    console.log(
      `The ${words} page of a statement of ${Math.max(ENTRIES, computed)} entries: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms.`,
    );
  }
  asking.close();
};

const { orders, only, quick } = readOptions();
const isWanted = (part: string) => only.length === 0 || only.includes(part);
const database = await filledDatabase(orders);
try {
  const tokens = await signInAll(database.url);
  await withClient(database.url, async (client) => {
    const ours = await startOurs(database.url, orders, "all");
    try {
      if (isWanted("batch")) await measureArrivals(ours, database.url, client, quick ? 2_000 : ARRIVALS);
      if (isWanted("single")) await measureSingleArrivals(ours, database.url, client);
      if (isWanted("approvals")) await measureApprovals(ours, database.url, client, tokens.approver);
      if (isWanted("race")) await measureRace(ours, database.url, client);
      if (isWanted("statement")) await measureStatement(ours, client, tokens.admin);
    } finally {
      await ours.stop();
      await removeBudgets(client, LARGE);
    }
  });
} finally {
  await database.stop();
}
