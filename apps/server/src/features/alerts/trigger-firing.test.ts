import { beforeAll, describe, expect, test } from "vitest";
import { sendBatch } from "../../testing/integration.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { type AlertCompany, setUpAlertCompany, statedDay } from "../../testing/trigger-company.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
/** 1 Monday to 7 Sunday, in UTC. */
const weekdayOf = (date: string): number => new Date(date).getUTCDay() || 7;
const nameOfDay = (date: string): string =>
  new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" }).format(new Date(date));

const place = async (company: AlertCompany, more: Parameters<AlertCompany["order"]>[1] = {}) => {
  const order = await company.order("1234.50", more);
  await company.evaluated();
  return order.identifier;
};

describe("a new order", () => {
  test("fires CREATION once, with site, order, user, content and time (ALERT-027, ALERT-035)", async () => {
    const company = await setUpAlertCompany(testServer);
    const ann = await company.person();
    await company.trigger(ann.id, { rule: "CREATION" });
    const identifier = await place(company, { fields: { ordered_by: { name: "Dana Whitfield" } } });
    const [alert, ...more] = await company.alerts();
    expect(more).toEqual([]);
    expect(alert).toMatchObject({
      user_id: ann.id,
      site_id: company.site.id,
      order_identifier: identifier,
      content: `Order ${identifier} was placed for ${company.site.name} by Dana Whitfield, $1,234.50`,
    });
    expect(Math.abs(Date.now() - Number(alert?.created))).toBeLessThan(600_000);
  });

  test("fires the triggers of its own site, whoever has them (ALERT-026)", async () => {
    const company = await setUpAlertCompany(testServer);
    const other = await company.addSite();
    const [ann, bob, cy] = [await company.person(), await company.person(), await company.person()];
    await company.trigger(ann.id, { rule: "CREATION" });
    await company.trigger(bob.id, { rule: "CREATION" });
    await company.trigger(cy.id, { rule: "CREATION", siteId: other.id });
    const stranger = await setUpAlertCompany(testServer);
    await stranger.trigger((await stranger.person()).id, { rule: "CREATION" });
    await place(company);
    expect((await company.alerts()).map(({ user_id }) => user_id).sort()).toEqual([ann.id, bob.id].sort());
    expect(await stranger.alerts()).toEqual([]);
  });

  test("fires nothing that is disabled, and nothing for a user without alerts (ALERT-037)", async () => {
    const company = await setUpAlertCompany(testServer);
    const [ann, bob, gone] = [await company.person(), await company.person(), await company.person()];
    await company.trigger(ann.id, { rule: "CREATION", enabled: false });
    for (const rule of ["CREATION", "WEEKDAY", "COUNT"] as const)
      await company.trigger(bob.id, { rule, value: 1, weekdays: [1, 2, 3, 4, 5, 6, 7] });
    await company.trigger(gone.id, { rule: "CREATION" });
    await testServer.sql("update users set alerts_enabled = false where id = $1", [bob.id]);
    await testServer.sql("update users set deleted_at = now() where id = $1", [gone.id]);
    await place(company);
    expect(await company.alerts()).toEqual([]);
    // From then on only.
    await testServer.sql("update users set alerts_enabled = true where id = $1", [bob.id]);
    await place(company);
    expect(await company.alerts()).toHaveLength(3);
  });

  test("fires WEEKDAY by the day on which it was placed, in UTC (ALERT-028, ALERT-019)", async () => {
    const company = await setUpAlertCompany(testServer);
    const [ann, bob] = [await company.person(), await company.person()];
    const late = `${daysAgo(2).slice(0, 10)}T23:59:59Z`;
    await company.trigger(ann.id, { rule: "WEEKDAY", weekdays: [weekdayOf(late)] });
    await company.trigger(bob.id, {
      rule: "WEEKDAY",
      weekdays: [1, 2, 3, 4, 5, 6, 7].filter((day) => day !== weekdayOf(late)),
    });
    // The same moment, written with the next day of another time zone.
    const elsewhere = new Date(Date.parse(late) + 5 * 3_600_000).toISOString().replace("Z", "+05:00");
    const identifier = await place(company, { fields: { order_date: elsewhere } });
    expect(await company.contents()).toEqual([
      `Order ${identifier} was placed on a ${nameOfDay(late)} for ${company.site.name}, $1,234.50`,
    ]);
    expect(await company.alerts(bob.id)).toEqual([]);
    await testServer.sql(
      "update company_configurations set has_trigger_rule_weekday_disabled = true where company_id = $1",
      [company.companyId],
    );
    await place(company, { fields: { order_date: late } });
    expect(await company.alerts()).toHaveLength(1);
  });

  test("fires nothing again when it is sent again, changed or moved to another site", async () => {
    const company = await setUpAlertCompany(testServer);
    const other = await company.addSite();
    const ann = await company.person();
    for (const siteId of [company.site.id, other.id])
      await company.trigger(ann.id, { rule: "CREATION", siteId });
    const identifier = await place(company);
    await place(company, { identifier });
    await place(company, { identifier, fields: { po_number: "PO-8", status: "Shipped" } });
    await place(company, { identifier, site: other });
    expect(await company.alerts()).toHaveLength(1);
  });

  test("fires whenever it was placed; in a batch, orders of more than seven days ago are history", async () => {
    const company = await setUpAlertCompany(testServer);
    const ann = await company.person();
    await company.trigger(ann.id, { rule: "CREATION" });
    await place(company, { fields: { order_date: daysAgo(400) } });
    await place(company, { fields: { order_date: daysAgo(-1) } });
    expect(await company.alerts()).toHaveLength(2);
    const batch = [8, 6].map((days) => ({
      identifier: `B-${days}`,
      order_date: daysAgo(days),
      ecommerce_username: company.site.shopUser,
      lines: [{ product: "P", text: "Valve", quantity: 1, base_unit_price_value: "10.00" }],
    }));
    await sendBatch(testServer, company.slug, company.headers, batch);
    await company.evaluated();
    const contents = (await company.contents()).join("\n");
    expect(contents).toContain("Order B-6 was placed");
    expect(contents).not.toContain("Order B-8 was placed");
  });

  test("of a batch fires like any other, a credit too", async () => {
    const company = await setUpAlertCompany(testServer);
    const ann = await company.person();
    await company.trigger(ann.id, { rule: "CREATION" });
    const lines = ["B-1", "B-2"].map((identifier) => ({
      identifier,
      ecommerce_username: company.site.shopUser,
      lines: [{ product: "P", text: "Credit", quantity: 1, base_unit_price_value: "-1050.00" }],
    }));
    await sendBatch(testServer, company.slug, company.headers, [...lines, ...lines]);
    await company.evaluated();
    expect(await company.contents()).toEqual([
      `Order B-1 was placed for ${company.site.name}, -$1,050.00`,
      `Order B-2 was placed for ${company.site.name}, -$1,050.00`,
    ]);
  });
});

describe("COUNT", () => {
  test("fires once a day, when the number of orders reaches the value (ALERT-029, ALERT-030 partly)", async () => {
    const company = await setUpAlertCompany(testServer);
    const [ann, bob] = [await company.person(), await company.person()];
    await company.trigger(ann.id, { rule: "COUNT", frequency: "DAILY", value: 3 });
    await company.trigger(bob.id, { rule: "COUNT", frequency: "WEEKLY", value: 4 });
    const today = new Date().toISOString();
    const orders = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () => company.order("1.00", { fields: { order_date: today } })),
      );
    await orders(2);
    await company.evaluated();
    expect(await company.alerts()).toEqual([]);
    await orders(1);
    await company.evaluated();
    const day = today.slice(0, 10);
    const monday = new Date(Date.parse(day) - (weekdayOf(day) - 1) * DAY).toISOString().slice(0, 10);
    const daily = `3 orders were placed for ${company.site.name} on ${statedDay(day)}`;
    expect(await company.contents()).toEqual([daily]);
    expect((await company.alerts())[0]?.order_identifier).toBeNull();
    await orders(4);
    await company.evaluated();
    expect(await company.contents()).toEqual([
      daily,
      `4 orders were placed for ${company.site.name} in the week of ${statedDay(monday)}`,
    ]);
    await company.letDaysPass(1);
    await orders(2);
    await company.evaluated();
    expect(await company.contents(ann.id)).toHaveLength(1);
  });

  test("INSTANTLY fires for every so many orders, however they arrive", async () => {
    const company = await setUpAlertCompany(testServer);
    const [ann, bob] = [await company.person(), await company.person()];
    await company.trigger(ann.id, { rule: "COUNT", value: 5 });
    await company.trigger(bob.id, { rule: "COUNT", value: 1 });
    const batch = (from: number, to: number) =>
      sendBatch(
        testServer,
        company.slug,
        company.headers,
        Array.from({ length: to - from }, (_, n) => ({
          identifier: `E-${from + n}`,
          ecommerce_username: company.site.shopUser,
          lines: [{ product: "P", text: "Valve", quantity: 1, base_unit_price_value: "1.00" }],
        })),
      );
    await batch(0, 4);
    await company.evaluated();
    expect(await company.alerts(ann.id)).toEqual([]);
    await batch(4, 17);
    await company.evaluated();
    expect(await company.contents(ann.id)).toEqual(
      [1, 2, 3].map(() => `5 more orders were placed for ${company.site.name}`),
    );
    expect(await company.alerts(bob.id)).toHaveLength(17);
  });

  test("ignores triggers without a usable value", async () => {
    const company = await setUpAlertCompany(testServer);
    for (const value of [undefined, 0, -1])
      await company.trigger((await company.person()).id, { rule: "COUNT", value });
    await place(company);
    expect(await company.alerts()).toEqual([]);
  });
});
