import { expect, test } from "vitest";
import { openDatabase } from "../../platform/db/database.ts";
import { startJobQueue } from "../../platform/jobs/job-queue.ts";
import { makeLog } from "../../platform/log.ts";
import { addAlertRule } from "../../testing/alerts.ts";
import { openOwner } from "../../testing/database-owner.ts";
import { eventually } from "../../testing/eventually.ts";
import { addSite, sendBatch } from "../../testing/integration.ts";
import { addCompany, addPerson } from "../../testing/people.ts";
import { openProcessDatabase } from "../../testing/process-database.ts";
import { createApiKey } from "../api-keys/api-keys.service.ts";

const { url, owner, launch } = openProcessDatabase("trigger_crash");
const jammer = openOwner(url);

const start = (role: "web" | "worker") => launch({ MCC_ROLE: role });

const written = async () =>
  (
    await owner.sql(
      "select count(*)::integer as alerts, count(distinct (trigger_id, order_id))::integer as orders from alerts",
    )
  )[0];

const LOCK = 4_711;
/** Writing alerts waits for the lock of the test from the second transaction on. */
const standStillInTheMiddle = async () => {
  await owner.sql(`
    create function mcc.wait_here() returns trigger language plpgsql security definer as $$
    begin
      if (select count(*) from mcc.alerts) > 800 then perform pg_advisory_xact_lock(${LOCK}); end if;
      return null;
    end $$`);
  await owner.sql(
    "create trigger wait_here after insert on mcc.alerts for each statement execute function mcc.wait_here()",
  );
};

const waitingBackends = () =>
  owner.sql(
    `select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted
     and database = (select oid from pg_database where datname = current_database())`,
  );

/** Two sites, of which only the first has a trigger and an alert rule; a key for its orders. */
const setUp = async () => {
  const companyId = await addCompany(owner, { slug: "crash" });
  const [watched, other] = [await addSite(owner, companyId), await addSite(owner, companyId)];
  const { id } = await addPerson(owner, companyId);
  await owner.sql(
    `insert into triggers (company_id, user_id, site_id, rule, frequency, enabled)
     values ($1, $2, $3, 'CREATION', 'INSTANTLY', true)`,
    [companyId, id, watched.id],
  );
  await addAlertRule(owner, companyId, {
    user: id,
    sites: [watched.id],
    amount: "5.00",
    channels: ["email"],
  });
  const database = openDatabase(url, () => {});
  const { key } = await createApiKey(
    database.platform,
    { id: null, name: "test" },
    { name: "ERP", scopes: ["orders"], company: "crash" },
  );
  await database.close();
  return { watched, other, headers: { authorization: `ApiKey ${key}` } };
};

const PLACED = 2_500;

test("a worker killed in the middle of 1,000 orders leaves exactly one alert for each trigger and alert rule (ALERT-036, WORK-013 partly)", {
  timeout: 400_000,
}, async () => {
  const { watched, other, headers } = await setUp();
  const address = await start("web").ready;
  const orders = Array.from({ length: PLACED }, (_, n) => ({
    identifier: `K-${String(n).padStart(5, "0")}`,
    ecommerce_username: (n % 5 < 2 ? watched : other).shopUser,
    lines: [{ product: "P", text: "Valve", quantity: 1, base_unit_price_value: "5.00" }],
  }));
  const { results } = await sendBatch({ address } as never, "crash", headers, orders);
  expect(results.filter(({ status }) => status === 200)).toHaveLength(PLACED);
  await standStillInTheMiddle();
  await jammer.sql(`select pg_advisory_lock(${LOCK})`);

  const doomed = start("worker");
  await eventually(async () => expect(await waitingBackends()).toHaveLength(1));
  // 800 are committed, 800 are written and not committed.
  expect(await written()).toEqual({ alerts: 800, orders: 800 });
  doomed.child.kill("SIGKILL");
  await doomed.ended;

  await jammer.close();
  await eventually(async () => expect(await waitingBackends()).toHaveLength(0));
  start("worker");
  // What happens every minute.
  const queue = await startJobQueue(url, () => [], { works: false, log: makeLog("silent") });
  await queue.requestJob("sweep-triggers", {}, "test");
  await queue.stop();
  await eventually(async () => expect(await owner.sql("select from order_arrivals")).toHaveLength(0));
  expect(await written()).toEqual({ alerts: 2_000, orders: 2_000 });
});
