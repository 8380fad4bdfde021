import { migrate } from "@mcc/server/src/platform/db/migrate.ts";
import type pg from "pg";
import { type BenchDatabase, LOADING, openBench, withClient } from "../database.ts";
import { beginFill, dropIndexes, vacuums } from "../fill.ts";
import { documentRollups } from "../fill-documents.ts";
import { eachOf, rollups } from "../fill-orders.ts";
import { catalog, lineText } from "../fill-parts.ts";
import { moveSequences } from "../fill-places.ts";
import {
  MEASURED,
  MEASURED_ORDERS,
  ordersOfEach,
  PEOPLE,
  PLATFORM_ADMIN,
  SITES,
  type Size,
} from "./options.ts";

/** Increase it whenever the fill changes: an older database is filled again. */
const FILL_VERSION = 6;
/** Orders of one statement. */
const PART = 50_000;
/** 20,000,000 orders need the room. */
const MOST_WAL = "4GB";
/** Companies of one transaction that writes their audit. */
const COMPANIES_AT_ONCE = 500;

/** A database for each size, beside those of the other benchmarks. */
export const databaseOf = ({ companies, orders }: Size): string => `companies-${companies}-${orders}`;

const companies = (count: number): string => `
  insert into mcc.companies (id, name, slug_name, short_name, label)
  select n, 'Company ' || lpad(n::text, 5, '0'), 'company-' || n, 'C' || n, 'C' || n from generate_series(1, ${count}) as n;
  insert into mcc.company_configurations (company_id, tenant_group, customer_erp_identifier, username_prefix,
    has_order_approval, has_order_tracking)
  select id, 'T', 'E', 'c' || id, true, true from mcc.companies;
  insert into mcc.access_versions (company_id, version) select id, 1 from mcc.companies;`;

const places = `
  insert into mcc.sites (id, company_id, name, region, ecommerce_username)
  select c.id * 100 + n, c.id, (array['Rig', 'Plant', 'Yard'])[1 + n % 3] || ' ' || n, (array['North', 'South'])[1 + n % 2],
    'shop-' || c.id || '-' || n
  from mcc.companies c, generate_series(1, ${SITES}) as n;
  insert into mcc.site_snapshots (id, company_id, site_id, name, region)
  select id, company_id, id, name, region from mcc.sites;
  insert into mcc.roles (id, company_id, name) select id, id, 'Manager' from mcc.companies;
  insert into mcc.approval_rules (company_id, role_id, limit_amount) select id, id, 0 from mcc.roles;`;

/** The first is the company admin, the second approves everything, the others see three sites each. */
const people = `
  insert into mcc.users (id, company_id, username, email, first_name, last_name, is_company_admin, role_id)
  select c.id * 100 + n, c.id, 'user-' || c.id || '-' || n, 'user-' || c.id || '-' || n || '@example.com',
    (array['Dana', 'Pat', 'Alex', 'Robin', 'Sam'])[1 + n % 5], 'Person ' || c.id % 97, n = 1, case when n = 2 then c.id end
  from mcc.companies c, generate_series(1, ${PEOPLE}) as n;
  insert into mcc.users (id, username, email, first_name, last_name, is_mcc_admin,
    has_second_factor)
  values (${PLATFORM_ADMIN}, 'platform', 'platform@example.com', 'Pat', 'Platform', true, true);
  insert into mcc.person_snapshots (id, company_id, user_id, name)
  select id, company_id, id, first_name || ' ' || last_name from mcc.users where company_id is not null;
  insert into mcc.site_users (company_id, site_id, user_id)
  select c.id, c.id * 100 + place, c.id * 100 + person
  from mcc.companies c, generate_series(2, ${PEOPLE}) as person, generate_series(1, ${SITES}) as place
  where person = 2 or (place + person) % 3 = 0;`;

/** One order in fifty waits for approval; one in `documentEvery` has a document. */
const ordersPart = (first: number, last: number, each: number, documentEvery: number): string => `
  with placed as (
    select c, k, c::bigint * 100000 + k as id, 1 + k % ${SITES} as place, 1 + (k * 7) % ${PEOPLE} as person, 1 + k % 5 as line_count,
      round((10 + 4000 * random())::numeric, 2) as subtotal
    from generate_series(${first}, ${last}) as c, generate_series(1, ${each}) as k),
  added as (
    insert into mcc.orders (company_id, id, identifier, site_id, site_snapshot_id, creator_id, ordered_by_id,
      po_number, status, payment_status, order_date, total, subtotal, line_count, tracking_numbers, line_text)
    select c, id, 'SO-' || lpad(id::text, 10, '0'), c * 100 + place, c * 100 + place, c * 100 + person, c * 100 + person,
      case when k % 3 > 0 then 'PO-' || 100000 + (id * 7919) % 900000 end,
      case when k % 50 = 0 then 2 when k % 40 = 0 then 8 when k % 7 = 0 then 4 else 6 end, 1 + k % 3,
      now() - (${each} - k) * interval '1 day' * (1000.0 / ${each}) - interval '1 hour', round(subtotal * 1.0825, 2), subtotal,
      line_count, case when k % 2 = 0 then array['1Z' || upper(substr(md5(id::text), 1, 16))] else '{}' end,
      ${lineText("id", "line_count")}
    from placed),
  waiting as (
    insert into mcc.order_steps (company_id, order_id, position, role_id, name, limit_amount, is_current, site_id,
      notified_at, current_since)
    select c, id, 1, c, 'Manager', 0, true, c * 100 + place, now(), now() from placed where k % 50 = 0)
  insert into mcc.documents (company_id, id, site_id, order_id, external_id, document_name, document_type,
    order_identifier, order_date, storage_key, content_type, size, checksum)
  select c, id, c * 100 + place, id, 'D-' || id, 'Invoice ' || id || '.pdf', 1 + id % 7, 'SO-' || lpad(id::text, 10, '0'),
    now() - (${each} - k) * interval '1 day' * (1000.0 / ${each}), 'bench/' || id, 'application/pdf', 40000, '\\x00'
  from placed where k % ${documentEvery} = 0`;

const orderParts = (size: Size): string[] => {
  const each = ordersOfEach(size);
  const parts = Array.from({ length: MEASURED }, (_, at) => ordersPart(at + 1, at + 1, MEASURED_ORDERS, 2));
  const companiesOfPart = Math.max(1, Math.floor(PART / Math.max(1, each)));
  for (let first = MEASURED + 1; first <= size.companies; first += companiesOfPart)
    parts.push(ordersPart(first, Math.min(first + companiesOfPart - 1, size.companies), each, 10));
  return parts;
};

/** What the periodic jobs find: a digest and a report that are due in each company, things to remove. */
const dueWork = `
  insert into mcc.triggers (company_id, user_id, site_id, rule, frequency, enabled)
  select id, id * 100 + 2, id * 100 + n, 'CREATION', case n when 1 then 'DAILY' else 'WEEKLY' end, true
  from mcc.companies, generate_series(1, 2) as n;
  insert into mcc.site_order_counts (company_id, frequency, window_start, site_id, weekday, orders)
  select id, 'DAILY', current_date - 1, id * 100 + 1, 1, 5 from mcc.companies;
  insert into mcc.trigger_progress (company_id, daily_from, weekly_from, daily_sent_from, weekly_sent_from, sent_alert_id)
  select id, current_date - 1, date_trunc('week', now()), current_date - 1, date_trunc('week', now()), 1000000000
  from mcc.companies;
  insert into mcc.alerts (company_id, site_id, user_id, content, fired_for, created)
  select id, id * 100 + 1, id * 100 + 2, 'An order was placed.', 'bench:' || n, now() - n * interval '20 days'
  from mcc.companies, generate_series(1, 5) as n;
  insert into mcc.reports (company_id, user_id, name, list, columns, filters, every, at, format, attach, next_run, planned_in)
  select id, id * 100 + 1, 'Orders', 'orders', '["identifier", "site", "total"]', '{}', 'day', '07:00', 'csv', false, date_trunc('second', now()),
    'UTC 1,2,3,4,5'
  from mcc.companies;
  insert into mcc.report_readers (company_id, report_id, user_id, state)
  select company_id, id, user_id, 'accepted' from mcc.reports;
  insert into mcc.retention_settings (company_id, alerts, messages, sign_ins) select id, 90, 90, 120 from mcc.companies;
  insert into mcc.sign_ins (company_id, user_id, at, method, result, address, device)
  select id, id * 100 + n, now() - n * interval '25 days', 'password', 'Accepted', '192.0.2.1', 'Firefox'
  from mcc.companies, generate_series(1, 6) as n;
  insert into mcc.sessions (user_id, company_id, expires_at)
  select id, company_id, now() + interval '1 day' from mcc.users where id % 100 < 6;`;

/** With its chain of hashes, which the database writes. */
const auditOf = (first: number, last: number): string => `
  insert into mcc.audit_entries (company_id, actor_id, actor_name, action, record_type, record_id, details)
  select c, c * 100 + 1, 'Dana', 'site.updated', 'site', (c * 100 + n)::text, '{"name": "Rig"}'
  from generate_series(${first}, ${last}) as c, generate_series(1, 5) as n`;

const fill = async (url: string, size: Size): Promise<void> => {
  const { clients, first, told } = await beginFill(url);
  const run = async (client: pg.Client, statement: string) => void (await client.query(statement));
  try {
    for (const statements of [companies(size.companies), places, people, catalog])
      await run(first, statements);
    const indexes = await dropIndexes(first);
    await eachOf(clients, orderParts(size), run);
    told("orders and documents are in");
    await eachOf(clients, [...rollups, ...documentRollups], run);
    await eachOf(clients, indexes, run);
    told("rollups and indexes are built");
    await run(first, dueWork);
    await moveSequences(first);
    await run(first, "set session_replication_role = origin");
    for (let from = 1; from <= size.companies; from += COMPANIES_AT_ONCE)
      await run(first, auditOf(from, Math.min(from + COMPANIES_AT_ONCE - 1, size.companies)));
    told("audits are written");
    await eachOf(clients, await vacuums(first), run);
    await first.query("create table public.bench_fill as select $1::int as companies, $2::int as version", [
      size.companies,
      FILL_VERSION,
    ]);
    await first.query("checkpoint");
    told("vacuumed and analyzed");
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
};

const isFilled = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query("select to_regclass('public.bench_fill') is not null as made");
    if (!rows[0]?.made) return false;
    const found = await client.query<{ version: number }>("select version from public.bench_fill");
    return found.rows[0]?.version === FILL_VERSION;
  });

/** A filled database of this size, from an earlier run where there is one. */
export const filledDatabase = async (size: Size): Promise<BenchDatabase> => {
  const name = databaseOf(size);
  const found = await openBench(name);
  if (await isFilled(found.url)) {
    await migrate(found.url);
    return found;
  }
  await found.stop();
  const loading = await openBench(name, [...LOADING, `max_wal_size=${MOST_WAL}`]);
  try {
    console.log(`filling ${size.companies} companies with ${size.orders.toLocaleString("en")} orders`);
    await fill(loading.url, size);
  } finally {
    await loading.stop();
  }
  return openBench(name);
};
