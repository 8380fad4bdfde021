import * as contract from "@mcc/contract/alerts/alert-rules.api.ts";
import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import { updateTrigger } from "@mcc/contract/alerts/triggers.api.ts";
import { hasNumber, hasWeekdays, TRIGGER_RULES } from "@mcc/contract/alerts/triggers.rules.ts";
import { unreadAlerts } from "@mcc/contract/alerts/unread-alerts.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { latestMessages } from "../../../platform/mail/outbox.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";
import { type AlertCompany, setUpAlertCompany } from "../../../testing/trigger-company.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const create = (token: string, body: object) =>
  testServer.call(contract.createAlertRule, { token, body: body as never });
const update = (token: string, id: number, body: object) =>
  testServer.call(contract.updateAlertRule, { token, params: { id } as never, body: body as never });
const rulesOf = async (token: string, user?: number) =>
  (await testServer.call(contract.rulesOfUser, { token, query: user ? { user: String(user) } : {} } as never))
    .body;

/** Who has which site is compared as after a change of access: users get their three triggers. */
const follow = ({ companyId }: AlertCompany, ...users: { id: number }[]) =>
  testServer.sql(
    "insert into trigger_reviews (company_id, user_id) select $1, unnest($2::bigint[]) on conflict do nothing",
    [companyId, users.map(({ id }) => id)],
  );

/** The channel and subject of the messages to a user, oldest first; a text message has no subject. */
const messagesTo = async (...recipients: string[]) =>
  (await latestMessages(testServer.services, 1_000))
    .filter(({ recipient }) => recipients.includes(recipient))
    .reverse()
    .map(({ channel, subject, body }) => `${channel}: ${subject || body.split(": http")[0]}`);

describe("an alert rule", () => {
  test("can be of every kind", async () => {
    const ann = await (await setUpAlertCompany(testServer)).person();
    for (const rule of TRIGGER_RULES) {
      const settings = { value: hasNumber(rule) ? 2 : null, range_value: hasWeekdays(rule) ? [1] : [] };
      const { status } = await create(ann.token, {
        rule,
        ...settings,
        all_sites: true,
        channels: ["portal"],
      });
      expect(status, rule).toBe(200);
    }
  });

  test("names an amount, sites or all sites, and channels; each order of the amount or more is said once (WORK-013 partly)", async () => {
    const company = await setUpAlertCompany(testServer);
    const yard = await company.addSite({ name: "Yard" });
    const far = await company.addSite({ name: "Far" });
    const ann = await company.person({ sites: [company.site, yard] });
    await follow(company, ann);
    const { body: rule, status } = await create(ann.token, {
      amount: "10000.00",
      all_sites: true,
      channels: ["email"],
    });
    expect([status, rule]).toEqual([
      200,
      {
        ...{ id: rule.id, rule: "CREATION", frequency: "INSTANTLY", value: null, range_value: [] },
        ...{ amount: "10000.00", all_sites: true, sites: [], channels: ["email"], enabled: true },
        user: { id: ann.id, username: ann.username },
      },
    ]);
    const exact = await company.order("10000.00", { site: yard });
    await company.order("9999.99", { site: yard });
    await company.order("20000.00", { site: far });
    await company.evaluated();
    await company.run("send-alerts");
    await company.run("send-alerts");
    expect(await messagesTo(ann.email)).toEqual([
      `email: Order ${exact.identifier} was placed for Yard, $10,000.00`,
    ]);
    // The portal has what the triggers of the site say: the rule does not name it.
    const { body: listed } = await testServer.call(alertList.page, { token: ann.token, query: {} });
    expect(listed.results.map(({ order }) => order?.identifier)).toEqual([
      expect.not.stringContaining(exact.identifier),
      exact.identifier,
    ]);

    await update(ann.token, rule.id, { all_sites: false, sites: [company.site.id], channels: ["portal"] });
    await company.order("50000.00", { site: yard });
    const here = await company.order("10000.01");
    await company.evaluated();
    await company.run("send-alerts");
    expect(await messagesTo(ann.email)).toHaveLength(1);
    const { body: found } = await testServer.call(alertList.page, {
      token: ann.token,
      query: { order: here.identifier },
    });
    expect(found.count).toBe(2); // by the trigger of the site, and by the rule
    await update(ann.token, rule.id, { enabled: false });
    await company.order("30000.00");
    await company.evaluated();
    expect((await company.alerts(ann.id)).length).toBe(7);
  });

  test("goes by text message to a user whom these reach, and to no other", async () => {
    const company = await setUpAlertCompany(testServer);
    const ann = await company.person();
    const refused = await create(ann.token, { all_sites: true, channels: ["text"] });
    expect([refused.status, refused.body]).toEqual([
      400,
      { channels: ["Text messages do not reach this user: they need a phone number and their switch."] },
    ]);
    expect((await rulesOf(ann.token)).text_messages).toBe("no_phone");
    const phone = "+13125550143";
    await testServer.sql("update users set phone = $2, enable_text_messages = true where id = $1", [
      ann.id,
      phone,
    ]);
    await create(ann.token, { sites: [company.site.id], channels: ["text", "email", "text"] });
    const order = await company.order("5.00");
    await company.evaluated();
    await company.run("send-alerts");
    const words = `Order ${order.identifier} was placed for ${company.site.name}, $5.00`;
    expect(await messagesTo(ann.email, phone)).toEqual([`email: ${words}`, `text: ${words}`]);
    expect((await company.alerts(ann.id)).length).toBe(1);
    expect((await testServer.call(alertList.page, { token: ann.token, query: {} })).body.count).toBe(0);
    expect((await testServer.call(unreadAlerts, { token: ann.token })).body.count).toBe(0);
  });

  test("counts the orders of its amount at each site, and gathers them into digests", async () => {
    const company = await setUpAlertCompany(testServer);
    const yard = await company.addSite({ name: "Yard" });
    const admin = await company.person({ admin: true });
    const common = { amount: "100.00", all_sites: true, channels: ["portal", "email"] };
    await create(admin.token, { ...common, rule: "COUNT", frequency: "DAILY", value: 2 });
    await create(admin.token, { ...common, rule: "CREATION", frequency: "DAILY" });
    await create(admin.token, {
      ...common,
      rule: "WEEKDAY",
      frequency: "WEEKLY",
      range_value: [1, 2, 3, 4, 5, 6, 7],
    });
    for (const total of ["100.00", "99.99", "250.00", "300.00"]) await company.order(total);
    await company.order("100.00", { site: yard });
    await company.evaluated();
    const { name } = company.site;
    const contents = async () =>
      (await company.contents(admin.id)).map((text) => text.replace(/[A-Z][a-z]{2} \d\d \d{4}$/, "…"));
    expect(await contents()).toEqual([`2 orders of $100.00 or more were placed for ${name} on …`]);
    await company.letDaysPass(14);
    await company.run("write-digests");
    await company.run("write-digests");
    const rest = (await contents()).slice(1).toSorted();
    expect(rest).toEqual(
      [
        `1 order of $100.00 or more was placed for Yard in the week of …`,
        `1 order of $100.00 or more was placed for Yard on …`,
        `3 orders of $100.00 or more were placed for ${name} in the week of …`,
        `3 orders of $100.00 or more were placed for ${name} on …`,
      ].toSorted(),
    );
    await company.run("send-alerts");
    expect((await messagesTo(admin.email)).map((text) => text.replace(/ for .*/, ""))).toEqual([
      expect.stringContaining("email: Your daily digest"),
      expect.stringContaining("email: Your weekly digest"),
      "email: 2 orders of $100.00 or more were placed",
    ]);
  });

  test("counts anew after a change, and says again what it has found", async () => {
    const company = await setUpAlertCompany(testServer);
    const admin = await company.person({ admin: true });
    const { body: rule } = await create(admin.token, {
      ...{ rule: "COUNT", value: 2, amount: "100.00", all_sites: true, channels: ["portal"] },
    });
    for (const total of ["100.00", "100.00"]) await company.order(total);
    await company.evaluated();
    const changed = await update(admin.token, rule.id, { amount: "50.00" });
    expect(changed.status).toBe(200);
    await company.order("60.00");
    await company.evaluated();
    expect(await company.contents(admin.id)).toHaveLength(1);
    await company.order("60.00");
    await company.evaluated();
    expect(await company.contents(admin.id)).toEqual([
      `2 more orders of $100.00 or more were placed for ${company.site.name}`,
      `2 more orders of $50.00 or more were placed for ${company.site.name}`,
    ]);
  });

  test("loses a site with its user, and is for no site that its user cannot see", async () => {
    const company = await setUpAlertCompany(testServer);
    const yard = await company.addSite({ name: "Yard" });
    const [ann, bob] = [await company.person({ sites: [company.site, yard] }), await company.person()];
    await follow(company, ann, bob);
    const chosen = await create(ann.token, { sites: [company.site.id, yard.id], channels: ["portal"] });
    expect(chosen.body.sites.map(({ name }) => name).toSorted()).toEqual(
      [company.site.name, "Yard"].toSorted(),
    );
    const refused = await create(bob.token, { sites: [yard.id], channels: ["portal"] });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["sites"]]);
    await testServer.sql("delete from site_users where user_id = $1 and site_id = $2", [ann.id, yard.id]);
    await follow(company, ann);
    await company.order("5.00", { site: yard });
    await company.evaluated();
    expect(await company.alerts(ann.id)).toEqual([]);
    expect((await rulesOf(ann.token)).rules[0]?.sites.map(({ name }) => name)).toEqual([company.site.name]);
  });

  test("is refused without sites, without channels, with an amount of nothing, and beyond the number a user can have", async () => {
    const company = await setUpAlertCompany(testServer);
    const ann = await company.person();
    const refused = async (body: object) => (await create(ann.token, body)).body as unknown;
    expect(await refused({ channels: ["portal"] })).toEqual({
      sites: ["Choose at least one site, or all sites."],
    });
    expect(await refused({ all_sites: true, channels: [] })).toEqual({
      channels: ["Choose at least one way to be notified."],
    });
    expect(await refused({ all_sites: true, channels: ["portal"], amount: "0" })).toEqual({
      amount: ["Enter an amount above $0.00, or none for orders of any amount."],
    });
    for (let n = 0; n < 50; n++) await create(ann.token, { all_sites: true, channels: ["portal"] });
    expect(await refused({ all_sites: true, channels: ["portal"] })).toEqual({
      rule: ["A user can have 50 rules. Delete one that is no longer needed."],
    });
  });
});

test("the rules of a user are listed with the triggers of their sites, alike ones as one, which are switched together (WORK-013 partly)", async () => {
  const company = await setUpAlertCompany(testServer);
  const yard = await company.addSite({ name: "Yard" });
  const ann = await company.person({ sites: [company.site, yard] });
  const bob = await company.person();
  const admin = await company.person({ admin: true });
  await follow(company, ann, bob);
  await company.run("review-triggers");
  const common = { value: null, range_value: [], site: null, channels: ["portal"], sites: 2 };
  const daily = { ...common, rule: "COUNT", frequency: "DAILY", value: 10, enabled: 0 };
  const weekend = { ...common, rule: "WEEKDAY", frequency: "INSTANTLY", range_value: [6, 7], enabled: 0 };
  const each = { ...common, rule: "CREATION", frequency: "INSTANTLY", enabled: 2 };
  expect((await rulesOf(ann.token)).by_site).toEqual([each, weekend, daily]);
  // One site differs: the call of the table changes one row.
  const [first] = await testServer.sql<{ id: number }>(
    "select id from triggers where user_id = $1 and site_id = $2 and rule = 'CREATION'",
    [ann.id, yard.id],
  );
  await testServer.call(updateTrigger, {
    token: ann.token,
    params: { id: Number(first?.id) } as never,
    body: { frequency: "WEEKLY" } as never,
  });
  expect((await rulesOf(admin.token, ann.id)).by_site.slice(0, 2)).toEqual([
    { ...each, sites: 1, site: company.site.name, enabled: 1 },
    { ...each, frequency: "WEEKLY", sites: 1, site: "Yard", enabled: 1 },
  ]);
  const turned = await testServer.call(contract.switchSiteRule, {
    token: admin.token,
    body: {
      user: ann.id,
      rule: "WEEKDAY",
      frequency: "INSTANTLY",
      range_value: [6, 7],
      enabled: true,
    } as never,
  });
  expect(turned.body).toEqual({ detail: "Rules updated correctly", count: 2 });
  expect((await rulesOf(ann.token)).by_site[2]).toEqual({ ...weekend, enabled: 2 });
  expect((await rulesOf(bob.token)).by_site[1]).toMatchObject({ rule: "WEEKDAY", enabled: 0 });
  // Of others only a company admin.
  expect(
    (
      await testServer.call(contract.rulesOfUser, {
        token: bob.token,
        query: { user: String(ann.id) } as never,
      })
    ).status,
  ).toBe(404);
});

test("several alerts of one order are one entry, for its user and for everyone; an export has them all (WORK-014 partly)", async () => {
  const company = await setUpAlertCompany(testServer);
  const [ann, bob] = [await company.person(), await company.person()];
  const admin = await company.person({ admin: true });
  for (const { id } of [ann, bob]) await company.trigger(id, { rule: "CREATION" });
  for (const { token } of [ann, admin]) await create(token, { all_sites: true, channels: ["portal"] });
  await follow(company, ann);
  const order = await company.order("5.00");
  await company.evaluated();
  const entries = async (token: string, query: object) =>
    (await testServer.call(alertList.page, { token, query: query as never })).body;
  const own = await entries(ann.token, { entries: "own" });
  expect(own.count).toBe(1);
  expect(own.results[0]).toMatchObject({
    order: { identifier: order.identifier },
    unread: true,
    others: { count: 1 },
  });
  expect(own.results[0]?.others?.alerts).toMatchObject([{ user: ann.username, unread: true }]);
  expect((await entries(ann.token, {})).count).toBe(2);
  expect((await testServer.call(unreadAlerts, { token: ann.token })).body.count).toBe(1);

  const all = await entries(admin.token, { entries: "everyone" });
  expect([all.count, all.results[0]?.others?.count]).toEqual([1, 3]);
  expect((await entries(admin.token, { entries: "own" })).results).toMatchObject([{ user: admin.username }]);
  expect((await entries(admin.token, { entries: "everyone", user: bob.username })).results).toMatchObject([
    { user: bob.username },
  ]);
  expect((await entries(admin.token, { entries: "everyone", limit: "100000000000" })).count).toBe(4);
  // A user who is no company admin has no other entries.
  expect((await entries(bob.token, { entries: "everyone" })).results).toMatchObject([{ user: bob.username }]);
});

test("a search finds an entry by every text that it stands for", async () => {
  const company = await setUpAlertCompany(testServer);
  const ann = await company.person();
  await company.trigger(ann.id, { rule: "CREATION" });
  const everyDay = { rule: "WEEKDAY", range_value: [1, 2, 3, 4, 5, 6, 7], sites: [company.site.id] };
  await create(ann.token, { ...everyDay, channels: ["portal"] });
  const order = await company.order("5.00");
  await company.evaluated();
  const found = async (search: string) =>
    (await testServer.call(alertList.page, { token: ann.token, query: { entries: "own", search } })).body
      .results;
  for (const search of [order.identifier, "was placed for", "was placed on a"])
    expect(await found(search)).toMatchObject([
      { order: { identifier: order.identifier }, others: { count: 1 } },
    ]);
  expect(await found("no such text")).toEqual([]);
});

test("a user never has more rules than they may, also when two are created at once", async () => {
  const company = await setUpAlertCompany(testServer);
  const ann = await company.person();
  await testServer.sql(
    `insert into alert_rules (company_id, user_id, rule, frequency, all_sites, channels, enabled)
     select $1, $2, 'CREATION', 'INSTANTLY', true, '{portal}', true from generate_series(1, 49)`,
    [company.companyId, ann.id],
  );
  const created = await Promise.all(
    [1, 2, 3, 4].map(() => create(ann.token, { all_sites: true, channels: ["portal"] })),
  );
  expect(created.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
});
