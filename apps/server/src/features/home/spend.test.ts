import { home } from "@mcc/contract/home/home.api.ts";
import type { OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { beforeAll, expect, test } from "vitest";
import { addOrder, addSite, assignSite, type Site } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

/** A company with two sites, of which the member sees the first one. */
const addCompanyOfTwo = async () => {
  const companyId = await addCompany(testServer);
  const sites = [await addSite(testServer, companyId), await addSite(testServer, companyId)] as [Site, Site];
  const admin = await addPerson(testServer, companyId, { admin: true });
  const member = await addPerson(testServer, companyId);
  await assignSite(testServer, sites[0], member.id);
  const [adminToken, memberToken] = await Promise.all(
    [admin, member].map(({ username }) => tokenFor(testServer, username)),
  );
  return { companyId, sites, member, adminToken: String(adminToken), memberToken: String(memberToken) };
};

const spent = async (token: string, query: { after?: string; before?: string } = {}) => {
  const { status, body } = await testServer.call(home, { token, query });
  expect(status).toBe(200);
  return body.spend;
};

const place = (site: Site, date: string, total: string, status: OrderStatus = "Shipped") =>
  addOrder(testServer, site, { date, total, subtotal: total, status });

test("a month is answered by day, days without orders included, within the sites of the user", async () => {
  const { sites, adminToken, memberToken } = await addCompanyOfTwo();
  await place(sites[0], "2026-03-02T23:59:59.999Z", "10.25");
  await place(sites[0], "2026-03-04T00:00:00Z", "0.10");
  await place(sites[1], "2026-03-04T12:00:00Z", "5.00");
  await place(sites[0], "2026-03-06T00:00:00Z", "99.00"); // the day after
  const window = { after: "2026-03-02", before: "2026-03-05" };
  expect(await spent(memberToken, window)).toMatchObject({
    unit: "day",
    orders: 2,
    total: "10.35",
    periods: [
      { start: "2026-03-02", orders: 1, total: "10.25" },
      { start: "2026-03-03", orders: 0, total: "0.00" },
      { start: "2026-03-04", orders: 1, total: "0.10" },
      { start: "2026-03-05", orders: 0, total: "0.00" },
    ],
  });
  const all = await spent(adminToken, window);
  expect([all.orders, all.total]).toEqual([3, "15.35"]);
});

test("pending, canceled and rejected orders are not spend, for admins and for users of some sites", async () => {
  const { sites, adminToken, memberToken } = await addCompanyOfTwo();
  const counted: OrderStatus[] = ["Accepted", "Processing", "Shipped", "Partially Shipped", "Delivered"];
  const not: OrderStatus[] = ["Pending Approval", "Canceled", "Rejected"];
  for (const status of counted) await place(sites[0], "2026-03-02T12:00:00Z", "1.00", status);
  for (const status of not) await place(sites[0], "2026-03-02T12:00:00Z", "100.00", status);
  for (const token of [adminToken, memberToken]) {
    const { orders, total } = await spent(token, { after: "2026-03-01", before: "2026-03-03" });
    expect([orders, total]).toEqual([5, "5.00"]);
  }
});

test("spend follows an order that is approved, moved to another site, and canceled", async () => {
  const { sites, memberToken } = await addCompanyOfTwo();
  const window = { after: "2026-03-01", before: "2026-03-03" };
  const order = await place(sites[0], "2026-03-02T12:00:00Z", "7.00", "Pending Approval");
  const set = (change: string, value: unknown) =>
    testServer.sql(`update orders set ${change} = $2 where id = $1`, [order.id, value]);
  const seen = async () => (await spent(memberToken, window)).total;
  expect(await seen()).toBe("0.00");
  await set("status", 1);
  expect(await seen()).toBe("7.00");
  await set("total", "8.50");
  expect(await seen()).toBe("8.50");
  await set("site_id", sites[1].id);
  expect(await seen()).toBe("0.00");
  await set("site_id", sites[0].id);
  await set("status", 7);
  expect(await seen()).toBe("0.00");
});

test("half a year is answered by week, a year by month, and what is longer than five years by year", async () => {
  const { sites, memberToken } = await addCompanyOfTwo();
  await place(sites[0], "2019-05-20T12:00:00Z", "1.00");
  await place(sites[0], "2025-07-08T12:00:00Z", "2.00"); // a Tuesday
  const weeks = await spent(memberToken, { after: "2025-07-01", before: "2025-12-27" });
  expect([weeks.unit, weeks.periods.length]).toEqual(["week", 26]);
  // 1 July 2025 was a Tuesday: its week begins on the Monday before.
  expect(weeks.periods.slice(0, 2)).toMatchObject([
    { start: "2025-06-30", orders: 0, total: "0.00" },
    { start: "2025-07-07", orders: 1, total: "2.00" },
  ]);
  const months = await spent(memberToken, { after: "2024-12-28", before: "2025-12-27" });
  expect([months.unit, months.periods.length]).toEqual(["month", 13]);
  expect(months.periods[7]).toMatchObject({ start: "2025-07-01", orders: 1, total: "2.00" });
  const years = await spent(memberToken);
  expect([years.unit, years.total]).toEqual(["year", "3.00"]);
  expect(years.periods[0]).toMatchObject({ start: "2019-01-01", orders: 1, total: "1.00" });
});

test("each period stands beside the one that is as many days earlier as the window is long (WORK-007 partly)", async () => {
  const { sites, adminToken, memberToken } = await addCompanyOfTwo();
  await place(sites[0], "2026-03-02T12:00:00Z", "10.00"); // four days before the 6th
  await place(sites[1], "2026-03-05T23:59:59Z", "3.00");
  await place(sites[0], "2026-03-01T23:59:59Z", "99.00"); // the day before the period before
  await place(sites[0], "2026-03-06T12:00:00Z", "7.00");
  const window = { after: "2026-03-06", before: "2026-03-09" };
  const { before, periods } = await spent(adminToken, window);
  expect(before).toEqual({ orders: 2, total: "13.00" });
  expect(periods.map((period) => [period.start, period.before?.total])).toEqual([
    ["2026-03-06", "10.00"],
    ["2026-03-07", "0.00"],
    ["2026-03-08", "0.00"],
    ["2026-03-09", "3.00"],
  ]);
  expect((await spent(memberToken, window)).before).toEqual({ orders: 1, total: "10.00" });
  const all = await testServer.call(home, { token: adminToken, query: window });
  expect(all.body).toMatchObject({ orders_before: 2, alerts_before: 0 });
  const ever = await testServer.call(home, { token: adminToken });
  expect(ever.body).toMatchObject({ orders_before: null, alerts_before: null, spend: { before: null } });
});

test("the periods end today, although the window ends tomorrow", async () => {
  const { sites, memberToken } = await addCompanyOfTwo();
  const day = (ahead: number) => new Date(Date.now() + ahead * 24 * 60 * 60_000).toISOString().slice(0, 10);
  await place(sites[0], `${day(-3)}T12:00:00Z`, "1.00");
  const { periods } = await spent(memberToken, { after: day(-7), before: day(1) });
  // Midnight may pass while the test runs.
  expect([day(0), day(-1)]).toContain(periods.at(-1)?.start);
});

test("users without sites, new companies and other companies have no spend", async () => {
  const { companyId, sites } = await addCompanyOfTwo();
  await place(sites[0], "2026-03-02T12:00:00Z", "1.00");
  const siteless = await addPerson(testServer, companyId);
  const other = await addCompanyOfTwo();
  const nothing = { unit: "day", periods: [], orders: 0, total: "0.00", before: null };
  for (const token of [await tokenFor(testServer, siteless.username), other.adminToken, other.memberToken]) {
    expect(await spent(token)).toEqual(nothing);
  }
});

test("what is no day, and a parameter that is unknown, are refused", async () => {
  const { memberToken: token } = await addCompanyOfTwo();
  for (const query of [
    { after: "yesterday" },
    { after: "2026-02-30" },
    { before: "2026-03-02T00:00:00Z" },
    { after: "0001-01-01" },
    { before: "9999-12-31" },
    { after: ["2026-03-02", "2026-03-03"] },
    { range: "30" },
  ]) {
    const refused = await testServer.call(home, { token, query: query as never });
    expect(refused.status, JSON.stringify(query)).toBe(400);
  }
  expect((await spent(token, { after: "2026-03-05", before: "2026-03-02" })).periods).toEqual([]);
  expect((await spent(token, { after: "1900-01-01", before: "2199-12-31" })).periods).toEqual([]);
});
