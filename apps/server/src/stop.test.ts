import { expect, test } from "vitest";
import { NOTIFY_APPROVERS } from "./features/approval-steps/notify-approvers.service.ts";
import { startJobQueue } from "./platform/jobs/job-queue.ts";
import { makeLog } from "./platform/log.ts";
import { eventually } from "./testing/eventually.ts";
import { addOrder, addSite } from "./testing/orders.ts";
import { addCompany, addRole } from "./testing/people.ts";
import type { Process } from "./testing/process.ts";
import { openProcessDatabase } from "./testing/process-database.ts";

const { name, url, owner, launch } = openProcessDatabase("stop");
const APPROVERS = 1_000;

const start = () => launch();

/** What a process prints while it stops. */
const stop = async ({ child, ended, output }: Process): Promise<string> => {
  const before = output().length;
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  return output().slice(before);
};

/** One step that a thousand users are notified about. */
const addStepForManyUsers = async (): Promise<number> => {
  const company = await addCompany(owner, { approvals: true });
  const [role, site] = [await addRole(owner, company, { name: "Crew" }), await addSite(owner, company)];
  await owner.sql(
    `with crew as (
       insert into users (company_id, username, email, first_name, last_name, role_id)
       select $1, 'crew-' || n, 'crew-' || n || '@example.com', 'Crew', n::text, $2 from generate_series(1, ${APPROVERS}) n
       returning id)
     insert into site_users (company_id, site_id, user_id) select $1, $3, id from crew`,
    [company, role, site.id],
  );
  const order = await addOrder(owner, site, { status: "Pending Approval" });
  await owner.sql(
    "insert into order_steps (company_id, order_id, position, role_id, name, limit_amount) values ($1, $2, 1, $3, 'Crew', 0)",
    [company, order.id, role],
  );
  return company;
};

const SLOW = `
  create function public.slowly() returns trigger language plpgsql as
    'begin perform pg_sleep(0.02); return new; end';
  create trigger slowly before insert on messages for each row execute function public.slowly()`;

test("stopped while it notifies a thousand users, it ends at once without errors; the next process notifies each of them once", async () => {
  const company = await addStepForManyUsers();
  await owner.sql(SLOW);
  const first = start();
  await first.ready;
  const queue = await startJobQueue(url, () => [], { works: false, log: makeLog("silent") });
  await queue.requestJob(NOTIFY_APPROVERS, { companyId: company }, String(company));
  await queue.stop();
  await eventually(async () =>
    expect(
      await owner.sql("select 1 from pg_stat_activity where datname = $1 and wait_event = 'PgSleep'", [name]),
    ).toHaveLength(1),
  );

  expect(await stop(first)).not.toMatch(/job queue|stopping aborts/);
  // At a full minute, one more was requested.
  const jobs = "select state from pgboss.job where name = $1 and state <> 'created'";
  expect(await owner.sql(jobs, [NOTIFY_APPROVERS])).toEqual([{ state: "retry" }]);
  expect(await owner.sql("select id from messages")).toEqual([]);

  await owner.sql("drop trigger slowly on messages");
  const second = start();
  await second.ready;
  await eventually(async () =>
    expect(await owner.sql("select 1 from order_steps where notified_at is null")).toEqual([]),
  );
  // All messages are written; now the job requests the sending of each.
  expect(await stop(second)).not.toMatch(/job queue|stopping aborts/);
  const written = "select count(*)::int, count(distinct recipient)::int as people from messages";
  expect(await owner.sql(written)).toEqual([{ count: APPROVERS, people: APPROVERS }]);
});
