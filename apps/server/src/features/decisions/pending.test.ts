import {
  pendingCount,
  pendingList,
  pendingSum,
  requiresApprovalCount,
} from "@mcc/contract/decisions/decisions.api.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

/** Two steps from 500 on, two sites, and a user for each role. */
const openTestCompany = async () => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const far = await approvalCompany.addSite({ name: `Far ${approvalCompany.slug}` });
  const [siteRole, finance] = [await approvalCompany.role("Site"), await approvalCompany.role("Finance")];
  await approvalCompany.rule({ roleId: siteRole, limit: 0 });
  await approvalCompany.rule({ roleId: finance, limit: 500 });
  const both = [approvalCompany.site, far];
  return {
    ...approvalCompany,
    far,
    sam: await approvalCompany.person({ roleId: siteRole, firstName: "Sam", lastName: "Site", sites: both }),
    fay: await approvalCompany.person({
      roleId: finance,
      firstName: "Fay",
      lastName: "Finance",
      sites: both,
    }),
    regular: await approvalCompany.person(),
    admin: await approvalCompany.person({ admin: true }),
    page: (token: string, query: object = {}) =>
      testServer.call(pendingList.page, { token, query: query as never }),
    suggest: async (token: string, query: object) =>
      (await testServer.call(pendingList.suggest, { token, query: query as never })).body.results,
    count: async (token: string) => (await testServer.call(pendingCount, { token })).body.count,
    mine: async (token: string) => (await testServer.call(requiresApprovalCount, { token })).body.count,
  };
};

const identifiers = (page: { body: { results: { identifier: string }[] } }) =>
  page.body.results.map(({ identifier }) => identifier);

describe("the pending list", () => {
  test("contains the pending orders, and nothing else (APPR-009)", async () => {
    const { order, page, approve, reject, sam } = await openTestCompany();
    const [waiting, approved, rejected] = [await order("10.00"), await order("20.00"), await order("30.00")];
    await approve(sam.token, approved.identifier);
    await reject(sam.token, rejected.identifier, "");
    const { status, body } = await page(sam.token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 1, next: null, previous: null });
    expect(body.results).toMatchObject([
      {
        identifier: waiting.identifier,
        status: "Pending Approval",
        lines: 1,
        taxful_total_price_value: "10.00",
        current_required_approval: { name: "Site" },
        approvable_by_current_user: true,
        approval_status: "Waiting for you",
        approved_by: [],
        approved_by_count: 0,
      },
    ]);
  });

  test("shows each user what they may do with an order (APPR-005, APPR-028, APPR-040)", async () => {
    const { order, page, approve, sam, fay, admin, regular } = await openTestCompany();
    const { identifier } = await order("600.00");
    await approve(sam.token, identifier);
    const rowFor = async (token: string) => (await page(token)).body.results[0];
    const current = { current_required_approval: { name: "Finance" } };
    expect(await rowFor(sam.token)).toMatchObject({
      ...current,
      approvable_by_current_user: false,
      approval_status: "You already took action on this order",
      approved_by: [{ username: sam.username, name: "Sam Site" }],
    });
    expect(await rowFor(fay.token)).toMatchObject({
      approvable_by_current_user: true,
      approval_status: "Waiting for you",
    });
    expect(await rowFor(admin.token)).toMatchObject({
      ...current,
      approvable_by_current_user: false,
      approval_status: "Waiting for Finance",
    });
    expect(await rowFor(regular.token)).toMatchObject({
      approvable_by_current_user: false,
      approval_status: null,
    });
  });

  test("is paged, sorted and filtered like the orders, by approver too (APPR-001, API-036)", async () => {
    const { order, page, approve, sam, fay, far, site } = await openTestCompany();
    const small = await order("600.00");
    const large = await order("900.00", { site: far });
    const middle = await order("700.00");
    await approve(sam.token, middle.identifier);
    const ids = async (query: object) => identifiers(await page(fay.token, query));
    expect(await ids({ ordering: "total" })).toEqual(
      [small, middle, large].map(({ identifier }) => identifier),
    );
    expect(await ids({ ordering: "-total", limit: 1, offset: 1 })).toEqual([middle.identifier]);
    expect(await ids({ site: site.name })).not.toContain(large.identifier);
    expect(await ids({ approved_by: "sam s" })).toEqual([middle.identifier]);
    expect(await ids({ approved_by: sam.username.toUpperCase() })).toEqual([middle.identifier]);
    expect(await ids({ approved_by: "nobody" })).toEqual([]);
    // The others have no approval: they are last, in both directions.
    expect((await ids({ ordering: "approved_by" }))[0]).toBe(middle.identifier);
    expect((await ids({ ordering: "-approved_by" }))[0]).toBe(middle.identifier);
    expect(await ids({ status: "Pending Approval" })).toHaveLength(3);
    expect(await ids({ status: "2" })).toHaveLength(3);
    expect(await page(fay.token, { status: "Accepted" })).toMatchObject({ body: { count: 0, results: [] } });
    const sortable = Object.entries(pendingList.columns).filter(([, { kind }]) => kind !== "display");
    for (const [key] of sortable) expect(await ids({ ordering: `-${key}` })).toHaveLength(3);
    for (const bad of [
      { color: "red" },
      { ordering: "approval_status" },
      { offset: -1 },
      { orderDate_after: "May" },
    ]) {
      expect((await page(fay.token, bad)).status).toBe(400);
    }
  });

  test("suggests names of sites and approvers under the filters in force (APPR-001)", async () => {
    const { order, suggest, approve, sam, fay, far, site } = await openTestCompany();
    const one = await order("600.00");
    await order("600.00", { site: far });
    const gone = await order("10.00", { site: far });
    await approve(sam.token, one.identifier);
    await approve(sam.token, gone.identifier);
    expect(await suggest(fay.token, { field: "site" })).toEqual([far.name, site.name].sort());
    expect(await suggest(fay.token, { field: "approved_by" })).toEqual(["Sam Site"]);
    expect(await suggest(fay.token, { field: "approved_by", site: far.name })).toEqual([]);
    expect(await suggest(fay.token, { field: "identifier", identifier: gone.identifier })).toEqual([]);
  });

  test("is exported whole and streamed (APPR-001, API-007)", async () => {
    const { order, page, sam } = await openTestCompany();
    for (let n = 0; n < 25; n++) await order("10.00");
    const whole = await page(sam.token, { limit: ALL_ROWS, untrimmed: true });
    expect(whole.body.count).toBe(25);
    expect(whole.body.results).toHaveLength(25);
    expect(whole.body.results.every(({ approvable_by_current_user }) => approvable_by_current_user)).toBe(
      true,
    );
    expect((await page(sam.token, { limit: ALL_ROWS, status: "Accepted" })).body.results).toEqual([]);
    expect((await page(sam.token)).body.results).toHaveLength(20);
  });

  test("is searched through the orders with the pending status, with the same approval status (APPR-010)", async () => {
    const { order, approve, sam } = await openTestCompany();
    const [one, two] = [await order("10.00"), await order("20.00")];
    await approve(sam.token, two.identifier);
    const search = (text: string) =>
      testServer.call(orderList.page, {
        token: sam.token,
        query: { search: text, status: "Pending Approval" },
      });
    expect((await search(one.identifier)).body.results).toMatchObject([
      { identifier: one.identifier, approvable_by_current_user: true, approval_status: "Waiting for you" },
    ]);
    expect((await search(two.identifier)).body.results).toEqual([]);
  });

  test("and its counts show nothing of another company or a hidden site (SEC-003)", async () => {
    const here = await openTestCompany();
    const there = await openTestCompany();
    await there.order("10.00");
    const seen = await here.order("10.00");
    await here.order("10.00", { site: here.far });
    expect(identifiers(await here.page(here.regular.token))).toEqual([seen.identifier]);
    expect(await here.count(here.regular.token)).toBe(1);
    expect(await here.count(here.sam.token)).toBe(2);
    expect(await here.suggest(here.regular.token, { field: "site" })).toEqual([here.site.name]);
  });
});

describe("the counts", () => {
  test("are of all visible pending orders, and of those pending the user's approval", async () => {
    const { order, approve, count, mine, sam, fay, regular, admin } = await openTestCompany();
    const orders = [await order("600.00"), await order("600.00"), await order("10.00")];
    expect(await count(regular.token)).toBe(3);
    expect(await Promise.all([sam, fay, regular, admin].map(({ token }) => mine(token)))).toEqual([
      3, 0, 0, 0,
    ]);
    await approve(sam.token, orders[0]?.identifier ?? "");
    expect(await Promise.all([sam, fay].map(({ token }) => mine(token)))).toEqual([2, 1]);
    expect(await count(regular.token)).toBe(3);
    await testServer.sql("update users set role_id = null where id = $1", [fay.id]);
    expect(await mine(admin.token)).toBe(1);
  });

  test("and the list are refused while approvals are not on (SEC-030)", async () => {
    for (const approvals of [false, null]) {
      const approvalCompany = await setUpApprovalCompany(testServer, { approvals });
      const { token } = await approvalCompany.person({ admin: true });
      for (const endpoint of [pendingList.page, pendingList.suggest, pendingCount, requiresApprovalCount]) {
        expect((await testServer.call(endpoint, { token })).status).toBe(403);
      }
    }
  });
});

test("filtered by the user's approval, the list has exactly the orders that the count counts", async () => {
  const testCompany = await openTestCompany();
  const { order, page, approve, mine, sam, fay, admin, regular, far, suggest } = testCompany;
  const [small, large, distant] = [
    await order("10.00"),
    await order("600.00"),
    await order("700.00", { site: far }),
  ];
  const hidden = await order("20.00", { site: await testCompany.addSite() });
  await approve(sam.token, distant.identifier);
  const filtered = async (token: string, query: object = {}) =>
    identifiers(await page(token, { requires_my_approval: "true", ...query }));
  const names = (...orders: { identifier: string }[]) => orders.map(({ identifier }) => identifier);
  const oldestFirst = { ordering: "orderDate" };
  expect(await filtered(sam.token, oldestFirst)).toEqual(names(small, large));
  expect(await filtered(sam.token)).toEqual(names(large, small));
  expect(await filtered(fay.token)).toEqual(names(distant));
  expect(await filtered(regular.token)).toEqual([]);
  // Nobody else sees the site of this order, so the company admin stands in.
  expect(await filtered(admin.token)).toEqual(names(hidden));
  expect(await filtered(sam.token, { site: "Far" })).toEqual([]);
  expect(await filtered(sam.token, { search: large.identifier })).toEqual(names(large));
  expect(await suggest(fay.token, { requires_my_approval: "true", field: "site" })).toEqual([
    `Far ${testCompany.slug}`,
  ]);
  for (const { token } of [sam, fay, admin, regular]) {
    expect((await page(token, { requires_my_approval: "true" })).body.count).toBe(await mine(token));
  }
  const all = await page(sam.token, { requires_my_approval: "false" });
  expect(all.body.count).toBe(3);
  expect((await page(sam.token, { requires_my_approval: "maybe" })).status).toBe(400);
  const exported = await page(sam.token, { requires_my_approval: "true", limit: String(ALL_ROWS) });
  expect(identifiers(exported)).toEqual(names(large, small));
  const sum = async (query: object) =>
    (await testServer.call(pendingSum, { token: sam.token, query: query as never })).body;
  expect(await sum({ requires_my_approval: "true" })).toEqual({ sum: "610.00" });
  expect(await sum({})).toEqual({ sum: "1310.00" });
});

test("the orders a user may act on are the same in the list, the count and the engine (APPR-040)", async () => {
  const approvalCompany = await openTestCompany();
  const { order, approve, page, mine, look, sam, fay, admin, person, site, far, rule, role } =
    approvalCompany;
  const blanket = await person({ sites: [site] });
  await rule({ userId: blanket.id, limit: -1, siteIds: [site.id] });
  const absent = await role("Absent");
  await rule({ roleId: absent, limit: 2_000 });
  const orders = [
    await order("10.00"),
    await order("600.00", { site: far }),
    await order("600.00", { creator: sam.username, site: far }),
    await order("3000.00", { site: far }),
    await order("3000.00"),
  ];
  await approve(sam.token, orders[3]?.identifier ?? "");
  await approve(fay.token, orders[3]?.identifier ?? "");
  for (const { token } of [sam, fay, admin, blanket]) {
    const rows = (await page(token)).body.results;
    const offered = rows.filter((row) => row.approvable_by_current_user).map(({ identifier }) => identifier);
    expect(await mine(token)).toBe(offered.length);
    for (const { identifier } of rows) {
      const { body } = await look(token, identifier);
      expect([identifier, body.approvable_by_current_user]).toEqual([
        identifier,
        offered.includes(identifier),
      ]);
    }
  }
  const offeredTo = async (token: string) =>
    (await page(token, { ordering: "identifier" })).body.results
      .filter((row) => row.approvable_by_current_user)
      .map(({ identifier }) => identifier);
  expect(await offeredTo(admin.token)).toEqual([orders[2], orders[3]].map((each) => each?.identifier).sort());
  expect(await offeredTo(blanket.token)).toEqual(
    [orders[0], orders[4]].map((each) => each?.identifier).sort(),
  );
});

test("a company admin counts an order as their own only while nobody else can act on it (APPR-040 partly)", async () => {
  const { order, person, site, role, rule } = await setUpApprovalCompany(testServer);
  const managers = await role("Managers");
  await rule({ roleId: managers, limit: 0 });
  const admin = await person({ admin: true });
  const mine = async () => (await testServer.call(requiresApprovalCount, { token: admin.token })).body.count;
  await order("10.00");
  const leave = (userId: number) =>
    testServer.sql("update users set deleted_at = now() where id = $1", [userId]);
  expect(await mine()).toBe(1);
  // Another admin sees every site, also without being assigned to it.
  const manager = await person({ admin: true, roleId: managers });
  expect(await mine()).toBe(0);
  await leave(manager.id);
  expect(await mine()).toBe(1);
  const blanket = await person();
  await rule({ userId: blanket.id, limit: -1, siteIds: [site.id] });
  expect(await mine()).toBe(0);
  await testServer.sql("delete from site_users where user_id = $1", [blanket.id]);
  expect(await mine()).toBe(1);
  const heads = await role("Heads");
  await rule({ roleId: heads, limit: -1 });
  const head = await person({ roleId: heads });
  expect(await mine()).toBe(0);
  await leave(head.id);
  expect(await mine()).toBe(1);
});

test("the orders a user may act on follow the rules at once, also in an existing session (APPR-040, SEC-012)", async () => {
  const { order, page, mine, person, site, far, role, rule, companyId } = await openTestCompany();
  const clerks = await role("Clerks");
  const me = await person({ roleId: clerks, sites: [site, far] });
  const [near, away] = [await order("10.00"), await order("10.00", { site: far })];
  const own = await order("10.00", { creator: me.username });
  const offered = async () => {
    const rows = (await page(me.token)).body.results;
    const names = rows.filter((row) => row.approvable_by_current_user).map(({ identifier }) => identifier);
    expect(await mine(me.token)).toBe(names.length);
    return names.sort();
  };
  const of = (...orders: { identifier: string }[]) => orders.map(({ identifier }) => identifier).sort();
  const places = (siteId: number) =>
    testServer.sql("update approval_rule_sites set site_id = $1 where company_id = $2", [siteId, companyId]);
  expect(await offered()).toEqual([]);
  await rule({ userId: me.id, limit: -1, siteIds: [site.id] });
  expect(await offered()).toEqual(of(near));
  await places(far.id);
  expect(await offered()).toEqual(of(away));
  await testServer.sql("delete from approval_rule_sites where company_id = $1", [companyId]);
  expect(await offered()).toEqual([]);
  await rule({ roleId: clerks, limit: -1 });
  expect(await offered()).toEqual(of(near, away));
  await testServer.sql("update company_configurations set allow_self_approval = true where company_id = $1", [
    companyId,
  ]);
  expect(await offered()).toEqual(of(near, away, own));
});
