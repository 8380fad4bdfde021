import { accessCoverage } from "@mcc/contract/access/access-questions.api.ts";
import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import { pendingCount, pendingList, requiresApprovalCount } from "@mcc/contract/decisions/decisions.api.ts";
import { companyDeliveryList } from "@mcc/contract/events/events.api.ts";
import { home } from "@mcc/contract/home/home.api.ts";
import { FIRST_STEPS_PREFERENCE } from "@mcc/contract/home/home.schema.ts";
import { importList } from "@mcc/contract/imports/imports.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { savePreference } from "@mcc/contract/preferences/preferences.api.ts";
import { siteCount } from "@mcc/contract/sites/site-records.api.ts";
import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { beforeAll, expect, test } from "vitest";
import { addAlert } from "../../testing/alerts.ts";
import { addOrder, addSite, assignSite, type Site } from "../../testing/orders.ts";
import { addCompany, addPerson, addRole, type CompanyTraits, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const homeOf = async (token: string) => {
  const { status, body } = await testServer.call(home, { token });
  expect(status).toBe(200);
  return body;
};

const setUp = async (traits: Partial<CompanyTraits> = {}) => {
  const companyId = await addCompany(testServer, { approvals: true, ...traits });
  const roleId = await addRole(testServer, companyId);
  const admin = await addPerson(testServer, companyId, { admin: true });
  const token = await tokenFor(testServer, admin.username);
  const rule = async (holder: { role?: number; user?: number }, limit = 0, places: readonly Site[] = []) => {
    const [added] = await testServer.sql<{ id: number }>(
      "insert into approval_rules (company_id, role_id, user_id, limit_amount) values ($1, $2, $3, $4) returning id",
      [companyId, holder.role ?? null, holder.user ?? null, limit],
    );
    for (const { id } of places)
      await testServer.sql(
        "insert into approval_rule_sites (company_id, rule_id, site_id) values ($1, $2, $3)",
        [companyId, added?.id, id],
      );
    return Number(added?.id);
  };
  /** A pending order whose step names a role or a user. */
  const pending = async (site: Site, holder: { role?: number; user?: number }) => {
    const order = await addOrder(testServer, site, { status: "Pending Approval" });
    await testServer.sql(
      `insert into order_steps (company_id, order_id, position, role_id, user_id, name, limit_amount, state, notified_at)
       values ($1, $2, 1, $3, $4, 'Someone', 0, 'open', now())`,
      [companyId, order.id, holder.role ?? null, holder.user ?? null],
    );
    return order;
  };
  return { companyId, roleId, admin, token, rule, pending };
};

/** Each count with the list that its link opens. */
const countsOf = async (token: string) => {
  const { attention } = await homeOf(token);
  if (!attention) throw new Error("There is nothing for this user.");
  const lists = {
    pending: [pendingList.page, {}],
    overdue: [pendingList.page, { overdue: "true" }],
    unassigned: [pendingList.page, { unassigned: "true" }],
    never_signed_in: [userList.page, { never_signed_in: "true" }],
    failed_imports: [importList.page, { has_failed_rows: "true", created_at_after: attention.since }],
    failing_deliveries: [companyDeliveryList.page, { failing: "true", created_after: attention.since }],
    sites_without_approver: [siteList.page, { without_approver: "true" }],
  } as const;
  const counted: Record<string, number> = {};
  for (const [key, [page, query]] of Object.entries(lists)) {
    const { status, body } = await testServer.call(page as typeof siteList.page, {
      token,
      query: query as never,
    });
    expect([key, status]).toEqual([key, 200]);
    expect([key, attention[key as keyof typeof lists]]).toEqual([key, body.count]);
    counted[key] = body.count;
  }
  return counted;
};

const NOTHING = {
  ...{ pending: 0, overdue: 0, unassigned: 0, never_signed_in: 0 },
  ...{ failed_imports: 0, failing_deliveries: 0, sites_without_approver: 0 },
};

test("a company without anything to do has nothing for its admins", async () => {
  const { token } = await setUp();
  expect(await countsOf(token)).toEqual(NOTHING);
});

test("pending orders are counted, and those that are overdue or wait for nobody (WORK-005 partly)", async () => {
  const { companyId, roleId, admin, token, pending } = await setUp();
  const [held, free] = [await addSite(testServer, companyId), await addSite(testServer, companyId)];
  const approver = await addPerson(testServer, companyId, { roleId });
  await assignSite(testServer, held, approver.id);
  await pending(held, { role: roleId });
  const nobody = await pending(free, { role: roleId });
  const own = await pending(held, { role: roleId });
  const late = await pending(held, { user: approver.id });
  const blind = await pending(free, { user: approver.id });
  await pending(free, { user: admin.id });
  const set = (change: string, { id }: { id: number }) =>
    testServer.sql(`update order_steps set ${change} where order_id = $1`, [id]);
  // Who placed an order does not approve it, so nobody is left.
  await set(`placed_by = '{${approver.id}}'`, own);
  await set("reminders = 1", late);
  await set("escalated_at = now()", nobody);
  expect(await countsOf(token)).toEqual({
    ...NOTHING,
    ...{ pending: 6, overdue: 2, unassigned: 3, never_signed_in: 1 },
  });
  const { body } = await testServer.call(pendingList.page, { token, query: { unassigned: "true" } });
  expect(body.results.map(({ identifier }) => identifier).sort()).toEqual(
    [nobody, own, blind].map(({ identifier }) => identifier).sort(),
  );
});

test("users who never signed in, imports with failed rows and failing deliveries are counted (WORK-005 partly)", async () => {
  const { companyId, admin, token } = await setUp();
  const { sql } = testServer;
  await addPerson(testServer, companyId);
  const gone = await addPerson(testServer, companyId);
  await sql("update users set deleted_at = now() where id = $1", [gone.id]);
  const addImport = (failed: number, { days = 0, undoneBy = null as number | null } = {}) =>
    sql(
      `insert into imports (id, company_id, kind, file_name, is_upsert, created_by, failed, created_at, undone_by, undone_at)
       values (gen_random_uuid(), $1, 'sites', 'sites.xlsx', false, $3, $2, now() - make_interval(days => $4),
         $5::bigint, case when $5::bigint is not null then now() end)`,
      [companyId, failed, admin.id, days, undoneBy],
    );
  await addImport(3);
  await addImport(0);
  await addImport(2, { undoneBy: admin.id });
  await addImport(2, { days: 60 });
  await sql(
    "update company_configurations set event_url = 'https://erp.example.com/' where company_id = $1",
    [companyId],
  );
  const addDelivery = async (state: string, error: string | null) => {
    const [event] = await sql<{ id: string }>(
      "insert into events (company_id, type, payload) values ($1, 'site.created', '{}') returning id",
      [companyId],
    );
    await sql("update event_deliveries set state = $2, last_error = $3 where event_id = $1", [
      event?.id,
      state,
      error,
    ]);
    return event?.id;
  };
  await addDelivery("delivered", null);
  await addDelivery("waiting", null);
  await addDelivery("waiting", "Status 500");
  await addDelivery("failed", "Status 410");
  const replayed = await addDelivery("failed", "Status 410");
  await sql(
    "insert into event_deliveries (company_id, event_id, url, state) values ($1, $2, 'https://erp.example.com/', 'delivered')",
    [companyId, replayed],
  );
  expect(await countsOf(token)).toEqual({
    ...NOTHING,
    ...{ never_signed_in: 1, failed_imports: 1, failing_deliveries: 2 },
  });
});

test("sites where an approval would be left to admins are the gaps that the page of access names (WORK-005 partly)", async () => {
  const { companyId, roleId, token, rule } = await setUp();
  const held = await addSite(testServer, companyId);
  const bare = await addSite(testServer, companyId);
  const blanket = await addSite(testServer, companyId);
  const approver = await addPerson(testServer, companyId, { roleId });
  const boss = await addPerson(testServer, companyId);
  await assignSite(testServer, held, approver.id);
  await assignSite(testServer, blanket, boss.id);
  const gaps = async () => {
    const { sites } = (await testServer.call(accessCoverage, { token })).body;
    const { body } = await testServer.call(siteList.page, { token, query: { without_approver: "true" } });
    expect(body.results.map(({ name }) => name)).toEqual(sites.results.map(({ name }) => name));
    expect((await countsOf(token)).sites_without_approver).toBe(sites.count);
    return sites.results.map(({ id }) => id);
  };
  expect(await gaps()).toEqual([]);
  await rule({ role: roleId });
  expect(await gaps()).toEqual([bare.id, blanket.id]);
  await rule({ user: boss.id }, -1, [blanket]);
  expect(await gaps()).toEqual([bare.id]);
  // A user who is named at a site that they do not see.
  await rule({ user: boss.id }, 500, [held]);
  expect(await gaps()).toEqual([held.id, bare.id]);
});

test("the page has what its calls answer one by one, and each text of an alert once (HOME-005, HOME-014, HOME-015, HOME-016, HOME-017, HOME-018)", async () => {
  const { companyId, roleId, token: adminToken, rule, pending } = await setUp();
  const [rig, yard] = [await addSite(testServer, companyId), await addSite(testServer, companyId)];
  await rule({ role: roleId });
  const approver = await addPerson(testServer, companyId, { roleId });
  const regular = await addPerson(testServer, companyId);
  for (const { id } of [approver, regular]) await assignSite(testServer, rig, id);
  for (let day = 1; day <= 7; day++)
    await addOrder(testServer, day === 7 ? yard : rig, { date: `2026-03-0${day}T12:00:00Z` });
  await addOrder(testServer, rig, { date: "2026-02-28T23:59:59Z" });
  await pending(rig, { role: roleId });
  await pending(yard, { role: roleId });
  const contents = ["A", "B", "B", "C", "C", "D", "E", "F"];
  for (const [at, content] of contents.entries())
    for (const { id: user } of [approver, regular])
      await addAlert(testServer, companyId, {
        ...{ site: rig.id, user, content, created: `2026-03-0${at + 1}T12:00:00Z` },
      });
  const query = { after: "2026-03-01", before: "2026-03-31" };
  const [after, before] = ["2026-03-01T00:00:00.000Z", "2026-03-31T23:59:59.999Z"];
  const approverToken = await tokenFor(testServer, approver.username);
  const regularToken = await tokenFor(testServer, regular.username);
  for (const token of [adminToken, approverToken, regularToken]) {
    const { body } = await testServer.call(home, { token, query });
    const page = { limit: "5", ordering: "-orderDate", orderDate_after: after, orderDate_before: before };
    const orders = await testServer.call(orderList.page, { token, query: page });
    expect(body.orders).toEqual({ count: orders.body.count, results: orders.body.results });
    const alerts = await testServer.call(alertList.page, {
      token,
      query: { limit: "5", ordering: "-created", created_after: after, created_before: before },
    });
    expect(body.alerts.count).toBe(alerts.body.count);
    expect(body.alerts.results[0]).toEqual(alerts.body.results[0]);
    expect(body.alerts.results.map(({ content }) => content)).toEqual(["F", "E", "D", "C", "B"]);
    expect(body.sites).toBe((await testServer.call(siteCount, { token })).body.count);
    if (token === regularToken) {
      expect([body.pending, body.needs_user]).toEqual([null, null]);
      continue;
    }
    expect(body.pending).toBe((await testServer.call(pendingCount, { token })).body.count);
    const own = await testServer.call(requiresApprovalCount, { token });
    expect(body.needs_user?.count).toBe(own.body.count);
    const needing = await testServer.call(pendingList.page, {
      token,
      query: { requires_my_approval: "true", ordering: "orderDate", limit: "5" },
    });
    expect(body.needs_user?.results).toEqual(needing.body.results);
  }
  const counts = async (token: string) => {
    const {
      sites,
      pending: waiting,
      needs_user,
      orders,
      alerts,
    } = await testServer.call(home, { token, query }).then(({ body }) => body);
    return [sites, waiting, needs_user?.count, orders.count, alerts.count];
  };
  expect(await counts(approverToken)).toEqual([1, 1, 1, 6, 8]);
  // Nobody else can decide about the one at the other site.
  expect(await counts(adminToken)).toEqual([2, 2, 1, 7, 16]);
});

test("others have neither attention nor first steps", async () => {
  const { companyId } = await setUp();
  const person = await addPerson(testServer, companyId);
  expect(await homeOf(await tokenFor(testServer, person.username))).toMatchObject({
    attention: null,
    first_steps: null,
  });
});

test("a new company has first steps until all are done (WORK-006 partly)", async () => {
  const { companyId, roleId, token, rule } = await setUp();
  const done = async () => {
    const { first_steps } = await homeOf(token);
    return first_steps?.map(({ step, is_done }) => `${step} ${is_done ? "done" : "open"}`) ?? null;
  };
  expect(await done()).toEqual(["sites open", "users open", "rules open", "orders open", "branding open"]);
  const site = await addSite(testServer, companyId);
  await addPerson(testServer, companyId);
  await rule({ role: roleId });
  expect(await done()).toEqual(["sites done", "users done", "rules done", "orders open", "branding open"]);
  await addOrder(testServer, site);
  expect(await done()).toEqual(["sites done", "users done", "rules done", "orders done", "branding open"]);
  await testServer.sql("update companies set accent_color = '#1f6feb' where id = $1", [companyId]);
  expect(await done()).toBeNull();
});

test("the first steps leave out approvals that are not available, and end when the company is not new (WORK-006 partly)", async () => {
  const { companyId, token } = await setUp({ approvals: null });
  const steps = async () => (await homeOf(token)).first_steps?.map(({ step }) => step) ?? null;
  expect(await steps()).toEqual(["sites", "users", "orders", "branding"]);
  const aged = () =>
    testServer.sql(
      "update company_configurations set created_at = now() - interval '91 days' where company_id = $1",
      [companyId],
    );
  await aged();
  // A company without an order has not begun.
  expect(await steps()).toEqual(["sites", "users", "orders", "branding"]);
  await addOrder(testServer, await addSite(testServer, companyId));
  expect(await steps()).toBeNull();
});

test("who dismisses the first steps does not see them again, and other admins do (WORK-006 partly)", async () => {
  const { companyId, token } = await setUp();
  const other = await addPerson(testServer, companyId, { admin: true });
  const params = { key: FIRST_STEPS_PREFERENCE };
  const saved = await testServer.call(savePreference, { token, params, body: { value: ["dismissed"] } });
  expect(saved.status).toBe(200);
  expect((await homeOf(token)).first_steps).toBeNull();
  expect((await homeOf(await tokenFor(testServer, other.username))).first_steps).toHaveLength(5);
});
