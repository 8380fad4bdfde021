import { beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { type AlertCompany, setUpAlertCompany, statedDay } from "../../testing/trigger-company.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const DAY = 86_400_000;
const dayAt = (offset: number): string => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);
const WRITE = "write-digests";
/** The day that is not over yet: the last one stays open for ten minutes, for orders that arrive late. */
const openDayAt = (offset: number): string =>
  new Date(Date.now() - 600_000 + offset * DAY).toISOString().slice(0, 10);

const place = async (
  company: AlertCompany,
  count: number,
  more: Parameters<AlertCompany["order"]>[1] = {},
) => {
  for (let n = 0; n < count; n++) await company.order("10.00", more);
  await company.evaluated();
};

test("DAILY gathers the orders of a UTC day into one alert, once the day is over (ALERT-030 partly)", async () => {
  const company = await setUpAlertCompany(testServer);
  const other = await company.addSite({ name: "Quiet Yard" });
  const [ann, bob] = [await company.person(), await company.person()];
  await company.trigger(ann.id, { rule: "CREATION", frequency: "DAILY" });
  await company.trigger(ann.id, { rule: "CREATION", frequency: "DAILY", siteId: other.id });
  await company.trigger(bob.id, { rule: "CREATION", frequency: "DAILY", enabled: false });
  await place(company, 3);
  await company.run(WRITE);
  expect(await company.alerts()).toEqual([]);
  await company.letDaysPass(2);
  await company.run(WRITE);
  const first = `3 orders were placed for ${company.site.name} on ${statedDay(dayAt(-2))}`;
  expect(await company.alerts()).toMatchObject([
    { user_id: ann.id, site_id: company.site.id, order_identifier: null, content: first },
  ]);
  // Placed on a day whose digest is written: it belongs to the day that is not over.
  await place(company, 1, { fields: { order_date: `${dayAt(-2)}T12:00:00Z` } });
  await company.letDaysPass(3);
  await company.run(WRITE);
  await company.run(WRITE);
  expect(await company.contents()).toEqual([
    first,
    `1 order was placed for ${company.site.name} on ${statedDay(openDayAt(-3))}`,
  ]);
});

test("WEEKLY gathers the orders of a week, Monday to Sunday, and WEEKDAY those of its days (ALERT-030)", async () => {
  const company = await setUpAlertCompany(testServer);
  const [ann, bob, cy] = [await company.person(), await company.person(), await company.person()];
  const today = new Date().getUTCDay() || 7;
  const next = (today % 7) + 1;
  await company.trigger(ann.id, { rule: "CREATION", frequency: "WEEKLY" });
  await company.trigger(bob.id, { rule: "WEEKDAY", frequency: "WEEKLY", weekdays: [today] });
  await company.trigger(cy.id, { rule: "WEEKDAY", frequency: "WEEKLY", weekdays: [next] });
  await place(company, 2);
  await company.letDaysPass(14);
  await company.run(WRITE);
  const monday = statedDay(dayAt(-14 - (today - 1)));
  const name = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" }).format(new Date());
  expect(await company.contents(ann.id)).toEqual([
    `2 orders were placed for ${company.site.name} in the week of ${monday}`,
  ]);
  expect(await company.contents(bob.id)).toEqual([
    `2 orders were placed for ${company.site.name} on ${name} in the week of ${monday}`,
  ]);
  expect(await company.contents(cy.id)).toEqual([]);
});

test("a clock that is set forward and back repeats and loses nothing", async () => {
  const company = await setUpAlertCompany(testServer);
  const ann = await company.person();
  await company.trigger(ann.id, { rule: "CREATION", frequency: "DAILY" });
  const counted = async () =>
    (await company.contents()).reduce((sum, content) => sum + Number.parseInt(content, 10), 0);
  await place(company, 2);
  await company.letDaysPass(3); // the clock jumps ahead
  await company.run(WRITE);
  expect(await counted()).toBe(2);
  await company.letDaysPass(-3); // and is set back
  await place(company, 3);
  await company.run(WRITE);
  expect(await counted()).toBe(2);
  // Further than the day of the first alert, at any time of day: alerts keep their days when days pass.
  await company.letDaysPass(7);
  await company.run(WRITE);
  await company.run(WRITE);
  expect(await counted()).toBe(5);
  expect(await company.alerts()).toHaveLength(2);
});

test("an interrupted run continues: one alert for each trigger and day, and every site has its own (ALERT-036 partly)", async () => {
  const company = await setUpAlertCompany(testServer);
  const ann = await company.person();
  const SITES = 450;
  await testServer.sql(
    `with made as (insert into sites (company_id, name, ecommerce_username)
       select $1::bigint, 'Yard ' || n, 'yard-' || $1::bigint || '-' || n from generate_series(1, $2::integer) as n returning id)
     insert into triggers (company_id, user_id, site_id, rule, frequency, enabled)
     select $1::bigint, $3::bigint, id, 'CREATION', 'DAILY', true from made`,
    [company.companyId, SITES, ann.id],
  );
  await place(company, 1);
  await testServer.sql(
    `insert into site_order_counts (company_id, frequency, window_start, site_id, weekday, orders)
     select $1, 'DAILY', current_date, site_id, 1, 2 from triggers where company_id = $1`,
    [company.companyId],
  );
  await company.letDaysPass(2);
  // The second transaction of the first run fails, as when the process is killed: the job is tried again.
  await testServer.sql(`create sequence mcc.alert_writes`);
  await testServer.sql(`
    create function mcc.fail_once() returns trigger language plpgsql security definer as $$
    begin
      if nextval('mcc.alert_writes') = 2 then raise exception 'killed'; end if;
      return null;
    end $$`);
  await testServer.sql(
    "create trigger fail_once after insert on mcc.alerts for each statement execute function mcc.fail_once()",
  );
  await company.run(WRITE);
  expect(await company.alerts()).toHaveLength(SITES);
  expect(new Set((await company.alerts()).map(({ site_id }) => site_id)).size).toBe(SITES);
  expect(await testServer.sql("select last_value::integer from mcc.alert_writes")).not.toEqual([
    { last_value: 1 },
  ]);
  await testServer.sql("drop function mcc.fail_once cascade");
});
