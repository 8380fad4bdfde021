import * as contract from "@mcc/contract/alerts/alerts.api.ts";
import { newerAlert, unreadAlerts } from "@mcc/contract/alerts/unread-alerts.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addAlert } from "../../testing/alerts.ts";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { setUpSiteCompany } from "../../testing/site-company.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const openCompany = async () => {
  const company = await setUpApprovalCompany(testServer);
  const [rig, yard] = [await company.addSite({ name: "Rig 1" }), await company.addSite({ name: "Yard 2" })];
  const [dana, eve] = [
    await company.person({ sites: [rig, yard], username: `dana-${company.slug}` }),
    await company.person({ sites: [rig], username: `eve-${company.slug}` }),
  ];
  const admin = await company.person({ admin: true, username: `admin-${company.slug}` });
  return {
    ...{ ...company, rig, yard, dana, eve, admin },
    alert: (traits: Parameters<typeof addAlert>[2]) => addAlert(testServer, company.companyId, traits),
  };
};

const listed = async (token: string, query: object = {}) =>
  (await testServer.call(contract.alertList.page, { token, query: query as never })).body;
const contents = async (token: string, query: object = {}) =>
  (await listed(token, query)).results.map(({ content }) => content);
const suggested = async (token: string, query: object) =>
  (await testServer.call(contract.alertList.suggest, { token, query: query as never })).body.results;

describe("the alerts list", () => {
  test("supplies every field of an alert, newest first (ALERT-004, ALERT-009)", async () => {
    const { rig, yard, dana, admin, alert } = await openCompany();
    const created = "2026-03-31T06:00:00.000Z";
    const id = await alert({
      site: rig.id,
      user: dana.id,
      order: "A-77",
      content: "Order A-77 was placed",
      created,
    });
    await alert({ site: yard.id, user: dana.id, content: "Newest", created: "2026-04-02T06:00:00Z" });
    await alert({ site: yard.id, user: dana.id, content: "Oldest", created: "2026-03-01T06:00:00Z" });
    expect(await contents(dana.token)).toEqual(["Newest", "Order A-77 was placed", "Oldest"]);
    expect(await contents(dana.token, { ordering: "created" })).toEqual([
      "Oldest",
      "Order A-77 was placed",
      "Newest",
    ]);
    const { results } = await listed(dana.token, { order: "a-77" });
    const row = {
      ...{ id, site: "Rig 1", site_groups: [], order: { identifier: "A-77" }, user: dana.username },
      ...{ user_name: "Pat Doe" },
      ...{ content: "Order A-77 was placed", created },
    };
    expect(results).toEqual([{ ...row, unread: true }]);
    expect((await listed(admin.token, { order: "A-77" })).results).toEqual([{ ...row, unread: false }]);
    expect((await listed(dana.token, { content: "newest" })).results[0]?.order).toBeNull();
  });

  test("takes the five newest of a time, as the home page asks for them", async () => {
    const { rig, dana, alert } = await openCompany();
    for (let day = 1; day <= 9; day++)
      await alert({
        site: rig.id,
        user: dana.id,
        content: `Day ${day}`,
        created: `2026-05-0${day}T12:00:00Z`,
      });
    const window = { created_after: "2026-05-02T00:00:00Z", created_before: "2026-05-08" };
    const page = await listed(dana.token, { limit: "5", ordering: "-created", ...window });
    expect([page.count, page.results.map(({ content }) => content)]).toEqual([
      7,
      ["Day 8", "Day 7", "Day 6", "Day 5", "Day 4"],
    ]);
  });

  test("filters and searches by its columns, and suggests values (ALERT-005)", async () => {
    const { rig, yard, dana, eve, admin, alert } = await openCompany();
    await alert({ site: rig.id, user: dana.id, order: "A-1", content: "First 100%" });
    await alert({ site: yard.id, user: dana.id, order: "A-2", content: "Second" });
    await alert({ site: rig.id, user: eve.id, content: "Third" });
    const ordered = (query: object) => contents(admin.token, { ordering: "content", ...query });
    expect(await ordered({ site: "yard" })).toEqual(["Second"]);
    expect(await ordered({ order: "A-" })).toEqual(["First 100%", "Second"]);
    expect(await ordered({ user: "EVE" })).toEqual(["Third"]);
    expect(await ordered({ user: "pat d" })).toEqual(["First 100%", "Second", "Third"]);
    expect(await ordered({ content: "0%" })).toEqual(["First 100%"]);
    expect(await ordered({ search: "rig 1" })).toEqual(["First 100%", "Third"]);
    expect(await ordered({ search: "pat doe" })).toEqual(["First 100%", "Second", "Third"]);
    expect(await ordered({ site: "rig", user: "dana" })).toEqual(["First 100%"]);
    expect(await suggested(admin.token, { field: "site" })).toEqual(["Rig 1", "Yard 2"]);
    expect(await suggested(admin.token, { field: "site", user: "eve" })).toEqual(["Rig 1"]);
    expect(await suggested(admin.token, { field: "order", order: "2" })).toEqual(["A-2"]);
    expect(await suggested(admin.token, { field: "user" })).toEqual([dana.username, eve.username]);
    expect(await suggested(eve.token, { field: "content" })).toEqual(["Third"]);
    for (const bad of [
      { usr: "x" },
      { ordering: "sites" },
      { created_after: "soon" },
      { group_1: "North" },
    ]) {
      const refused = await testServer.call(contract.alertList.page, {
        token: admin.token,
        query: bad as never,
      });
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, Object.keys(bad)]);
    }
  });

  test("shows company admins every alert, and others their own at their sites", async () => {
    const { rig, yard, dana, eve, admin, alert, companyId } = await openCompany();
    const other = await openCompany();
    await other.alert({ site: other.rig.id, user: other.dana.id, content: "Of another company" });
    await alert({ site: rig.id, user: dana.id, content: "Of Dana" });
    await alert({ site: rig.id, user: eve.id, content: "Of Eve" });
    await alert({ site: yard.id, user: eve.id, content: "Of Eve, where she no longer is" });
    expect(await contents(dana.token)).toEqual(["Of Dana"]);
    expect(await contents(eve.token)).toEqual(["Of Eve"]);
    expect(await suggested(eve.token, { field: "site" })).toEqual(["Rig 1"]);
    expect((await contents(admin.token)).toSorted()).toEqual([
      "Of Dana",
      "Of Eve",
      "Of Eve, where she no longer is",
    ]);
    await testServer.sql("update users set deleted_at = now() where company_id = $1 and id = $2", [
      companyId,
      eve.id,
    ]);
    await testServer.sql("update sites set deleted_at = now() where company_id = $1 and id = $2", [
      companyId,
      rig.id,
    ]);
    expect((await listed(admin.token, { content: "Of Eve" })).results.at(-1)).toMatchObject({
      site: "Rig 1",
      user: eve.username,
    });
  });

  test("is exported by the same call with a large limit, complete (ALERT-006, ALERT-008)", async () => {
    const { rig, dana, companyId } = await openCompany();
    await testServer.sql(
      `insert into alerts (company_id, site_id, user_id, content, fired_for)
       select $1, $2, $3, 'Alert ' || n, 'many:' || n from generate_series(1, 1234) n`,
      [companyId, rig.id, dana.id],
    );
    const all = await listed(dana.token, { limit: "100000000000", untrimmed: "true" });
    expect([all.count, all.results.length, new Set(all.results.map(({ id }) => id)).size]).toEqual([
      1234, 1234, 1234,
    ]);
    expect(all.results[0]).toMatchObject({ site: "Rig 1", user: dana.username, site_groups: [] });
    const few = await listed(dana.token, { limit: "100000000000", content: "Alert 12" });
    expect(few.results).toHaveLength(46); // 12, 120 to 129 and 1200 to 1234
  });

  test("has the hierarchy groups of a site, and filters by them", async () => {
    const company = await setUpSiteCompany(testServer, { hierarchy: true });
    const region = await company.group("Region");
    const parent = await company.node(await company.group("Company"), "All");
    const [north, south] = [
      await company.node(region, "North", { parent }),
      await company.node(region, "South", { parent }),
    ];
    for (const nodeId of [north, south]) {
      const site = await company.addSite({ nodeId });
      await addAlert(testServer, company.companyId, {
        ...{ site: site.id, user: company.admin.id, content: nodeId === north ? "Up" : "Down" },
      });
    }
    const { results } = await listed(company.token, { [`group_${region}`]: "North" });
    expect(results.map(({ content }) => content)).toEqual(["Up"]);
    expect(results[0]?.site_groups).toContainEqual({ id: region, name: "Region", node: "North" });
    expect(await suggested(company.token, { field: `group_${region}` })).toEqual(["North", "South"]);
  });
});

describe("the poll for a newer alert", () => {
  const newer = (token: string, id: unknown) =>
    testServer.call(newerAlert, { token, params: { id } as never });

  test("answers with the newest alert of the user, or 204 when there is none (ALERT-044)", async () => {
    const { rig, yard, dana, eve, admin, alert } = await openCompany();
    expect(await newer(dana.token, 0)).toMatchObject({ status: 204, body: undefined });
    const first = await alert({ site: rig.id, user: dana.id, content: "First" });
    await alert({ site: rig.id, user: dana.id, content: "Second" });
    const last = await alert({ site: rig.id, user: dana.id, content: "Third" });
    await alert({ site: rig.id, user: eve.id, content: "Of Eve" });
    await alert({ site: yard.id, user: eve.id, content: "Of Eve, where she no longer is" });
    expect(await newer(dana.token, first)).toMatchObject({
      status: 200,
      body: { id: last, content: "Third" },
    });
    expect((await newer(dana.token, last)).status).toBe(204);
    expect((await newer(eve.token, first)).body).toMatchObject({ content: "Of Eve" });
    const latest = await testServer.call(contract.latestAlerts, { token: dana.token });
    expect(latest.body.results.map(({ content }) => content)).toEqual(["Third", "Second", "First"]);
    expect((await testServer.call(contract.latestAlerts, { token: admin.token })).body.results).toEqual([]);
    // Company admins are not notified of what was written for others.
    expect((await newer(admin.token, 0)).status).toBe(204);
    for (const odd of ["9999999999999999", "-1", "x"])
      expect((await newer(dana.token, odd)).status).toBe(404);
  });
});

describe("read alerts", () => {
  const unread = async (token: string) => (await testServer.call(unreadAlerts, { token })).body.count;
  const read = (token: string, id: number) =>
    testServer.call(contract.markAlertRead, { token, params: { id } });
  const readAll = (token: string, newest: unknown) =>
    testServer.call(contract.markAlertsRead, { token, body: { newest } as never });

  test("are counted and marked one by one, by the user they are for", async () => {
    const { rig, dana, eve, admin, alert } = await openCompany();
    const first = await alert({ site: rig.id, user: dana.id });
    await alert({ site: rig.id, user: dana.id });
    await alert({ site: rig.id, user: eve.id });
    expect([await unread(dana.token), await unread(eve.token), await unread(admin.token)]).toEqual([2, 1, 0]);
    for (let again = 0; again < 2; again++)
      expect(await read(dana.token, first)).toMatchObject({ status: 200, body: { count: 1 } });
    expect((await listed(dana.token, { ordering: "created" })).results.map((one) => one.unread)).toEqual([
      false,
      true,
    ]);
    for (const { token } of [eve, admin]) {
      const strange = await read(token, first);
      const absent = await read(token, 999_999_999);
      expect([strange.status, absent.status]).toEqual([404, 404]);
    }
    expect(await unread(eve.token)).toBe(1);
  });

  test("are all marked up to the newest one that was seen, and open pages are notified", async () => {
    const { rig, dana, eve, alert } = await openCompany();
    await alert({ site: rig.id, user: eve.id });
    await alert({ site: rig.id, user: dana.id });
    const seen = await alert({ site: rig.id, user: dana.id });
    const newest = await alert({ site: rig.id, user: dana.id, content: "Not seen yet" });
    const [mine, others] = [
      await openEventStream(testServer, dana.token),
      await openEventStream(testServer, eve.token),
    ];
    await Promise.all([mine.hears(1), others.hears(1)]);
    expect(await readAll(dana.token, seen)).toMatchObject({
      status: 200,
      body: { count: 1, newest, more: false },
    });
    await mine.hears(2);
    expect([mine.received, others.received]).toEqual([["ready", "alerts"], ["ready"]]);
    expect((await readAll(dana.token, seen)).body).toEqual({ count: 1, newest, more: false });
    expect(await unread(eve.token)).toBe(1);
    for (const odd of [undefined, "7", -1, 1.5, null]) {
      const refused = await readAll(dana.token, odd);
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["newest"]]);
    }
  });

  test("are marked in bounded parts, however many there are", async () => {
    const { rig, dana, companyId } = await openCompany();
    await testServer.sql(
      `insert into alerts (company_id, site_id, user_id, content, fired_for)
       select $1, $2, $3, 'Alert', 'flood:' || n from generate_series(1, 10500) n`,
      [companyId, rig.id, dana.id],
    );
    expect(await unread(dana.token)).toBe(1000);
    expect((await readAll(dana.token, 999_999_999)).body).toMatchObject({ count: 500, more: true });
    expect((await readAll(dana.token, 999_999_999)).body).toEqual({ count: 0, newest: null, more: false });
  });
});
