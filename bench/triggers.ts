import { createApiKey } from "@mcc/server/src/features/api-keys/api-keys.service.ts";
import { openDatabase } from "@mcc/server/src/platform/db/database.ts";
import { migrate } from "@mcc/server/src/platform/db/migrate.ts";
import type pg from "pg";
import { openBench, withClient } from "./database.ts";
import { type Contender, startOurs, withPeak } from "./processes.ts";

/**
 * A burst of orders at a company with many triggers, on a database of its own: how long until every alert is written, the
 * memory of the process that writes them, and what noting the orders costs while they are stored.
 */
const SLUG = "bench-triggers";
const SITES = 1_000;
const USERS = 500;
const TRIGGERS = 50_000;
const ORDERS = 10_000;
/** The bench's databases are told apart by their number of orders. */
const OWN_DATABASE = ORDERS;

const fill = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query("select id::integer from mcc.companies where slug_name = $1", [SLUG]);
  if (rows[0]) return rows[0].id;
  const added = await client.query(
    `insert into mcc.companies (name, slug_name, short_name, label) values ($1, $1, $1, $1) returning id::integer`,
    [SLUG],
  );
  const id: number = added.rows[0].id;
  await client.query(
    `insert into mcc.company_configurations (company_id, tenant_group, customer_erp_identifier, username_prefix)
     values ($1, 'T', 'E', 'bench')`,
    [id],
  );
  await client.query(
    `insert into mcc.sites (company_id, name, ecommerce_username)
     select $1, 'Site ' || n, 'burst-' || n from generate_series(1, $2::integer) as n`,
    [id, SITES],
  );
  await client.query(
    `insert into mcc.users (company_id, username, email)
     select $1, 'burst-' || n, 'burst-' || n || '@example.com' from generate_series(1, $2::integer) as n`,
    [id, USERS],
  );
  // Each site has the same number of triggers: half of them fire for each order, the others count.
  await client.query(
    `with places as (select id, row_number() over (order by id) as n from mcc.sites where company_id = $1),
     people as (select id, row_number() over (order by id) as n from mcc.users where company_id = $1)
     insert into mcc.triggers (company_id, user_id, site_id, rule, frequency, value, enabled)
     select $1, people.id, places.id, rule, frequency, value, true
     from places cross join generate_series(1, $2::integer) as nth
     join people on people.n = 1 + (places.n * 7 + nth) % $3
     cross join (values ('CREATION', 'INSTANTLY', null::integer), ('COUNT', 'DAILY', 5)) as made (rule, frequency, value)`,
    [id, TRIGGERS / SITES / 2, USERS],
  );
  return id;
};

const keyFor = async (url: string): Promise<string> => {
  const database = openDatabase(url, () => {});
  const by = { id: null, name: "bench" };
  const { key } = await createApiKey(database.platform, by, {
    name: "Bench",
    scopes: ["orders"],
    company: SLUG,
  });
  await database.close();
  return key;
};

let sent = 0;
const batchOf = (orders: number, placed: Date): string =>
  Array.from({ length: orders }, () => {
    const n = ++sent;
    return `${JSON.stringify({
      identifier: `${placed.getTime()}-${Date.now()}-${n}`,
      ecommerce_username: `burst-${1 + (n % SITES)}`,
      ordered_by: { name: `Buyer ${n % 200}` },
      order_date: placed.toISOString(),
      lines: [{ product: "BIT-8", text: "Drill bit", quantity: 2, base_unit_price_value: "50.00" }],
    })}\n`;
  }).join("");

/** Seconds until a batch is stored. */
const store = async (ours: Contender, key: string, placed: Date): Promise<number> => {
  const began = performance.now();
  const answer = await fetch(`${ours.address}/api/integration/v1/companies/${SLUG}/orders/batch`, {
    method: "POST",
    headers: { authorization: `ApiKey ${key}`, "content-type": "application/x-ndjson" },
    body: batchOf(ORDERS, placed),
  });
  const stored = (await answer.text()).match(/"status":200/g)?.length;
  if (stored !== ORDERS) throw new Error(`Of ${ORDERS} orders ${stored} were stored.`);
  return (performance.now() - began) / 1_000;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const HISTORY = new Date("2026-01-01");
const ROUNDS = 3;

/** Orders of today are noted for their triggers, old ones are not; no job runs meanwhile. */
const measureNoting = async (url: string, key: string): Promise<string> => {
  const web = await startOurs(url, OWN_DATABASE, "web");
  try {
    await store(web, key, HISTORY);
    const [plain, noted]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      plain.push(await store(web, key, HISTORY));
      noted.push(await store(web, key, new Date()));
    }
    const [before, after] = [median(plain), median(noted)];
    return `Storing ${ORDERS} orders: ${before.toFixed(2)} s without, ${after.toFixed(2)} s with noting them for their triggers (${((after / before - 1) * 100).toFixed(1)} %).`;
  } finally {
    await web.stop();
  }
};

const readValue = <T>(url: string, query: string): Promise<T> =>
  withClient(url, async (client) => (await client.query(`select ${query} as value`)).rows[0].value as T);
const countAlerts = (url: string) => readValue<number>(url, "(select count(*)::integer from mcc.alerts)");
const areOrdersWaiting = (url: string) => readValue<boolean>(url, "exists (select from mcc.order_arrivals)");
const POLL_MS = 500;

const measureBurst = async (url: string, key: string): Promise<string> => {
  const ours = await startOurs(url, OWN_DATABASE, "all");
  try {
    const before = await countAlerts(url);
    const began = performance.now();
    const {
      result,
      before: mb,
      peak,
    } = await withPeak(ours.pid, async () => {
      const stored = await store(ours, key, new Date());
      while (await areOrdersWaiting(url)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      return stored;
    });
    const seconds = (performance.now() - began) / 1_000;
    const alerts = await countAlerts(url);
    return `A burst of ${ORDERS} orders with ${TRIGGERS} enabled triggers: stored within ${result.toFixed(1)} s, ${alerts - before} alerts written within ${seconds.toFixed(1)} s; the process ${mb.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB.`;
  } finally {
    await ours.stop();
  }
};

const database = await openBench(OWN_DATABASE);
try {
  await migrate(database.url);
  await withClient(database.url, async (client) => {
    const company = await fill(client);
    await client.query("delete from mcc.order_arrivals where company_id = $1", [company]);
    await client.query("vacuum analyze");
  });
  const key = await keyFor(database.url);
  console.log(await measureBurst(database.url, key));
  console.log(await measureNoting(database.url, key));
} finally {
  await database.stop();
}
