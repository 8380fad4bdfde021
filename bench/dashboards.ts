import { DASHBOARDS } from "@mcc/contract/analytics/analytics.schema.ts";
import type { ApprovalTimes } from "@mcc/contract/analytics/approval-times.schema.ts";
import { clientOf } from "./client.ts";
import { HIERARCHY, LARGE, SITES, siteId, WIDE } from "./data-plan.ts";
import { withClient } from "./database.ts";
import type { Person } from "./interactions.ts";
import type { Contender } from "./processes.ts";

const MEASURED = [LARGE, HIERARCHY, WIDE];
const ROUNDS = 30;
/** Orders of the large company that were decided within a year, for approval times: these are not in the lists. */
const DECIDED = 1_000_000;
const DECIDED_FROM = 2_000_000_000;

/** Deliveries and approved steps of the measured companies, as their triggers would have kept them. */
const FILL = [
  `update mcc.users set enable_analytics = true where company_id in (${MEASURED})`,
  "set session_replication_role = replica",
  `insert into mcc.site_month_deliveries
   select company_id, site_id, date_trunc('month', day)::date, extract(doy from day)::int % 30, sum(orders)
   from mcc.site_day_spend where company_id in (${MEASURED}) group by 1, 2, 3, 4`,
  `insert into mcc.order_steps (company_id, order_id, position, name, limit_amount, state, acted_at, acted_by_name, site_id, current_since)
   select company_id, id, 1, 'Step ' || id % 7, 0, 'done', order_date + make_interval(hours => (id % 90)::int),
     'Approver ' || id % 40, site_id, order_date
   from mcc.orders where company_id in (${MEASURED}) and status = 6 and id % 3 = 0`,
  `insert into mcc.approval_times
   select company_id, of_order, id, order_id, site_id, acted_at, acted_by_name, name,
     mcc.rounded_minutes(extract(epoch from acted_at - current_since)), id % 11 = 0, id % 13 = 0, id % 5 = 0, false
   from mcc.order_steps cross join (values (true), (false)) as timed (of_order)
   where company_id in (${MEASURED}) and state = 'done'`,
  `insert into mcc.approval_times
   select ${LARGE}, of_order, ${DECIDED_FROM} + n, ${DECIDED_FROM} + n, ${siteId(LARGE, 1)} + n % ${SITES.large},
     now() - interval '1 year' * n / ${DECIDED}, 'Approver ' || n % 40, 'Step ' || n % 7,
     mcc.rounded_minutes(-28800 * (1 + n % ${SITES.large} / 400.0) * ln((n::bigint * 7919 % 99991 + 1) / 99992.0)),
     n % 11 = 0, n % 13 = 0, n % 5 = 0, false
   from generate_series(1, ${DECIDED}) n cross join (values (true), (false)) as timed (of_order)`,
  `update mcc.company_configurations set has_order_approval = true where company_id in (${MEASURED})`,
  "reset session_replication_role",
  `select mcc.add_month_times(array_agg(times), '{}') from mcc.approval_times times
   where company_id in (${MEASURED}) group by company_id, date_trunc('month', decided_at)`,
  "update mcc.approval_month_times set added_up = true",
  "vacuum (analyze) mcc.approval_times, mcc.approval_month_times",
  "vacuum (analyze) mcc.site_month_deliveries, mcc.order_steps, mcc.orders",
];

const fillDashboards = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const { rows } = await client.query("select from mcc.site_month_deliveries limit 1");
    if (rows.length === 0) for (const statement of FILL) await client.query(statement);
  });

/** What a dashboard can at best cost: one aggregate of the index by site, of every order of a year of the large company. */
const AGGREGATE = `
  select date_trunc('month', order_date), status, count(*), sum(total) from mcc.orders
  where company_id = ${LARGE} and site_id = any(array(select id from mcc.sites where company_id = ${LARGE}))
    and order_date >= now() - interval '1 year' group by 1, 2`;

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
/** The time ranges of the page, and whole orders. */
const SPANS = [
  { words: "of 12 months", asked: "" },
  { words: "of 90 days", asked: `&after=${daysAgo(90)}` },
  { words: "of 30 days", asked: `&after=${daysAgo(30)}` },
  { words: "of all time", asked: "&after=2000-01-01" },
  { words: "of whole orders", asked: "&of=order" },
] as const;

const timed = async (work: () => Promise<unknown>): Promise<{ p50: number; p95: number }> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return { p50: times[ROUNDS >> 1] ?? 0, p95: times[Math.floor(ROUNDS * 0.95)] ?? 0 };
};

const PEOPLE = ["admin", "regular", "root", "wide", "many", "most"] as const satisfies readonly Person[];

/** Every dashboard, for users who see all sites and for users who see some, beside one indexed aggregate. */
export const measureDashboards = async (
  ours: Contender,
  url: string,
  tokens: Readonly<Record<Person, string>>,
): Promise<string> => {
  await fillDashboards(url);
  const ms = ({ p50, p95 }: { p50: number; p95: number }) => `${p50.toFixed(1)} (p95 ${p95.toFixed(1)})`;
  const aggregate = await withClient(url, (client) => timed(() => client.query(AGGREGATE)));
  const lines = [`Dashboards, p50 in ms; one indexed aggregate of a year takes ${ms(aggregate)}.`];
  for (const person of PEOPLE) {
    const client = clientOf(ours.address, tokens[person]);
    const found: string[] = [];
    for (const name of DASHBOARDS)
      found.push(`${name} ${ms(await timed(() => client.ask(`/api/analytics/dashboards/${name}/`)))}`);
    const times = "/api/analytics/approval-times/?by=";
    const { choices } = JSON.parse((await client.ask(`${times}month`)).toString()) as ApprovalTimes;
    for (const { words, asked } of SPANS)
      for (const by of choices)
        found.push(
          `approval times ${words} by ${by} ${ms(await timed(() => client.ask(times + by + asked)))}`,
        );
    client.close();
    lines.push(`  ${person}: ${found.join(", ")}`);
  }
  return lines.join("\n");
};
