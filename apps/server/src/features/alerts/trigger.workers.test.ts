import { afterAll, expect, test } from "vitest";
import { allJobs } from "../../jobs.ts";
import { type JobQueue, startJobQueue } from "../../platform/jobs/job-queue.ts";
import { addAlertRule } from "../../testing/alerts.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { type AlertCompany, setUpAlertCompany } from "../../testing/trigger-company.ts";

/** Another process that works on the same jobs. */
const startQueue = async ({ url, services }: TestServer): Promise<JobQueue> => {
  const jobs = await startJobQueue(url, (queue) => allJobs(services, queue), {
    works: true,
    log: services.log,
  });
  afterAll(() => jobs.stop());
  return jobs;
};

const addTriggers = async ({ sql }: TestServer, { companyId, site }: AlertCompany, count: number) => {
  await sql(
    `with made as (
       insert into users (company_id, username, email)
       select $1::bigint, 'u' || $1::bigint || '-' || n, 'u' || $1::bigint || '-' || n || '@example.com'
       from generate_series(1, $2::integer) as n returning id)
     insert into triggers (company_id, user_id, site_id, rule, frequency, enabled)
     select $1::bigint, id, $3, 'CREATION', 'INSTANTLY', true from made`,
    [companyId, count, site.id],
  );
};

/** As an installation whose orders arrived while no worker was running. */
const addArrivals = ({ sql }: TestServer, { companyId }: AlertCompany) =>
  sql(
    "insert into order_arrivals (company_id, order_id) select company_id, id from orders where company_id = $1",
    [companyId],
  );

/** How many alerts there are, and how many different pairs of trigger and order. */
const written = async ({ sql }: TestServer) =>
  (
    await sql(
      "select count(*)::integer as alerts, count(distinct (trigger_id, order_id))::integer as pairs from alerts",
    )
  )[0];

test("several workers write one alert for each trigger or alert rule and order, however often a job runs (ALERT-036, WORK-013 partly)", async () => {
  const testServer = await startTestServer();
  const company = await setUpAlertCompany(testServer);
  const queues = [testServer.services.jobs, ...(await Promise.all([1, 2].map(() => startQueue(testServer))))];
  await addTriggers(testServer, company, 50);
  // Its alerts go by e-mail only, and are written once as well.
  const admin = await company.person({ admin: true });
  const rule = { user: admin.id, amount: "5.00", channels: ["email"] };
  await addAlertRule(testServer, company.companyId, rule);
  const again = async () => {
    for (let n = 0; n < 5; n++) await company.run("fire-triggers", [...queues, ...queues]);
  };
  await Promise.all([...Array.from({ length: 20 }, () => company.order("5.00")), again()]);
  await company.evaluated();
  expect(await written(testServer)).toEqual({ alerts: 1_020, pairs: 1_020 });
  // The same orders once more, as after a database that was restored beside its outbox.
  await addArrivals(testServer, company);
  await company.run("fire-triggers", queues);
  await company.evaluated();
  for (let n = 0; n < 3; n++) await company.run("send-alerts", [...queues, ...queues]);
  const sent = await testServer.sql("select from messages where user_id = $1 and topic = 'alerts'", [
    admin.id,
  ]);
  expect(sent).toHaveLength(20);
  expect(await written(testServer)).toEqual({ alerts: 1_020, pairs: 1_020 });
});
