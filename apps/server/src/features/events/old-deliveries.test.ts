import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { addCompany } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { eventJobs } from "./events.jobs.ts";
import { claimDueDelivery, companiesWithDueDeliveries, dueReceivers } from "./events.queries.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
  await testServer.services.jobs.stop();
});

const addReceiver = async (companyId: number, { isPaused = false } = {}) => {
  const [row] = await testServer.sql<{ id: number }>(
    `insert into event_receivers (company_id, url, kinds, secret, paused_at, paused_by)
     select $1, 'https://erp.example.com/', '{site.created}', 'whsec_AAAA',
       case when $2 then now() end, case when $2 then 'admin' end returning id`,
    [companyId, isPaused],
  );
  return Number(row?.id);
};

interface Traits {
  readonly receiverId?: number | null;
  readonly state?: string;
  readonly days?: number;
}

/** Events that happened some days ago, with one delivery each. */
const addDeliveries = (companyId: number, count: number, traits: Traits = {}) => {
  const { receiverId = null, state = "waiting", days = 0 } = traits;
  return testServer.sql<{ id: number }>(
    `with added as (
       insert into events (company_id, type, payload, created_at)
       select $1, 'site.created', '{}', now() - $5 * interval '1 day' from generate_series(1, $2) returning id, created_at
     ), delivery as (
       insert into event_deliveries (company_id, event_id, receiver_id, url, state, created_at, next_try_at)
       select $1, id, $3, 'https://erp.example.com/', $4, created_at, created_at from added returning id)
     insert into event_attempts (delivery_id, attempt) select id, 1 from delivery returning delivery_id as id`,
    [companyId, count, receiverId, state, days],
  );
};

test("what waits for a paused receiver is not read when others' deliveries are looked for (OPEN-002 partly)", async () => {
  const companyId = await addCompany(testServer);
  const paused = await addReceiver(companyId, { isPaused: true });
  const active = await addReceiver(companyId);
  // The function that adds deliveries of receivers adds none for these.
  await testServer.sql("alter table events disable trigger add_delivery");
  await addDeliveries(companyId, 5_000, { receiverId: paused });
  for (const receiverId of [null, active]) await addDeliveries(companyId, 1, { receiverId });
  await testServer.sql("alter table events enable trigger add_delivery");
  await testServer.sql("analyze events");
  await testServer.sql("analyze event_deliveries");
  const rowsRead = await testServer.services.database.platform.transaction().execute(async (db) => {
    const read = async () => {
      const { rows } = await sql<{ rows: number }>`
        select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
        from pg_stat_xact_user_tables where schemaname = 'mcc' and relname = 'event_deliveries'`.execute(db);
      return rows[0]?.rows ?? 0;
    };
    const before = await read();
    expect(await companiesWithDueDeliveries(db)).toEqual([companyId]);
    expect((await dueReceivers(db, companyId)).sort()).toEqual([active, null]);
    for (const receiverId of [null, active])
      expect(await claimDueDelivery(db, { companyId, receiverId })).toMatchObject({
        receiver_id: receiverId,
      });
    expect(await claimDueDelivery(db, { companyId, receiverId: paused })).toBeUndefined();
    return (await read()) - before;
  });
  expect(rowsRead).toBeGreaterThan(0);
  expect(rowsRead).toBeLessThan(100);
});

test("deliveries and their events are deleted after 30 days, and an event that was replayed later is kept", async () => {
  const companyId = await addCompany(testServer);
  const paused = await addReceiver(companyId, { isPaused: true });
  await testServer.sql("alter table events disable trigger add_delivery");
  for (const state of ["delivered", "failed"]) await addDeliveries(companyId, 3, { state, days: 31 });
  await addDeliveries(companyId, 2, { receiverId: paused, days: 31 });
  const [replayed] = await addDeliveries(companyId, 1, { state: "delivered", days: 31 });
  await addDeliveries(companyId, 4, { state: "delivered", days: 29 });
  await testServer.sql(
    `insert into event_deliveries (company_id, event_id, url, state)
     select company_id, event_id, url, 'delivered' from event_deliveries where id = $1`,
    [replayed?.id],
  );
  // An event that was sent to nobody.
  await testServer.sql(
    "insert into events (company_id, type, payload, created_at) values ($1, 'site.created', '{}', now() - interval '31 days')",
    [companyId],
  );
  await testServer.sql("alter table events enable trigger add_delivery");
  const { services } = testServer;
  const job = eventJobs(services, services.jobs).find(({ name }) => name === "delete-old-events");
  await job?.work({}, AbortSignal.any([]));
  const [left] = await testServer.sql(
    `select (select count(*)::int from events where company_id = $1) as events,
       (select count(*)::int from event_deliveries where company_id = $1) as deliveries,
       (select count(*)::int from event_attempts join event_deliveries on id = delivery_id
         where company_id = $1) as attempts`,
    [companyId],
  );
  expect(left).toEqual({ events: 5, deliveries: 5, attempts: 4 });
});
