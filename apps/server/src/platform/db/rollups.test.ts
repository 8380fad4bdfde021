import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { BATTERY, countCases } from "../../testing/battery.ts";
import { addCompany } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let company: number;
let sites: { id: number; snapshot: number }[];

beforeAll(async () => {
  testServer = await startTestServer();
  company = await addCompany(testServer);
  sites = await testServer.sql(
    `with site as (insert into sites (company_id, name, ecommerce_username)
       select $1, 'Site ' || n, 'shop-' || n from generate_series(1, 3) n returning id, company_id, name)
     insert into site_snapshots (company_id, site_id, name) select company_id, id, name from site
     returning site_id as id, id as snapshot`,
    [company],
  );
});

const recounted = (key: string) =>
  `select ${key} as key, status, coalesce(payment_status, 0) as payment_status, count(*)::text as orders,
     sum(total)::text as total, sum(subtotal)::text as subtotal from orders group by 1, 2, 3 order by 1, 2, 3`;
const kept = (table: string, key: string) =>
  `select ${key} as key, status, payment_status, orders::text, total::text, subtotal::text from ${table}
   where orders <> 0 or total <> 0 or subtotal <> 0 order by 1, 2, 3`;

/** Spent: not pending (2), canceled (7) or rejected (8). */
const RECOUNTED_SPEND = `select site_id, ((order_date at time zone 'UTC')::date)::text as day, count(*)::text as orders,
  sum(total)::text as total from orders where status not in (2, 7, 8) group by 1, 2 order by 1, 2`;
const KEPT_SPEND = `select site_id, day::text, orders::text, total::text from site_day_spend
  where orders <> 0 or total <> 0 order by 1, 2`;

/** Delivered orders (6) whose delivery was recorded, by month and whole days. */
const RECOUNTED_DELIVERIES = `select site_id, to_char(order_date at time zone 'UTC', 'YYYY-MM') as month,
  greatest(0, floor(extract(epoch from (status_times->>'6')::timestamptz - order_date) / 86400))::int as days, count(*)::text as orders
  from orders where status = 6 and status_times->>'6' is not null group by 1, 2, 3 order by 1, 2, 3`;
const KEPT_DELIVERIES = `select site_id, to_char(month, 'YYYY-MM') as month, days::int, orders::text
  from site_month_deliveries where orders <> 0 order by 1, 2, 3`;

const change = fc.record({
  kind: fc.constantFrom("insert", "update", "move", "delete"),
  site: fc.nat(2),
  status: fc.integer({ min: 1, max: 8 }),
  payment: fc.option(fc.integer({ min: 1, max: 3 })),
  day: fc.nat(3),
  cents: fc.integer({ min: -500, max: 100_000 }),
  many: fc.integer({ min: 1, max: 5 }),
});

type Change = typeof change extends fc.Arbitrary<infer D> ? D : never;

test("after any inserts, updates and deletes every rollup equals a recount", async ({ task }) => {
  let next = 0;
  const apply = async ({ kind, site, status, payment, day, cents, many }: Change) => {
    const target = sites[site] as { id: number; snapshot: number };
    const some = "id in (select id from orders order by id % 7, id limit $1)";
    if (kind === "insert") {
      next += many;
      await testServer.sql(
        `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, payment_status, order_date, total, subtotal)
         select $1, 'O-' || ($2 + n), $3, $4, $5, $6, timestamptz '2026-03-01 23:30Z' + make_interval(days => $7), $8 / 100.0, $8 / 200.0
         from generate_series(1, $9) n`,
        [company, next * 10, target.id, target.snapshot, status, payment, day, cents, many],
      );
    } else if (kind === "update") {
      await testServer.sql(
        `update orders set status = $2::smallint, payment_status = $3, total = total + 1.25,
           status_times = jsonb_build_object($2::smallint::text, order_date + make_interval(hours => (100 * id)::int % 900))
         where ${some}`,
        [many, status, payment],
      );
    } else if (kind === "move") {
      await testServer.sql(
        `update orders set site_id = $2, site_snapshot_id = $3, order_date = order_date + make_interval(days => $4) where ${some}`,
        [many, target.id, target.snapshot, day],
      );
    } else {
      await testServer.sql(`delete from orders where ${some}`, [many]);
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (actions) => {
      countCases(task);
      for (const one of actions) await apply(one);
      expect(await testServer.sql(kept("order_site_counts", "site_id"))).toEqual(
        await testServer.sql(recounted("site_id")),
      );
      expect(await testServer.sql(kept("order_state_counts", "company_id"))).toEqual(
        await testServer.sql(recounted("company_id")),
      );
      expect(await testServer.sql(kept("order_day_counts", "day::text"))).toEqual(
        await testServer.sql(recounted("((order_date at time zone 'UTC')::date)::text")),
      );
      expect(await testServer.sql(KEPT_SPEND)).toEqual(await testServer.sql(RECOUNTED_SPEND));
      expect(await testServer.sql(KEPT_DELIVERIES)).toEqual(await testServer.sql(RECOUNTED_DELIVERIES));
    }),
    { numRuns: 25 * BATTERY },
  );
});

test("two writers in opposite order neither lose a count nor wait in a circle", async () => {
  const before = await testServer.sql<{ n: number }>(
    "select coalesce(sum(orders), 0) as n from order_site_counts",
  );
  const insert = (from: number, order: "asc" | "desc") =>
    testServer.sql(
      `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal)
       select $1, 'R-' || ($2::int + row_number() over ()), site_id, id, 3, now(), 10, 9 from site_snapshots
       where company_id = $1 order by id ${order}`,
      [company, from],
    );
  await Promise.all(Array.from({ length: 20 }, (_, at) => insert(at * 100, at % 2 ? "asc" : "desc")));
  const after = await testServer.sql<{ n: number }>("select sum(orders) as n from order_site_counts");
  expect(Number(after[0]?.n) - Number(before[0]?.n)).toBe(60);
});

test("the counts of documents equal a recount after any inserts, moves and deletes, of orders too", async ({
  task,
}) => {
  const some = "id in (select id from documents order by id % 5, id limit $1)";
  const [order] = await testServer.sql<{ id: number }>(
    `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal)
     values ($1, 'with-documents', $2, $3, 3, now(), 1, 1) returning id`,
    [company, sites[0]?.id, sites[0]?.snapshot],
  );
  let next = 0;
  const apply = async ({ kind, site, many }: Change) => {
    const target = sites[site] as { id: number; snapshot: number };
    if (kind === "insert") {
      next += many;
      await testServer.sql(
        `insert into documents (company_id, site_id, order_id, external_id, document_name, document_type, order_date,
           storage_key, content_type, size, checksum)
         select $1, $2, case when $2 = (select site_id from orders where id = $3) then $3 end, 'D-' || ($4::int + n),
           'D', 1, now(), 'd/' || ($4::int + n), 'application/pdf', 1, ''
         from generate_series(1, $5) n`,
        [company, target.id, order?.id, next * 10, many],
      );
    } else if (kind === "update") {
      await testServer.sql(`update documents set site_id = $2, order_id = null where ${some}`, [
        many,
        target.id,
      ]);
    } else if (kind === "move") {
      await testServer.sql("update orders set site_id = $2, site_snapshot_id = $3 where id = $1", [
        order?.id,
        target.id,
        target.snapshot,
      ]);
    } else await testServer.sql(`delete from documents where ${some}`, [many]);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (actions) => {
      countCases(task);
      for (const one of actions) await apply(one);
      const counted = "select site_id, count(*) as documents from documents group by 1 order by 1";
      expect(
        await testServer.sql(
          "select site_id, documents from document_site_counts where documents <> 0 order by 1",
        ),
      ).toEqual(await testServer.sql(counted));
      const [all] = await testServer.sql(
        "select coalesce(sum(documents), 0)::bigint as n from document_counts",
      );
      expect([all]).toEqual(await testServer.sql("select count(*) as n from documents"));
      const strays =
        "select 1 from documents d join orders o on o.id = d.order_id where o.site_id <> d.site_id";
      expect(await testServer.sql(strays)).toEqual([]);
    }),
    { numRuns: 25 * BATTERY },
  );
});
