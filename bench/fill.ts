import { migrate } from "@mcc/server/src/platform/db/migrate.ts";
import pg from "pg";
import { type BenchDatabase, LOADING, openBench, withClient } from "./database.ts";
import { documentParts, documentRollups } from "./fill-documents.ts";
import { details, eachOf, fillOrders, rollups } from "./fill-orders.ts";
import { catalog } from "./fill-parts.ts";
import { fillPlaces, moveSequences } from "./fill-places.ts";
import { fillWide } from "./fill-wide.ts";
import { readOptions } from "./options.ts";

/** Increase it whenever the fill changes: an older database is filled again. */
const FILL_VERSION = 3;
const WORKERS = 2;

/** A filled database of this size, from an earlier run where there is one. */
export const filledDatabase = async (orders: number): Promise<BenchDatabase> => {
  const found = await openBench(orders);
  if (await isFilled(found.url, orders)) {
    await fillWide(found.url);
    return found;
  }
  await found.stop();
  const loading = await openBench(orders, LOADING);
  try {
    await fill(loading.url, orders);
    await fillWide(loading.url);
  } finally {
    await loading.stop();
  }
  return openBench(orders);
};

/** Also migrates a database of an older version; a migration that was edited since requires a new fill. */
const isFilled = async (url: string, orders: number): Promise<boolean> => {
  const filled = await withClient(url, async (client) => {
    const { rows } = await client.query("select to_regclass('public.bench_fill') is not null as made");
    if (!rows[0]?.made) return false;
    const fill = await client.query<{ orders: number; version: number }>(
      "select orders, version from public.bench_fill",
    );
    return fill.rows[0]?.orders === orders && fill.rows[0].version === FILL_VERSION;
  });
  if (!filled) return false;
  return migrate(url).then(
    () => true,
    () => false,
  );
};

/** An empty migrated database, with clients that load into it and words on the progress. */
export const beginFill = async (url: string) => {
  const began = performance.now();
  const told = (words: string) =>
    console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${words}`);
  await withClient(url, emptied);
  await migrate(url);
  const clients = await Promise.all(Array.from({ length: WORKERS }, () => loader(url)));
  return { clients, first: clients[0] as pg.Client, told };
};

const fill = async (url: string, orders: number): Promise<void> => {
  const { clients, first, told } = await beginFill(url);
  try {
    told(`filling ${orders.toLocaleString("en")} orders`);
    await fillPlaces(first);
    await first.query(catalog);
    const indexes = await dropIndexes(first);
    await fillOrders(clients, orders);
    told("orders are in");
    await eachOf(clients, documentParts(orders), run);
    told("documents are in");
    await eachOf(clients, [...rollups, ...documentRollups, ...details], run);
    await moveSequences(first);
    told("rollups and details are in");
    await eachOf(clients, indexes, run);
    told(`${indexes.length} indexes are built`);
    await eachOf(clients, await vacuums(first), run);
    await first.query("create table public.bench_fill as select $1::int as orders, $2::int as version", [
      orders,
      FILL_VERSION,
    ]);
    await first.query("checkpoint");
    told("vacuumed and analyzed");
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
};

/** Only a database that is empty or that a fill created: other data is never dropped. */
const emptied = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ ours: boolean; used: boolean }>(
    `select to_regclass('public.bench_fill') is not null or to_regclass('public.bench_begun') is not null as ours,
       exists (select from pg_namespace where nspname = 'mcc') as used`,
  );
  if (rows[0]?.used && !rows[0].ours) {
    throw new Error(
      "This database holds something that no bench made: give an empty one as BENCH_DATABASE_URL.",
    );
  }
  await client.query(`
    drop schema if exists mcc, tenant, pgboss cascade;
    drop table if exists public.mcc_migrations, public.bench_fill, public.bench_begun, public.bench_parts;
    create table public.bench_begun ();`);
};

const run = async (client: pg.Client, statement: string): Promise<void> => {
  await client.query(statement);
};

/** Table by table, the largest first; a partitioned one is analyzed on its own, for the statistics over all parts. */
export const vacuums = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ statement: string }>(`
    select 'vacuum (analyze) ' || oid::regclass as statement from pg_class
    where relkind = 'r' and relnamespace = 'mcc'::regnamespace order by pg_relation_size(oid) desc`);
  return ["analyze mcc.orders", "analyze mcc.documents", ...rows.map(({ statement }) => statement)];
};

const loader = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, options: "-c timezone=UTC" });
  await client.connect();
  await client.query(
    "set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '256MB'",
  );
  return client;
};

/** Answers how to build them again; whatever indexes the migrations give orders and documents, except the primary keys. */
export const dropIndexes = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ drop: string; build: string }>(`
    with filled (id) as (values ('mcc.orders'::regclass), ('mcc.documents'::regclass))
    select 'drop index ' || indexrelid::regclass as drop, pg_get_indexdef(indexrelid) as build, 1 as turn
    from pg_index where indrelid in (select id from filled) and not indisprimary
      and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)), 2
    from pg_constraint where conrelid in (select id from filled) and contype = 'u'
    order by turn, build desc`);
  for (const { drop } of rows) await client.query(drop);
  // Built on the parent alone a definition says ON ONLY, which would leave the parts without.
  return rows.map(({ build }) => build.replace(" ON ONLY ", " ON ")).sort((a, b) => weight(b) - weight(a));
};

/** The longest first, so that none is left to run alone at the end; a constraint locks the others out, so it waits. */
const weight = (definition: string): number =>
  definition.startsWith("alter") ? 0 : definition.includes(" gin ") ? 2 : 1;

if (import.meta.main) {
  const database = await filledDatabase(readOptions().orders);
  await database.stop();
}
