import { createAlertRule } from "@mcc/contract/alerts/alert-rules.api.ts";
import { beforeAll, expect, test } from "vitest";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { type AlertCompany, setUpAlertCompany } from "../../testing/trigger-company.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const DAY = 86_400_000;
const dayAt = (offset: number): string => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

/** `Nov 15 2026`. */
const longDate = (day: string): string =>
  new Date(day)
    .toLocaleDateString("en-US", { day: "2-digit", month: "short", year: "numeric", timeZone: "UTC" })
    .replace(",", "");

/** The messages to a user, oldest first. */
const messagesTo = async (email: string) =>
  (await latestMessages(testServer.services, 1_000)).filter(({ recipient }) => recipient === email).reverse();

const choose = ({ companyId }: AlertCompany, userId: number, topic: "alerts" | "digests") =>
  testServer.sql(
    `insert into notification_preferences (company_id, user_id, topic, channel, enabled)
     values ($1, $2, $3, 'email', true)`,
    [companyId, userId, topic],
  );

test("alerts go by e-mail to users who chose that, one message each, once (ALERT-043)", async () => {
  const company = await setUpAlertCompany(testServer);
  const [ann, bob] = [await company.person(), await company.person()];
  await choose(company, ann.id, "alerts");
  for (const { id } of [ann, bob]) await company.trigger(id, { rule: "CREATION" });
  const orders = [await company.order("10.00"), await company.order("20.00")];
  await company.evaluated();
  await company.run("send-alerts");
  await company.run("send-alerts");
  const messages = await messagesTo(ann.email);
  expect(messages.map(({ subject }) => subject)).toEqual([
    `Order ${orders[0]?.identifier} was placed for ${company.site.name}, $10.00`,
    `Order ${orders[1]?.identifier} was placed for ${company.site.name}, $20.00`,
  ]);
  expect(messages[0]?.body).toContain(
    `Site: ${company.site.name}\nOrder: ${orders[0]?.identifier}\nTotal: $10.00\n`,
  );
  expect(messages[0]?.body).toContain(
    `Open the order:\nhttp://portal.test/?next=%2Forders%2F${orders[0]?.identifier}\n`,
  );
  expect(messages[0]?.body).toContain("See all your alerts:\nhttp://portal.test/?next=%2Falerts\n");
  expect(messages[0]?.body).toContain("Stop alerts by e-mail: http://portal.test/unsubscribe/");
  expect(await messagesTo(bob.email)).toEqual([]);
  // What was written before somebody chose it is not sent afterwards.
  await choose(company, bob.id, "alerts");
  await company.order("30.00");
  await company.evaluated();
  await company.run("send-alerts");
  expect(await messagesTo(bob.email)).toHaveLength(1);
  expect(await messagesTo(ann.email)).toHaveLength(3);
});

test("an order that a trigger and alert rules find is one message of each channel (WORK-013 partly)", async () => {
  const company = await setUpAlertCompany(testServer);
  const ann = await company.person();
  await choose(company, ann.id, "alerts");
  await company.trigger(ann.id, { rule: "CREATION" });
  for (const channels of [["portal"], ["email"], ["portal", "email"]] as const) {
    const body = { sites: [company.site.id], channels: [...channels] };
    const { status } = await testServer.call(createAlertRule, { token: ann.token, body });
    expect(status).toBe(200);
  }
  const orders = [await company.order("10.00"), await company.order("20.00")];
  await company.evaluated();
  expect(await company.alerts(ann.id)).toHaveLength(8);
  await company.run("send-alerts");
  expect((await messagesTo(ann.email)).map(({ subject }) => subject)).toEqual(
    orders.map(({ identifier }, at) =>
      expect.stringMatching(`^Order ${identifier} was placed for .*, \\$${at + 1}0.00$`),
    ),
  );
});

test("more than 20 alerts at once become one message, and a run that was interrupted repeats none", async () => {
  const company = await setUpAlertCompany(testServer);
  const ann = await company.person();
  await company.trigger(ann.id, { rule: "CREATION" });
  await Promise.all(Array.from({ length: 25 }, () => company.order("10.00")));
  await company.evaluated();
  await choose(company, ann.id, "alerts");
  // The job that runs every minute may have passed some of them, for which nobody had chosen e-mails.
  await testServer.sql("update trigger_progress set sent_alert_id = 0 where company_id = $1", [
    company.companyId,
  ]);
  await company.run("send-alerts");
  const [message, ...more] = await messagesTo(ann.email);
  expect(more).toEqual([]);
  expect(message?.subject).toBe("25 new alerts");
  expect(message?.body.match(/was placed for/g)).toHaveLength(20);
  expect(message?.body).toContain("and 5 more");
  // As if the process had been killed after writing and before storing that it had.
  await testServer.sql(
    "update trigger_progress set sending_alert_id = sent_alert_id, sent_alert_id = 0 where company_id = $1",
    [company.companyId],
  );
  await company.run("send-alerts");
  expect(await messagesTo(ann.email)).toHaveLength(1);
});

test("a digest goes by e-mail, one message for each user and day, with each site and a link to its orders", async () => {
  const company = await setUpAlertCompany(testServer);
  const other = await company.addSite({ name: "Gate & Yard" });
  const [ann, bob] = [await company.person(), await company.person()];
  for (const { id } of [ann, bob])
    for (const siteId of [company.site.id, other.id])
      await company.trigger(id, { rule: "CREATION", frequency: "DAILY", siteId });
  await choose(company, ann.id, "digests");
  await choose(company, ann.id, "alerts");
  await company.order("10.00");
  await company.order("10.00");
  await company.order("10.00", { site: other });
  await company.evaluated();
  await company.letDaysPass(2);
  await company.run("write-digests");
  await company.run("write-digests");
  await company.run("send-alerts");
  const day = dayAt(-2);
  const [message, ...more] = await messagesTo(ann.email);
  expect(more).toEqual([]);
  expect(message?.subject).toBe(`Your daily digest for ${longDate(day)}`);
  const ordersOf = (site: string) =>
    `http://portal.test/?next=${encodeURIComponent(`/orders?${new URLSearchParams({ site })}&orderDate_after=${day}&orderDate_before=${day}`)}`;
  expect(message?.body).toContain(`\n\nGate & Yard\n- 1 order was placed\n  ${ordersOf("Gate & Yard")}\n\n`);
  expect(message?.body).toContain(
    `\n\n${company.site.name}\n- 2 orders were placed\n  ${ordersOf(company.site.name)}\n\n`,
  );
  expect(message?.body).toContain("Open your alerts:\nhttp://portal.test/?next=%2Falerts\n");
  expect(message?.body).toContain("Stop digests by e-mail: http://portal.test/unsubscribe/");
  expect(await messagesTo(bob.email)).toEqual([]);
});

test("a week has a digest of its own, and the day another", async () => {
  const company = await setUpAlertCompany(testServer);
  const [ann, bob] = [await company.person(), await company.person()];
  await company.trigger(ann.id, { rule: "CREATION", frequency: "WEEKLY" });
  await company.trigger(bob.id, { rule: "CREATION", frequency: "DAILY" });
  for (const { id } of [ann, bob]) await choose(company, id, "digests");
  await company.order("10.00");
  await company.evaluated();
  await company.letDaysPass(14);
  await company.run("write-digests");
  expect((await messagesTo(ann.email)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your weekly digest for the week of [A-Z][a-z]{2} \d\d \d{4}$/),
  ]);
  expect((await messagesTo(bob.email)).map(({ subject }) => subject)).toEqual([
    `Your daily digest for ${longDate(dayAt(-14))}`,
  ]);
});
