import { approvalTimes } from "@mcc/contract/analytics/approval-times.api.ts";
import type { ApprovalTimes } from "@mcc/contract/analytics/approval-times.schema.ts";
import { home } from "@mcc/contract/home/home.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { beforeAll, expect, test } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../../testing/approval-company.ts";
import { addDelegation } from "../../../testing/delegations.ts";
import { ALWAYS, setUpLateSteps } from "../../../testing/late-steps.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const ask = async (token: string, query: object = {}): Promise<ApprovalTimes> => {
  const { status, body } = await testServer.call(approvalTimes, { token, query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

/** The orders of the list that a link leads to. */
const ordersBehind = async (token: string, link: string | null | undefined): Promise<string[]> => {
  const query: Record<string, string | string[]> = {};
  for (const [key, value] of new URL(link ?? "", "http://x").searchParams) query[key] = value;
  const { status, body } = await testServer.call(orderList.page, {
    token,
    query: { ...query, limit: "100" },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results.map(({ identifier }) => identifier).sort();
};

const fact = ({ facts }: ApprovalTimes, label: string) => facts.find((each) => each.label === label);
const chart = ({ charts }: ApprovalTimes, title: string) => {
  const found = charts.find((each) => each.title.startsWith(title));
  if (!found) throw new Error(`No chart begins with ${title}: ${charts.map((each) => each.title)}.`);
  return found;
};
/** The values of the bars by their names: median, 90% within and longest in hours, and decisions. */
const figures = (times: ApprovalTimes, title: string) =>
  Object.fromEntries(chart(times, title).bars.map(({ label, values }) => [label, values.slice(0, 4)]));

/** Lets a step wait so many hours: it was decided at noon of a day in UTC. */
const timeStep = (desk: ApprovalCompany, identifier: string, hours: number, day: string, position = 1) =>
  testServer.sql(
    `update order_steps set acted_at = $3::timestamptz, current_since = $3::timestamptz - make_interval(secs => $4::float8 * 3600)
     where company_id = $1 and position = $5
       and order_id = (select id from orders where company_id = $1 and identifier = $2)`,
    [desk.companyId, identifier, `${day}T12:00:00Z`, hours, position],
  );

/** Two sites, two approvers, work around the clock: seven decisions of July, three of August 2026. */
const setUp = async () => {
  const desk = await setUpLateSteps(testServer, ALWAYS);
  const other = await desk.addSite({ name: `Quay ${desk.slug}` });
  const ann = await desk.person({
    ...{ roleId: desk.roleId, firstName: "Ann", lastName: "Lee" },
    sites: [desk.site, other],
  });
  const viewer = await desk.person({ analytics: true, sites: [other] });
  const both = await desk.person({ analytics: true, sites: [desk.site, other] });
  const decided = async (hours: number, day: string, more: { site?: typeof other; by?: string } = {}) => {
    const { identifier } = await desk.order("10.00", more.site ? { site: more.site } : {});
    expect((await desk.approve(more.by ?? desk.sam.token, identifier)).status).toBe(200);
    await timeStep(desk, identifier, hours, day);
    return identifier;
  };
  const july: string[] = [];
  for (const hours of [1, 2, 3, 4, 5, 6, 7]) july.push(await decided(hours, "2026-07-10"));
  const august = [
    await decided(10, "2026-08-05", { site: other, by: ann.token }),
    await decided(20, "2026-08-06", { site: other, by: ann.token }),
  ];
  const { identifier } = await desk.order("10.00", { site: other });
  expect((await desk.reject(ann.token, identifier, " Too expensive ")).status).toBe(200);
  await timeStep(desk, identifier, 30, "2026-08-31");
  return { ...desk, other, viewer, both, july, august, rejected: identifier };
};
const RANGE = { after: "2026-07-01", before: "2026-08-31" };

test("steps are timed by month, approver, role and site, and every figure leads to its orders (REPT-006)", async () => {
  const { admin, july, august, rejected, site, other } = await setUp();
  const { token } = admin;
  const byMonth = await ask(token, RANGE);
  expect(figures(byMonth, "Times by month")).toEqual({
    "Jul 2026": [4, 7, 7, 7],
    "Aug 2026": [20, 30, 30, 3],
  });
  expect(figures(await ask(token, { ...RANGE, by: "approver" }), "Times by approver")).toEqual({
    "Pat Doe": [4, 7, 7, 7],
    "Ann Lee": [20, 30, 30, 3],
  });
  expect(figures(await ask(token, { ...RANGE, by: "role" }), "Times by role")).toEqual({
    Site: [5, 20, 30, 10],
  });
  const bySite = await ask(token, { ...RANGE, by: "site" });
  expect(figures(bySite, "Times by site")).toEqual({
    [site.name]: [4, 7, 7, 7],
    [other.name]: [20, 30, 30, 3],
  });
  const [slow] = chart(bySite, "Times by site").bars;
  expect(slow?.label).toBe(other.name);
  const behind = await Promise.all((slow?.links ?? []).map((link) => link && ordersBehind(token, link)));
  expect(behind).toEqual([
    [august[1], rejected].sort(), // at least the median
    [rejected],
    [rejected],
    [...august, rejected].sort(),
    ...[null, null, null], // escalated, delegated, by e-mail: none
    [rejected],
  ]);
  // The page and the export have the title.
  expect(byMonth.charts.map(({ title }) => title)).toContain("Times by month (UTC): steps");
  const [first] = chart(byMonth, "Times by month").bars;
  expect(await ordersBehind(token, first?.link)).toEqual([...july].sort());
  expect(fact(byMonth, "Rejected")).toMatchObject({ value: 0.1 });
  expect(await ordersBehind(token, fact(byMonth, "Longest")?.link)).toEqual([rejected]);
  const [reason] = chart(byMonth, "Why orders were rejected").bars;
  expect(reason).toMatchObject({ label: "Too expensive", values: [1] });
  expect(await ordersBehind(token, reason?.link)).toEqual([rejected]);
  const reversed = { by: "month", after: "2026-08-31", before: "2026-07-01" } as const;
  const refused = await testServer.call(approvalTimes, { token, query: reversed });
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["before"]]);
  // Parts of months are read from the decisions themselves, and months without any are not drawn before the first.
  expect(figures(await ask(token, { after: "2026-06-15", before: "2026-08-05" }), "Times by month")).toEqual({
    "Jul 2026": [4, 7, 7, 7],
    "Aug 2026": [10, 10, 10, 1],
  });
  // Days that a span lacks of a month are taken out of it: the decisions of July, and the one of the last of August.
  const most = { after: "2026-07-11", before: "2026-08-20" };
  for (const [by, title, key] of [
    ["month", "Times by month", "Aug 2026"],
    ["approver", "Times by approver", "Ann Lee"],
    ["role", "Times by role", "Site"],
    ["site", "Times by site", other.name],
  ] as const)
    expect(figures(await ask(token, { ...most, by }), title)).toEqual({ [key]: [10, 20, 20, 2] });
  expect(fact(await ask(token, most), "Decisions")?.value).toBe(2);
  expect(figures(await ask(token, { after: "2026-08-06", before: "2026-08-30" }), "Times by month")).toEqual({
    "Aug 2026": [20, 20, 20, 1],
  });
});

test("users with analytics see the times of their sites only, and no approvers (REPT-006)", async () => {
  const { admin, sam, viewer, both, august, rejected, other } = await setUp();
  const seen = await ask(viewer.token, { ...RANGE, by: "site" });
  expect(figures(seen, "Times by site")).toEqual({ [other.name]: [20, 30, 30, 3] });
  expect(figures(seen, "Times by month")).toEqual({ "Aug 2026": [20, 30, 30, 3] });
  expect(await ordersBehind(viewer.token, fact(seen, "Decisions")?.link)).toEqual(
    [...august, rejected].sort(),
  );
  // The link of someone who sees more shows no more.
  const [all] = [fact(await ask(admin.token, RANGE), "Decisions")?.link];
  expect(await ordersBehind(viewer.token, all)).toEqual([...august, rejected].sort());
  expect(seen.choices).toEqual(["month", "role", "site"]);
  const refused = await testServer.call(approvalTimes, { token: viewer.token, query: { by: "approver" } });
  expect(refused.status).toBe(403);
  expect((await testServer.call(approvalTimes, { token: sam.token, query: {} })).status).toBe(403);
  const noTree = await testServer.call(approvalTimes, { token: viewer.token, query: { by: "node" } });
  expect([noTree.status, noTree.body]).toEqual([400, { by: ["Your company has no hierarchy."] }]);
  // Read from the counts of their sites instead of those of the company, the figures are the same.
  for (const by of ["month", "role", "site"])
    for (const timed of ["step", "order"])
      for (const before of [RANGE.before, "2026-08-20"]) {
        const asked = { ...RANGE, before, by, of: timed };
        expect((await ask(both.token, asked)).charts.slice(1)).toEqual(
          (await ask(admin.token, asked)).charts.slice(1),
        );
      }
});

test("an order is timed as a whole once no step is left, without what was canceled (REPT-006)", async () => {
  const desk = await setUpLateSteps(testServer, ALWAYS);
  const manager = await desk.role("Manager");
  await desk.rule({ roleId: manager, limit: 100 });
  const max = await desk.person({ roleId: manager });
  const { identifier } = await desk.order("500.00");
  await desk.approve(desk.sam.token, identifier);
  await timeStep(desk, identifier, 5, "2026-07-10");
  const asked = { after: "2026-07-01", before: "2026-07-31", of: "order" };
  expect(chart(await ask(desk.admin.token, asked), "Times by month").bars).toEqual([]);
  await desk.approve(max.token, identifier);
  await timeStep(desk, identifier, 24, "2026-07-11", 2);
  const whole = await ask(desk.admin.token, { ...asked, by: "role" });
  expect(figures(whole, "Times by role")).toEqual({ Manager: [29, 29, 29, 1] });
  expect(await ordersBehind(desk.admin.token, chart(whole, "Times by role").bars[0]?.link)).toEqual([
    identifier,
  ]);
});

test("steps of persons are shown by role to company admins only (REPT-006 partly)", async () => {
  const desk = await setUpLateSteps(testServer, ALWAYS);
  const ann = await desk.person({ firstName: "Ann", lastName: "Lee" });
  await desk.rule({ userId: ann.id, limit: 100, siteIds: [desk.site.id] });
  const viewer = await desk.person({ analytics: true });
  const { identifier } = await desk.order("500.00");
  await desk.approve(desk.sam.token, identifier);
  await desk.approve(ann.token, identifier);
  await timeStep(desk, identifier, 5, "2026-07-10");
  await timeStep(desk, identifier, 2, "2026-07-11", 2);
  const byRole = async (token: string) =>
    figures(await ask(token, { ...RANGE, by: "role" }), "Times by role");
  expect(await byRole(desk.admin.token)).toEqual({ Site: [5, 5, 5, 1], "Ann Lee": [2, 2, 2, 1] });
  expect(await byRole(viewer.token)).toEqual({ Site: [5, 5, 5, 1] });
});

test("escalated, delegated and e-mail decisions are counted as such (REPT-006 partly)", async () => {
  const desk = await setUpLateSteps(testServer, { ...ALWAYS, escalation_hours: 1 });
  const [late, mailed] = [await desk.order("10.00"), await desk.order("10.00")];
  const [delegated, plain] = [await desk.order("10.00"), await desk.order("10.00")];
  await testServer.sql(
    `update order_steps set escalated_at = now() where company_id = $1
     and order_id = (select id from orders where company_id = $1 and identifier = $2)`,
    [desk.companyId, late.identifier],
  );
  await testServer.sql(
    `insert into decision_links (company_id, token_hash, user_id, order_id, step_id, total, password_digest, expires_at, used_at)
     select step.company_id, sha256('a link of this test'), $3, order_id, step.id, 10, '', now(), now() from order_steps step
     join orders on orders.id = step.order_id where step.company_id = $1 and identifier = $2`,
    [desk.companyId, mailed.identifier, desk.sam.id],
  );
  const deputy = await desk.person({ firstName: "Dep", lastName: "Uty" });
  await addDelegation(testServer, desk.companyId, desk.sam.id, deputy.id);
  expect((await desk.approve(deputy.token, delegated.identifier)).status).toBe(200);
  for (const { identifier } of [late, mailed, plain]) await desk.approve(desk.sam.token, identifier);
  const times = await ask(desk.admin.token);
  expect(fact(times, "Escalated")).toMatchObject({ value: 0.25 });
  expect(await ordersBehind(desk.admin.token, fact(times, "Escalated")?.link)).toEqual([late.identifier]);
  expect(fact(times, "By e-mail")).toMatchObject({ value: 0.25 });
  expect(await ordersBehind(desk.admin.token, fact(times, "By e-mail")?.link)).toEqual([mailed.identifier]);
  expect(fact(times, "Delegated")).toMatchObject({ value: 0.25 });
  expect(await ordersBehind(desk.admin.token, fact(times, "Delegated")?.link)).toEqual([
    delegated.identifier,
  ]);
});

test("pending orders are counted by age in working days, and home says what is pending for longer than usual (REPT-006)", async () => {
  const desk = await setUpLateSteps(testServer, ALWAYS);
  const { token } = desk.admin;
  const pending: string[] = [];
  for (const days of [0.5, 1.5, 3, 30]) {
    const { identifier } = await desk.order("10.00");
    pending.push(identifier);
    await testServer.sql(
      `update order_steps set current_since = now() - make_interval(secs => $3::float8 * 86400) where company_id = $1
       and order_id = (select id from orders where company_id = $1 and identifier = $2)`,
      [desk.companyId, identifier, days],
    );
  }
  const before = await ask(token);
  const bars = chart(before, "Pending now").bars;
  expect(bars.map(({ values }) => values[0])).toEqual([1, 1, 1, 0, 1]);
  expect(await Promise.all(bars.map(({ link }) => ordersBehind(token, link)))).toEqual([
    ...pending.slice(0, 3).map((each) => [each]),
    ...[[], pending.slice(3)],
  ]);
  expect(before.usual).toBeNull();
  const late = async () => (await testServer.call(home, { token, query: {} })).body.late_orders;
  expect(await late()).toBeNull();
  // Nine of ten decisions took a day at most.
  const today = new Date().toISOString().slice(0, 10);
  for (const hours of [1, 1, 1, 1, 1, 1, 1, 1, 24, 90]) {
    const { identifier } = await desk.order("10.00");
    await desk.approve(desk.sam.token, identifier);
    await timeStep(desk, identifier, hours, today);
  }
  const after = await ask(token);
  expect(after.usual?.hours).toBe(24);
  expect(fact(after, "Longer than usual")).toMatchObject({ value: 3 });
  expect(await ordersBehind(token, fact(after, "Longer than usual")?.link)).toEqual(
    pending.slice(1).toSorted(),
  );
  const told = await late();
  expect(told).toMatchObject({ orders: 3, usual: { hours: 24 } });
  const link = `/orders?status=Pending+Approval&pending_since_before=${told?.pending_since_before}`;
  expect(await ordersBehind(token, link)).toEqual(pending.slice(1).toSorted());
});

test("nodes have the decisions of all sites below them (REPT-006)", async () => {
  const desk = await setUpApprovalCompany(testServer, { hierarchy: true });
  const [tree] = await testServer.sql<{ region: number; root: number; west: number }>(
    `with groups as (insert into organization_groups (company_id, name) values ($1, 'Corporation'), ($1, 'Region') returning id, name),
     root as (insert into organization_nodes (company_id, group_id, name)
       select $1, id, 'Corp' from groups where name = 'Corporation' returning id),
     west as (insert into organization_nodes (company_id, group_id, name, parent_id)
       select $1, groups.id, 'West', root.id from groups, root where groups.name = 'Region' returning id)
     select (select id from groups where name = 'Region') as region, root.id as root, west.id as west from root, west`,
    [desk.companyId],
  );
  const [atRoot, inWest] = [
    await desk.addSite({ nodeId: tree?.root ?? 0 }),
    await desk.addSite({ nodeId: tree?.west ?? 0 }),
  ];
  const admin = await desk.person({ admin: true });
  await testServer.sql(
    `update company_configurations set working_days = '{1,2,3,4,5,6,7}', working_from = '00:00', working_until = '24:00'
     where company_id = $1`,
    [desk.companyId],
  );
  await desk.rule({ userId: admin.id, limit: 0, siteIds: [atRoot.id, inWest.id] });
  const made: string[] = [];
  for (const [site, hours] of [
    [atRoot, 2],
    [inWest, 8],
  ] as const) {
    const { identifier } = await desk.order("10.00", { site });
    await desk.approve(admin.token, identifier);
    await timeStep(desk, identifier, hours, "2026-07-10");
    made.push(identifier);
  }
  const times = await ask(admin.token, { ...RANGE, by: "node" });
  expect(figures(times, "Times by node")).toEqual({
    "West (Region)": [8, 8, 8, 1],
    "Corp (Corporation)": [2, 8, 8, 2],
  });
  const bars = chart(times, "Times by node").bars;
  expect(await ordersBehind(admin.token, bars[0]?.link)).toEqual([made[1]]);
  expect(await ordersBehind(admin.token, bars[1]?.link)).toEqual(made.toSorted());
});
