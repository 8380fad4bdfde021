import { expect, test } from "vitest";
import { openDatabase } from "../../platform/db/database.ts";
import { startJobQueue } from "../../platform/jobs/job-queue.ts";
import { makeLog } from "../../platform/log.ts";
import { openOwner } from "../../testing/database-owner.ts";
import { eventually } from "../../testing/eventually.ts";
import { addRule, addSite, sendBatch } from "../../testing/integration.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { addCompany, addPerson, addRole } from "../../testing/people.ts";
import { openProcessDatabase } from "../../testing/process-database.ts";
import { createApiKey } from "../api-keys/api-keys.service.ts";

const { url, owner, launch } = openProcessDatabase("reminders");
const holder = openOwner(url);

const LOCK = 4_713;
const WAITING = `from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted
  and database = (select oid from pg_database where datname = current_database())`;

/** Writing the second reminder of a transaction waits for the lock of the test. */
const standStillInTheMiddle = async () => {
  await owner.sql(`
    create function mcc.wait_here() returns trigger language plpgsql security definer as $$
    begin
      if (select count(*) from mcc.messages where topic = 'reminders') > 0 then
        perform pg_advisory_xact_lock_shared(${LOCK});
      end if;
      return new;
    end $$`);
  await owner.sql(`create trigger wait_here before insert on mcc.messages for each row
    when (new.topic = 'reminders') execute function mcc.wait_here()`);
  await holder.sql(`select pg_advisory_lock(${LOCK})`);
};

/** Two approvers at three sites, an order at each, and a rule for every order. */
const setUp = async () => {
  const companyId = await addCompany(owner, { slug: "remind", approvals: true });
  const sites = await Promise.all([1, 2, 3].map(() => addSite(owner, companyId)));
  const roleId = await addRole(owner, companyId);
  await addRule(owner, companyId, { roleId, limit: 0 });
  const people = [
    await addPerson(owner, companyId, { roleId }),
    await addPerson(owner, companyId, { roleId }),
  ];
  for (const { id } of people) {
    for (const site of sites) {
      await owner.sql("insert into site_users (company_id, site_id, user_id) values ($1, $2, $3)", [
        companyId,
        site.id,
        id,
      ]);
    }
  }
  await owner.sql(
    `update company_configurations set first_reminder_hours = 1, reminder_interval_hours = 1, reminder_max = 10,
     working_days = '{1,2,3,4,5,6,7}', working_from = '00:00', working_until = '24:00' where company_id = $1`,
    [companyId],
  );
  const database = openDatabase(url, () => {});
  const { key } = await createApiKey(
    database.platform,
    { id: null, name: "test" },
    { name: "ERP", scopes: ["orders"], company: "remind" },
  );
  await database.close();
  return { companyId, sites, people, headers: { authorization: `ApiKey ${key}` } };
};

test("two workers, one of them killed in the middle, send each reminder exactly once (REMI-002)", async () => {
  const mail = await openMailServer();
  const start = (role: "web" | "worker") =>
    launch({
      MCC_ROLE: role,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    });
  const { companyId, sites, people, headers } = await setUp();
  const web = start("web");
  const orders = sites.map(({ shopUser }, n) => ({
    identifier: `R-${n}`,
    ecommerce_username: shopUser,
    lines: [{ product: "P", text: "Valve", quantity: 1, base_unit_price_value: "5.00" }],
  }));
  const address = await web.ready;
  const { results } = await sendBatch({ address } as never, "remind", headers, orders);
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);

  let asked = 0;
  const queue = await startJobQueue(url, () => [], { works: false, log: makeLog("silent") });
  /** As the schedule does, at the same time on both workers. */
  const remind = () =>
    Promise.all(
      [1, 2].map(() => queue.requestJob("remind-approvers", { companyId }, `${companyId}-${++asked}`)),
    );
  const openedAgo = (hours: number) =>
    owner.sql("update order_steps set current_since = now() - make_interval(mins => $1) where is_current", [
      Math.round(hours * 60),
    ]);
  const received = () =>
    mail.received
      .flatMap(({ to, shown }) => {
        const order = /^Subject: Reminder: Order (\S+) /m.exec(shown)?.[1];
        return order ? [`${to} ${order}`] : [];
      })
      .sort();
  const each = people.flatMap(({ email }) => orders.map(({ identifier }) => `${email} ${identifier}`)).sort();
  const idle = () =>
    eventually(async () => {
      const left = `select 1 from pgboss.job where name = 'remind-approvers' and state in ('created', 'retry', 'active')
        union all select 1 from messages where topic = 'reminders' and state <> 'sent'`;
      expect(await owner.sql(left)).toEqual([]);
    });

  await openedAgo(1.5);
  await standStillInTheMiddle();
  const doomed = start("worker");
  // The first worker creates the queues of the jobs. A step that another job has locked would be left to the next run.
  await eventually(() => queue.requestJob("notify-approvers", { companyId }, "first"));
  const unnotified = "select from order_steps where is_current and notified_at is null";
  await eventually(async () => expect(await owner.sql(unnotified)).toEqual([]));
  await eventually(remind);
  await eventually(async () => expect(await owner.sql(`select ${WAITING}`)).toHaveLength(1));
  doomed.child.kill("SIGKILL");
  await doomed.ended;
  await owner.sql(`select pg_terminate_backend(pid) ${WAITING}`);
  await holder.close();
  expect(received()).toEqual([]);
  expect(await owner.sql("select from order_steps where reminders > 0")).toEqual([]);

  // Another two workers take over what the killed one had begun.
  start("worker");
  start("worker");
  await owner.sql("update pgboss.job set state = 'retry', start_after = now() where state = 'active'");
  await remind();
  await eventually(() => expect(received()).toEqual(each));
  await remind();
  await idle();
  expect(received()).toEqual(each);

  // The next interval, once for everybody again.
  await openedAgo(2.5);
  await remind();
  await eventually(() => expect(received()).toEqual([...each, ...each].sort()));
  await remind();
  await idle();
  expect(received()).toEqual([...each, ...each].sort());
  const failed = "select output from pgboss.job where name = 'remind-approvers' and output is not null";
  expect(await owner.sql(failed)).toEqual([]);
  await queue.stop();
});
