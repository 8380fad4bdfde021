import { dashboard } from "@mcc/contract/analytics/analytics.api.ts";
import { approvalTimes } from "@mcc/contract/analytics/approval-times.api.ts";
import type { Bar, Dashboard } from "@mcc/contract/analytics/dashboard.schema.ts";
import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { centsOf, moneyOf } from "@mcc/contract/kit/money.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { ORDER_STATUSES, type OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { beforeAll, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { addOrder, addSite, assignSite, type Site } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let companyId: number;
let sites: Site[];
const tokens = { admin: "", member: "", siteless: "" };

/** Orders of every status and age, of sites and regions whose names are parts of others, on both sides of the beginning of a month and of the 12 months. */
const fill = () =>
  testServer.sql(
    `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, payment_status, order_date, total, subtotal)
     select $1, 'D-' || n, snapshot.site_id, snapshot.id, 1 + n % 8, nullif(n % 4, 0),
       date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - make_interval(secs => n * n * 103), n * 1.37, n
     from generate_series(0, 700) n
     join (select *, row_number() over (order by id) as at from site_snapshots where company_id = $1) snapshot
       on snapshot.at = 1 + n % 3`,
    [companyId],
  );

beforeAll(async () => {
  testServer = await startTestServer();
  companyId = await addCompany(testServer);
  sites = [
    await addSite(testServer, companyId, { name: "Rig 1", region: "North" }),
    await addSite(testServer, companyId, { name: "Rig 12", region: "North East" }),
    await addSite(testServer, companyId, { name: "Camp", region: "South" }),
  ];
  await fill();
  const admin = await addPerson(testServer, companyId, { admin: true, analytics: true });
  const member = await addPerson(testServer, companyId, { analytics: true });
  const siteless = await addPerson(testServer, companyId, { analytics: true });
  for (const site of sites.slice(0, 2)) await assignSite(testServer, site, member.id);
  tokens.admin = await tokenFor(testServer, admin.username);
  tokens.member = await tokenFor(testServer, member.username);
  tokens.siteless = await tokenFor(testServer, siteless.username);
});

const show = async (token: string, name: string, query: object = {}): Promise<Dashboard> => {
  const { status, body } = await testServer.call(dashboard, { token, params: { dashboard: name }, query });
  expect(status).toBe(200);
  return body;
};
const chart = ({ charts }: Dashboard, title: string) => {
  const found = charts.find((each) => each.title === title);
  if (!found) throw new Error(`No chart is called ${title}.`);
  return found;
};

/** The export of the list that a link leads to, in full. */
const exported = async (token: string, link = "/orders"): Promise<OrderRow[]> => {
  const query: Record<string, string | string[]> = {};
  for (const [key, value] of new URL(link, "http://x").searchParams) {
    const before = query[key];
    query[key] = before === undefined ? value : [before, value].flat();
  }
  const { status, body } = await testServer.call(orderList.page, {
    token,
    query: { ...query, limit: String(ALL_ROWS) },
  });
  expect(status, link).toBe(200);
  return body.results;
};
const sumOf = (rows: readonly OrderRow[]): string =>
  moneyOf(rows.reduce((sum, row) => sum + centsOf(row.taxful_total_price_value), 0n));

/** Orders and total of a bar, however its measures are ordered. */
const numbersOf = ({ measures }: { measures: Dashboard["charts"][number]["measures"] }, { values }: Bar) => ({
  orders: values[measures.findIndex(({ label }) => label === "Orders")],
  total: values[measures.findIndex(({ label }) => label === "Total")],
});

test.each(["admin", "member"] as const)(
  "every bar of orders equals the export of the list that it leads to, for the %s",
  async (who) => {
    let compared = 0;
    for (const [name, query] of [
      ["total-spend", {}],
      ["total-spend", { by: "region" }],
      ["total-spend", { by: "site", place: "Rig 1" }],
      ["open-orders", {}],
      ["order-status", {}],
    ] as const) {
      for (const each of (await show(tokens[who], name, query)).charts) {
        for (const bar of each.bars) {
          const rows = await exported(tokens[who], bar.link);
          expect(numbersOf(each, bar), `${name}, ${each.title}, ${bar.label}`).toEqual({
            orders: rows.length,
            total: sumOf(rows),
          });
          compared += rows.length > 0 ? 1 : 0;
        }
      }
    }
    expect(compared).toBeGreaterThan(60);
  },
);

test.each(["admin", "member"] as const)(
  "spend by month equals what the orders export adds up to, for the %s",
  async (who) => {
    const spent = (await exported(tokens[who])).filter(
      ({ status }) => !["Pending Approval", "Canceled", "Rejected"].includes(status),
    );
    const months = chart(await show(tokens[who], "total-spend"), "Spend by month");
    expect(months.bars).toHaveLength(12);
    const now = new Date();
    for (const [at, bar] of months.bars.entries()) {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11 + at, 1));
      const rows = spent.filter(
        ({ order_date }) => order_date.slice(0, 7) === month.toISOString().slice(0, 7),
      );
      expect(bar.label).toBe(
        month.toLocaleDateString("en-US", { timeZone: "UTC", month: "short", year: "numeric" }),
      );
      expect(bar.values).toEqual([sumOf(rows), rows.length]);
    }
  },
);

test("spend is divided by site and by region, and one of them has its own months", async () => {
  const all = await exported(tokens.admin);
  const recent = (name: string, key: "name" | "region") =>
    all.filter(
      ({ site, status, order_date }) =>
        site[key] === name &&
        !["Pending Approval", "Canceled", "Rejected"].includes(status) &&
        order_date >= firstOfYear(),
    );
  const firstOfYear = () => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1)).toISOString();
  };
  const bySite = chart(await show(tokens.admin, "total-spend"), "Spend by site");
  expect(bySite.bars.map(({ label }) => label).toSorted()).toEqual(["Camp", "Rig 1", "Rig 12"]);
  for (const { label, values } of bySite.bars)
    expect(values).toEqual([sumOf(recent(label, "name")), recent(label, "name").length]);
  const regions = await show(tokens.admin, "total-spend", { by: "region", place: "North" });
  for (const { label, values } of chart(regions, "Spend by region").bars)
    expect(values[0]).toBe(sumOf(recent(label, "region")));
  const north = chart(regions, "Spend by month: North").bars.map(({ values }) => centsOf(String(values[0])));
  expect(moneyOf(north.reduce((sum, cents) => sum + cents, 0n))).toBe(sumOf(recent("North", "region")));
});

test("a site that was renamed has all of its orders in the list behind its bar, and namesakes share one", async () => {
  const company = await addCompany(testServer);
  const renamed = await addSite(testServer, company, { name: "Old Name", region: "Old Region" });
  const deleted = await addSite(testServer, company, { name: "Depot", region: "South" });
  const place = ({ id, snapshot }: Site) =>
    testServer.sql(
      `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal)
       values ($1, gen_random_uuid()::text, $2, $3, 1, now(), 10, 10)`,
      [company, id, snapshot],
    );
  await place(renamed);
  await place(deleted);
  await testServer.sql("update sites set name = 'New Name', region = 'New Region' where id = $1", [
    renamed.id,
  ]);
  await testServer.sql("update sites set deleted_at = now() where id = $1", [deleted.id]);
  await place(await addSite(testServer, company, { name: "Depot", region: "South" }));
  const { username } = await addPerson(testServer, company, { admin: true, analytics: true });
  const token = await tokenFor(testServer, username);
  const drawn = async (name: string, title: string, query: object = {}) => {
    const { bars } = chart(await show(token, name, query), title);
    return Promise.all(
      bars.map(async (bar) => [bar.label, bar.values.at(-1), (await exported(token, bar.link)).length]),
    );
  };
  expect(await drawn("total-spend", "Spend by site")).toEqual([
    ["Depot", 2, 2],
    ["New Name", 1, 1],
  ]);
  expect(await drawn("total-spend", "Spend by region", { by: "region" })).toEqual([
    ["South", 2, 2],
    ["New Region", 1, 1],
  ]);
  expect(
    (await drawn("open-orders", "Open orders by site")).map(([label, , listed]) => [label, listed]),
  ).toEqual([
    ["Depot", 2],
    ["New Name", 1],
  ]);
});

test("users see the sites of their scope only", async () => {
  const bySite = chart(await show(tokens.member, "total-spend"), "Spend by site");
  expect(bySite.bars.map(({ label }) => label).toSorted()).toEqual(["Rig 1", "Rig 12"]);
  const hidden = await show(tokens.member, "total-spend", { by: "site", place: "Camp" });
  expect(hidden.facts[1]?.value).toBe(0);
  for (const name of ["total-spend", "open-orders", "order-status", "service-quality"]) {
    const { charts, facts } = await show(tokens.siteless, name);
    for (const { bars, measures } of charts)
      for (const { values } of bars)
        for (const [at, { kind }] of measures.entries())
          expect([0, "0.00", null], `${name} ${kind}`).toContain(values[at]);
    for (const { value } of facts) expect([0, "0.00", null]).toContain(value);
  }
});

test("deliveries are on time within 14 days, by the month of the order date", async () => {
  const company = await addCompany(testServer);
  const site = await addSite(testServer, company);
  const other = await addSite(testServer, company);
  const admin = await addPerson(testServer, company, { admin: true, analytics: true });
  const member = await addPerson(testServer, company, { analytics: true });
  await assignSite(testServer, site, member.id);
  const place = ({ id, snapshot }: Site, days: number | null) =>
    testServer.sql(
      `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal, status_times)
       select $1, gen_random_uuid()::text, $2, $3, 6, placed, 10, 10,
         case when $4::float8 is null then '{}' else jsonb_build_object('6', placed + make_interval(secs => $4 * 86400)) end
       from (select date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '40 days' as placed) as order_date`,
      [company, id, snapshot, days],
    );
  for (const days of [1, 13.9, 14.1, null]) await place(site, days);
  await place(other, 30);
  const served = async (username: string) => {
    const shown = await show(await tokenFor(testServer, username), "service-quality");
    return chart(shown, "On-time delivery")
      .bars.filter(({ values }) => values[1] !== 0)
      .map(({ values }) => values);
  };
  // 1, 13 and 14 whole days; and 30 at the other site.
  expect(await served(member.username)).toEqual([[2 / 3, 3, 28 / 3]]);
  expect(await served(admin.username)).toEqual([[2 / 4, 4, 58 / 4]]);
});

test("rejections are shares of the orders that are decided", async () => {
  const all = await exported(tokens.member);
  const { bars } = chart(await show(tokens.member, "service-quality"), "Rejection rate");
  for (const { values, link } of bars) {
    const month = String(new URL(link, "http://x").searchParams.get("orderDate_after")).slice(0, 7);
    const placed = all.filter(
      ({ order_date, status }) => order_date.startsWith(month) && status !== "Pending Approval",
    );
    const rejected = placed.filter(({ status }) => status === "Rejected").length;
    expect(values).toEqual([placed.length ? rejected / placed.length : null, rejected, placed.length]);
    expect(await exported(tokens.member, link)).toHaveLength(rejected);
  }
  expect(ORDER_STATUSES).toHaveLength(8);
});

test("markup in names stays text, and filters of a link are escaped", async () => {
  const company = await addCompany(testServer);
  const site = await addSite(testServer, company, { name: "<b>Rig</b> & 50% #1?" });
  const admin = await addPerson(testServer, company, { admin: true, analytics: true });
  await testServer.sql(
    `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal)
     values ($1, 'M-1', $2, $3, 1, now(), 10, 10)`,
    [company, site.id, site.snapshot],
  );
  const token = await tokenFor(testServer, admin.username);
  const [bar] = chart(await show(token, "open-orders"), "Open orders by site").bars;
  expect(bar?.label).toBe("<b>Rig</b> & 50% #1?");
  expect(await exported(token, bar?.link)).toHaveLength(1);
});

test("in a hierarchy spend is divided by the nodes of a group, each bar with the list of its sites", async () => {
  const company = await addCompany(testServer, { hierarchy: true });
  const insert = async (text: string, values: unknown[]) =>
    Number((await testServer.sql<{ id: number }>(`insert into ${text} returning id`, values))[0]?.id);
  const group = await insert("organization_groups (company_id, name) values ($1, 'Area')", [company]);
  const node = (name: string, parent: number | null) =>
    insert("organization_nodes (company_id, group_id, name, parent_id) values ($1, $2, $3, $4)", [
      ...[company, group, name, parent],
    ]);
  const root = await node("Everywhere", null);
  const north = await node("North", root);
  const camp = await node("Camp", north);
  for (const [nodeId, total] of [
    [root, 1],
    [north, 10],
    [camp, 100],
  ] as const) {
    const { id, snapshot } = await addSite(testServer, company, { nodeId });
    await testServer.sql(
      `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal)
       values ($1, gen_random_uuid()::text, $2, $3, 6, now(), $4, $4)`,
      [company, id, snapshot, total],
    );
  }
  const { username } = await addPerson(testServer, company, { admin: true, analytics: true });
  const token = await tokenFor(testServer, username);
  const shown = await show(token, "total-spend", { by: `group_${group}`, place: "North" });
  const { bars } = chart(shown, "Spend by area");
  expect(bars.map(({ label, values }) => [label, ...values])).toEqual([
    ["Everywhere", "111.00", 3],
    ["North", "110.00", 2],
    ["Camp", "100.00", 1],
  ]);
  for (const { link, values } of bars) expect(await exported(token, link)).toHaveLength(Number(values[1]));
  expect(shown.facts[0]?.value).toBe("110.00");
  const month = chart(shown, "Spend by month: North").bars.at(-1);
  expect(await exported(token, month?.link)).toHaveLength(2);
});

test("the time to decision is that of approval times, by step and approver, within what each user may see", async () => {
  const company = await addCompany(testServer, { approvals: true });
  // Work goes on day and night, so that hours are hours whenever this runs.
  await testServer.sql(
    `update company_configurations set working_days = '{1,2,3,4,5,6,7}', working_from = '00:00', working_until = '24:00',
       time_zone = 'UTC' where company_id = $1`,
    [company],
  );
  const site = await addSite(testServer, company);
  const other = await addSite(testServer, company);
  const member = await addPerson(testServer, company, { analytics: true });
  const admin = await addPerson(testServer, company, { admin: true, analytics: true });
  await assignSite(testServer, site, member.id);
  type Wait = readonly [name: string, hours: number, approver: string, state?: "rejected"];
  const PERSON = "Daniel Kuptana";
  const decided = async (where: Site, waits: readonly Wait[]) => {
    const [order] = await testServer.sql<{ id: number }>(
      `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal)
       values ($1, gen_random_uuid()::text, $2, $3, 2, now(), 10, 10) returning id`,
      [company, where.id, where.snapshot],
    );
    for (const [position, [name]] of waits.entries())
      await testServer.sql(
        "insert into order_steps (company_id, order_id, position, name, limit_amount, user_id) values ($1, $2, $3, $4, 0, $5)",
        [company, order?.id, position + 1, name, name === PERSON ? admin.id : null],
      );
    for (const [position, [, hours, approver, state = "done"]] of waits.entries())
      await testServer.sql(
        `update order_steps set state = $4, current_since = now() - make_interval(hours => $3), acted_at = now(), acted_by_name = $5
         where order_id = $1 and position = $2`,
        [order?.id, position + 1, hours, state, approver],
      );
  };
  await decided(site, [
    ["Manager", 2, "Ann"],
    ["Finance", 30, "Bob", "rejected"],
  ]);
  await decided(site, [
    ["Manager", 4, "Bob"],
    [PERSON, 1, "Ann"],
  ]);
  await decided(other, [["Manager", 500, "Ann"]]);
  const timesOf = (shown: Dashboard, title: string) =>
    chart(shown, title).bars.map(({ label, values }) => [label, values[0], values[3]]);
  const memberToken = await tokenFor(testServer, member.username);
  const shown = await show(memberToken, "service-quality");
  // The member sees the first site only, and no steps of persons.
  expect(timesOf(shown, "Time to decision by step")).toEqual([
    ["Finance", 30, 1],
    ["Manager", 2, 2],
  ]);
  expect(shown.charts.map(({ title }) => title)).not.toContain("Time to decision by approver");
  const adminToken = await tokenFor(testServer, admin.username);
  const toAdmin = await show(adminToken, "service-quality");
  expect(timesOf(toAdmin, "Time to decision by step")).toEqual([
    ["Finance", 30, 1],
    ["Manager", 4, 3],
    [PERSON, 1, 1],
  ]);
  // Half of 4 and 30 hours, and of 1, 2 and 500.
  expect(timesOf(toAdmin, "Time to decision by approver")).toEqual([
    ["Bob", 4, 2],
    ["Ann", 2, 3],
  ]);
  const ofDecisions = ({ facts }: Dashboard) => facts.find(({ label }) => label === "Decisions");
  expect(ofDecisions(shown)).toEqual({
    ...{ label: "Decisions", kind: "count", value: 4, before: 0, link: "/analytics/approvals" },
  });
  for (const [token, dashboard] of [
    [memberToken, shown],
    [adminToken, toAdmin],
  ] as const) {
    const { body: times } = await testServer.call(approvalTimes, { token, query: { by: "role" } });
    expect(times.charts.find(({ title }) => title === "Times by role or person: steps")?.bars).toEqual(
      chart(dashboard, "Time to decision by step").bars,
    );
    expect(times.facts.find(({ label }) => label === "Decisions")?.value).toBe(ofDecisions(dashboard)?.value);
  }
});

test("a bar of an approver leads to the orders they decided, one of an age to the orders that wait so long", async () => {
  const testCompany = await setUpApprovalCompany(testServer);
  const role = await testCompany.role();
  await testCompany.rule({ roleId: role, limit: 0 });
  const ann = await testCompany.person({ roleId: role, firstName: "Ann", lastName: "Ash" });
  const admin = await testCompany.person({ admin: true, analytics: true });
  const [one, two] = [await testCompany.order("10.00"), await testCompany.order("20.00")];
  await testCompany.approve(ann.token, one.identifier);
  await testCompany.reject(ann.token, two.identifier);
  for (const days of [0, 1, 3, 3, 20]) {
    const { identifier } = await testCompany.order("5.00");
    // In the middle of the day, so that it is that day in every test.
    await testServer.sql(
      `update orders set order_date = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
         + interval '1 second' - make_interval(days => $1) where company_id = $2 and identifier = $3`,
      [days, testCompany.companyId, identifier],
    );
  }
  const shown = await show(admin.token, "service-quality");
  const [bar] = chart(shown, "Time to decision by approver").bars;
  expect([bar?.label, bar?.values[3]]).toEqual(["Ann Ash", 2]);
  const orders = await exported(admin.token, bar?.link);
  expect(orders.map(({ identifier }) => identifier).sort()).toEqual([one.identifier, two.identifier].sort());
  const ages = chart(shown, "Waiting for a decision, by age").bars;
  expect(ages.map(({ label, values }) => [label, ...values])).toEqual([
    ["Today", 1, "5.00"],
    ["1 day", 1, "5.00"],
    ["2 to 3 days", 2, "10.00"],
    ["4 to 7 days", 0, "0.00"],
    ["8 to 14 days", 0, "0.00"],
    ["Over 14 days", 1, "5.00"],
  ]);
  for (const { link, values } of ages) {
    expect(link).toContain("/pending-approvals");
    const filters = Object.fromEntries(new URL(link, "http://portal.test").searchParams);
    const { body: page } = await testServer.call(pendingList.page, {
      token: admin.token,
      query: filters as never,
    });
    expect(page.count).toBe(values[0]);
  }
});

test("figures and months stand beside the same days of the year before (WORK-007 partly)", async () => {
  const company = await addCompany(testServer);
  const site = await addSite(testServer, company);
  const place = (daysAgo: number, total: string, status: "Delivered" | "Rejected" = "Delivered") => {
    const date = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    return addOrder(testServer, site, { date, total, subtotal: total, status });
  };
  await place(40, "30.00");
  await place(40, "10.00", "Rejected");
  await place(40 + 365, "20.00");
  await place(3 * 365, "99.00"); // before the year before
  const [admin, member] = [
    await addPerson(testServer, company, { admin: true, analytics: true }),
    await addPerson(testServer, company, { analytics: true }),
  ];
  await assignSite(testServer, site, member.id);
  for (const { username } of [admin, member]) {
    const token = await tokenFor(testServer, username);
    const spend = await show(token, "total-spend");
    expect(spend.facts.slice(0, 3).map(({ value, before }) => [value, before])).toEqual([
      ["30.00", "20.00"],
      [1, 1],
      ["30.00", "20.00"],
    ]);
    const months = chart(spend, "Spend by month").bars;
    expect(months.filter(({ before }) => before !== "0.00").map(({ before }) => before)).toEqual(["20.00"]);
    const status = await show(token, "order-status");
    expect(status.facts.map(({ value, before }) => [value, before])).toEqual([
      [2, 1],
      [0.5, 1],
      [0, undefined],
      [0.5, 0],
    ]);
    const quality = await show(token, "service-quality");
    expect(quality.facts[2]).toMatchObject({ label: "Rejected", value: 0.5, before: 0 });
  }
});
