import { makeTokens } from "@mcc/server/src/platform/access/tokens.ts";
import { migrate } from "@mcc/server/src/platform/db/migrate.ts";
import type pg from "pg";
import { clientOf } from "./client.ts";
import { openBench, withClient } from "./database.ts";
import { latencyOf } from "./measure.ts";
import { type Contender, SECRET, startOurs, withPeak } from "./processes.ts";

/**
 * A company with many orders, approvers and deputies, on a database of its own: the lists and counts of pending orders
 * without and with 1,000 delegations, and a simulation of all its orders: time, memory and the lists beside it.
 */
const SLUG = "bench-pending-work";
const ORDERS = 100_000;
const PENDING = 2_000;
const SITES = 500;
/** So many approvers, each with five sites and a deputy; every twentieth has the same one. */
const APPROVERS = 1_000;
/** The bench's databases are told apart by their number of orders. */
const OWN_DATABASE = ORDERS + 1;
const REQUESTS = 100;

const FILL = [
  `insert into mcc.company_configurations (company_id, tenant_group, customer_erp_identifier, username_prefix,
     has_order_approval, has_order_tracking) select id, 'T', 'E', 'work', true, true from bench_company`,
  `insert into mcc.sites (company_id, name, ecommerce_username)
   select bench_company.id, 'Site ' || n, 'work-' || n from bench_company, generate_series(1, ${SITES}) as n`,
  `insert into mcc.site_snapshots (company_id, site_id, name)
   select company_id, id, name from mcc.sites where company_id = (select id from bench_company)`,
  "insert into mcc.roles (company_id, name) select id, 'Manager' from bench_company",
  `insert into mcc.users (company_id, username, email, first_name, last_name, is_company_admin, role_id)
   select bench_company.id, 'work-' || n, 'work-' || n || '@example.com', 'Person', n::text, n = 1,
     case when n between 2 and ${APPROVERS + 1} then roles.id end
   from bench_company join mcc.roles on roles.company_id = bench_company.id, generate_series(1, ${2 * APPROVERS + 1}) as n`,
  `create temp table people as select id, row_number() over (order by id) as n from mcc.users
   where company_id = (select id from bench_company)`,
  `create temp table places as select site.id, site.name, snapshot.id as snapshot_id, row_number() over (order by site.id) as n
   from mcc.sites site join mcc.site_snapshots snapshot on snapshot.site_id = site.id
   where site.company_id = (select id from bench_company)`,
  `insert into mcc.site_users (company_id, site_id, user_id)
   select bench_company.id, places.id, people.id from bench_company, people, generate_series(0, 4) as nth
   join places on true where people.n between 2 and ${APPROVERS + 1} and places.n = 1 + (people.n * 7 + nth * 101) % ${SITES}`,
  `insert into mcc.approval_rules (company_id, role_id, limit_amount)
   select company_id, id, 0 from mcc.roles where company_id = (select id from bench_company)`,
  `insert into mcc.person_snapshots (company_id, user_id, name)
   select bench_company.id, people.id, 'Person ' || people.n from bench_company, people where people.n > ${APPROVERS}`,
  `create temp table buyers as select id, row_number() over (order by id) - 1 as n from mcc.person_snapshots
   where company_id = (select id from bench_company)`,
  `insert into mcc.orders (company_id, identifier, site_id, site_snapshot_id, creator_id, ordered_by_id, requested_by_id,
     status, order_date, total, subtotal)
   select bench_company.id, 'W' || minute, places.id, places.snapshot_id, buyers.id, buyers.id, buyers.id,
     case when minute <= ${PENDING} then 2 else 6 end, now() - minute * interval '1 minute', minute % 5000, minute % 5000
   from bench_company, generate_series(1, ${ORDERS}) as minute
   join places on places.n = 1 + minute % ${SITES} join buyers on buyers.n = minute % (select count(*) from buyers)`,
  `insert into mcc.order_steps (company_id, order_id, position, rule_id, role_id, name, limit_amount, state, notified_at)
   select orders.company_id, orders.id, 1, rule.id, rule.role_id, 'Manager', 0, 'open', now()
   from mcc.orders join mcc.approval_rules rule on rule.company_id = orders.company_id
   where orders.company_id = (select id from bench_company) and orders.status = 2`,
  `insert into mcc.delegations (company_id, principal_id, deputy_id, starts_at, ends_at, created_by_name, start_notified_at)
   select bench_company.id, absent.id, deputy.id, now() - interval '1 day', now() + interval '10 years', 'Bench', now()
   from bench_company, people absent
   join people deputy on deputy.n = case when absent.n % 20 = 0 then ${APPROVERS + 2} else absent.n + ${APPROVERS} end
   where absent.n between 2 and ${APPROVERS + 1}`,
  "delete from mcc.order_arrivals",
  "delete from mcc.warning_checks",
];

const fill = async (client: pg.Client): Promise<void> => {
  const { rowCount } = await client.query("select from mcc.companies where slug_name = $1", [SLUG]);
  if (rowCount) return;
  await client.query("begin");
  await client.query("create temp table bench_company (id bigint) on commit drop");
  await client.query(
    `with added as (insert into mcc.companies (name, slug_name, short_name, label) values ($1, $1, $1, $1) returning id)
     insert into bench_company select id from added`,
    [SLUG],
  );
  for (const statement of FILL) await client.query(statement);
  await client.query("commit");
  await client.query("vacuum analyze");
};

const PEOPLE = { admin: 1, approver: 21, "deputy of 50": APPROVERS + 2, "deputy of one": APPROVERS + 5 };
const PATHS = {
  "the list": "/api/orders/pending/?limit=20",
  "to approve": "/api/orders/pending/?limit=20&requires_my_approval=true",
  count: "/api/orders/pending/requires-approval/count/",
  home: "/api/home/",
};

const tokenOf = async (client: pg.Client, n: number): Promise<string> => {
  const { rows } = await client.query<{ id: string; user_id: number }>(
    `insert into mcc.sessions (user_id, expires_at)
     select id, now() + interval '1 day' from mcc.users where username = $1 returning id, user_id::integer`,
    [`work-${n}`],
  );
  const [session] = rows;
  if (!session) throw new Error(`There is no user work-${n}.`);
  return makeTokens(SECRET).sign(session.id, session.user_id);
};

const ms = (times: readonly number[]): string => {
  const { p50, p95 } = latencyOf(times);
  return `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
};

const timed = async (ask: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await ask();
  return performance.now() - began;
};

const measureLists = async (ours: Contender, client: pg.Client): Promise<void> => {
  const switchDelegations = (ended: string) =>
    client.query(`update mcc.delegations set ended_at = ${ended} where company_id =
      (select id from mcc.companies where slug_name = '${SLUG}')`);
  for (const [words, ended] of [
    ["without delegations", "now()"],
    [`with ${APPROVERS} delegations`, "null"],
  ] as const) {
    await switchDelegations(ended);
    await client.query("vacuum analyze mcc.delegations");
    for (const [who, n] of Object.entries(PEOPLE)) {
      const asking = clientOf(ours.address, await tokenOf(client, n));
      for (const [what, path] of Object.entries(PATHS)) {
        const times: number[] = [];
        const { count } = JSON.parse(String(await asking.ask(path)));
        for (let at = 0; at < REQUESTS; at++) times.push(await timed(() => asking.ask(path)));
        console.log(`${words}, ${who}, ${what} (${count ?? "everything"}): ${ms(times)}`);
      }
      asking.close();
    }
  }
};

const LOOK_EVERY_MS = 100;

const measureSimulation = async (ours: Contender, client: pg.Client): Promise<void> => {
  const { rows } = await client.query(
    "select id::integer from mcc.roles where company_id = (select id from mcc.companies where slug_name = $1)",
    [SLUG],
  );
  const token = await tokenOf(client, PEOPLE.admin);
  const asking = clientOf(ours.address, token);
  for (let at = 0; at < REQUESTS; at++) await asking.ask(PATHS["the list"]);
  const alone: number[] = [];
  for (let at = 0; at < REQUESTS; at++) alone.push(await timed(() => asking.ask(PATHS["the list"])));
  const beside: number[] = [];
  const began = performance.now();
  const { before, peak, result } = await withPeak(ours.pid, async () => {
    const started = await fetch(`${ours.address}/api/approvals/simulations/`, {
      method: "POST",
      headers: { authorization: `JWT ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ rules: [{ role: rows[0].id, limit: 2_500 }] }),
    });
    const { id } = (await started.json()) as { id: number };
    for (;;) {
      const seen = JSON.parse(String(await asking.ask(`/api/approvals/simulations/${id}/`)));
      if (seen.state === "failed") throw new Error("The simulation has failed.");
      if (seen.state === "done") return seen.result;
      const next = performance.now() + LOOK_EVERY_MS;
      while (performance.now() < next) beside.push(await timed(() => asking.ask(PATHS["the list"])));
    }
  });
  asking.close();
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(
    `A simulation of ${result.orders} orders: ${seconds} s; the process ${before.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB.`,
  );
  console.log(`The pending list alone: ${ms(alone)}; beside the simulation: ${ms(beside)}.`);
};

const database = await openBench(OWN_DATABASE);
try {
  await migrate(database.url);
  await withClient(database.url, async (client) => {
    await fill(client);
    const web = await startOurs(database.url, OWN_DATABASE, "web");
    try {
      await measureLists(web, client);
    } finally {
      await web.stop();
    }
    const all = await startOurs(database.url, OWN_DATABASE, "all");
    try {
      await measureSimulation(all, client);
    } finally {
      await all.stop();
    }
  });
} finally {
  await database.stop();
}
