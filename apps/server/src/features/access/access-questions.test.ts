import { accessCoverage, orderAccess, siteAccess } from "@mcc/contract/access/access-questions.api.ts";
import { userAccess } from "@mcc/contract/access/user-access.api.ts";
import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { setUpUserCompany } from "../../testing/user-records.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

type Company = Awaited<ReturnType<typeof setUpUserCompany>>;

const askSite = (token: string, id: unknown, query: object = {}) =>
  testServer.call(siteAccess, { token, params: { id }, query: query as never });
const askOrder = (token: string, identifier: string) =>
  testServer.call(orderAccess, { token, params: { identifier } });
const askCoverage = async (token: string) => (await testServer.call(accessCoverage, { token })).body;

const limitTo = ({ companyId }: Company, userId: number, siteId: number) =>
  testServer.sql("insert into policy_sites (company_id, user_id, site_id) values ($1, $2, $3)", [
    companyId,
    userId,
    siteId,
  ]);

/** A hierarchy with users on nodes, with policies, with both and with neither. */
const setUpHierarchy = async () => {
  const company = await setUpUserCompany(testServer, { hierarchy: true });
  const root = await company.node("Corp");
  const north = await company.node("North", root);
  const south = await company.node("South", root);
  const empty = await company.node("Empty", root);
  const pit = await company.addSite({ name: "Pit", nodeId: north });
  const mill = await company.addSite({ name: "Mill", nodeId: north });
  const dock = await company.addSite({ name: "Dock", nodeId: south });
  const person = (more: object) => company.person({ sites: [], ...more });
  const people = {
    all: await person({ nodeId: root }),
    north: await person({ nodeId: north }),
    south: await person({ nodeId: south }),
    pitOnly: await person({ nodeId: north }),
    policy: await person({}),
    lost: await person({ nodeId: south }),
    idle: await person({ nodeId: empty }),
    none: await person({}),
  };
  for (const { id } of [people.pitOnly, people.policy, people.lost]) await limitTo(company, id, pit.id);
  return { company, people, sites: { pit, mill, dock }, root };
};

describe("who may see a site", () => {
  test("is told with the reason, page by page (ACCS-002)", async () => {
    const { company, people, sites } = await setUpHierarchy();
    const { body } = await askSite(company.token, sites.pit.id);
    expect([body.name, body.node, body.users.count]).toEqual(["Pit", "North", 5]);
    const reasons = new Map(body.users.results.map(({ id, because }) => [id, because]));
    expect(reasons).toEqual(
      new Map([
        [company.admin.id, "company_admin"],
        [people.all.id, "node"],
        [people.north.id, "node"],
        [people.pitOnly.id, "node_and_policy"],
        [people.policy.id, "policy"],
      ]),
    );
    const second = (await askSite(company.token, sites.pit.id, { limit: "2", offset: "4" })).body.users;
    expect([second.count, second.results.length, second.next]).toEqual([5, 1, null]);
  });

  test("names the assigned users of a company without a hierarchy", async () => {
    const company = await setUpUserCompany(testServer);
    const [ann] = [await company.person(), await company.person({ sites: [] })];
    const { results } = (await askSite(company.token, company.site.id)).body.users;
    expect(results.map(({ id, because }) => [id, because]).sort()).toEqual(
      [
        [company.admin.id, "company_admin"],
        [ann.id, "assigned"],
      ].sort(),
    );
  });
});

describe("who may approve an order", () => {
  test("is told with the entitlement and who placed it (ACCS-003)", async () => {
    const company = await setUpUserCompany(testServer);
    const roleId = await company.role("Finance");
    await company.rule({ roleId, limit: 0 });
    const [holder, placer] = [await company.person({ roleId }), await company.person({ roleId })];
    const blind = await company.person({ roleId, sites: [] });
    const blanket = await company.person();
    await company.rule({ userId: blanket.id, limit: -1, siteIds: [company.site.id] });
    const { identifier } = await company.order("10.00", { creator: placer.username });
    const { body } = await askOrder(company.token, identifier);
    expect(body).toMatchObject({
      identifier,
      status: "Pending Approval",
      total: "10.00",
      site: { id: company.site.id },
      allow_self_approval: false,
      steps: [{ name: "Finance", limit: 0, state: "open" }],
      barred: [{ id: placer.id }],
    });
    const told = new Map(body.approvers.map(({ id, by }) => [id, by]));
    expect(told).toEqual(
      new Map([
        [holder.id, "role"],
        [blanket.id, "blanket"],
      ]),
    );
    // What is told is what requests are allowed.
    for (const { id, token } of [placer, blind, company.admin, holder, blanket]) {
      if (told.has(id)) continue;
      expect((await company.approve(token, identifier)).status).not.toBe(200);
    }
    expect((await company.approve(holder.token, identifier)).status).toBe(200);
    const after = (await askOrder(company.token, identifier)).body;
    expect([after.status, after.approvers, after.steps[0]?.state]).toEqual(["Accepted", [], "done"]);
  });

  test("names company admins where nobody else can decide", async () => {
    const company = await setUpUserCompany(testServer);
    await company.rule({ roleId: await company.role(), limit: 0 });
    const { identifier } = await company.order("10.00");
    const { approvers } = (await askOrder(company.token, identifier)).body;
    expect(approvers.map(({ id, by }) => [id, by])).toEqual([[company.admin.id, "stand-in"]]);
  });
});

describe("the coverage check", () => {
  test("lists sites nobody could approve for, rules that never apply and users who see nothing (ACCS-004)", async () => {
    const company = await setUpUserCompany(testServer);
    const second = await company.addSite({ name: "Second" });
    const third = await company.addSite({ name: "Third" });
    const [finance, deserted] = [await company.role("Finance"), await company.role("Deserted")];
    await company.person({ roleId: finance, sites: [company.site] });
    const boss = await company.person({ sites: [third] });
    const blind = await company.person({ sites: [], firstName: "Bo", lastName: "Blind" });
    await company.rule({ userId: boss.id, limit: -1, siteIds: [third.id] });
    const [byFinance, byNobody] = [
      await company.rule({ roleId: finance, limit: 0 }),
      await company.rule({ roleId: deserted, limit: -1 }),
    ];
    const elsewhere = await company.rule({ userId: boss.id, limit: 500, siteIds: [second.id] });
    const found = await askCoverage(company.token);
    expect(found.approvals_enabled).toBe(true);
    // The first site has a holder of the role, the third a blanket approver.
    expect(found.sites).toEqual({
      count: 1,
      results: [
        {
          id: second.id,
          name: "Second",
          rules: [
            { id: byFinance, name: "Finance", limit: 0 },
            { id: elsewhere, name: expect.any(String), limit: 500 },
          ],
        },
      ],
    });
    expect(found.rules.results.map(({ id, because }) => [id, because])).toEqual([
      [byNobody, "no_approver"],
      [elsewhere, "no_approver"],
    ]);
    expect(found.users).toEqual({
      count: 1,
      results: [{ id: blind.id, name: "Bo Blind", username: blind.username }],
    });
    // A step at the reported site is left to company admins.
    const { identifier } = await company.order("10.00", { site: second });
    const { approvers } = (await askOrder(company.token, identifier)).body;
    expect(approvers.every(({ by }) => by === "stand-in")).toBe(true);
    await testServer.sql("update sites set deleted_at = now() where id = $1", [third.id]);
    const later = await askCoverage(company.token);
    expect(later.rules.results.map(({ because }) => because)).toContain("no_site");
  });

  test("finds users who see nothing in a hierarchy", async () => {
    const { company, people } = await setUpHierarchy();
    const { users } = await askCoverage(company.token);
    const seen = [people.lost.id, people.idle.id, people.none.id].sort();
    expect(users.results.map(({ id }) => id).sort()).toEqual(seen);
  });

  test("says nothing about rules while approvals are off", async () => {
    const company = await setUpUserCompany(testServer, { approvals: false });
    await company.rule({ roleId: await company.role(), limit: 0 });
    const none = { count: 0, results: [] };
    expect(await askCoverage(company.token)).toEqual({
      approvals_enabled: false,
      sites: none,
      rules: none,
      users: none,
    });
  });
});

test("answers agree with each other and with what requests show (ACCS-001, ACCS-005)", async () => {
  const { company, people, sites, root } = await setUpHierarchy();
  const roleId = await company.role("Finance");
  await company.rule({ roleId, limit: 0 });
  await company.rule({ userId: people.all.id, limit: 100, nodeIds: [root] });
  for (const { id } of [people.north, people.policy, people.lost])
    await testServer.sql("update users set role_id = $1 where id = $2", [roleId, id]);
  const everybody = [...Object.values(people), company.admin];
  const viewers = new Map<number, number[]>();
  for (const { id } of Object.values(sites))
    viewers.set(
      id,
      (await askSite(company.token, id)).body.users.results.map((user) => user.id),
    );
  for (const { id, token } of everybody) {
    const shown = (await testServer.call(siteList.page, { token })).body.results.map((site) => site.id);
    const told = await testServer.call(userAccess, { token: company.token, params: { id }, query: {} });
    expect(told.body.sites.results.map((site) => site.id).sort()).toEqual([...shown].sort());
    for (const { id: site } of Object.values(sites))
      expect([site, id, viewers.get(site)?.includes(id)]).toEqual([site, id, shown.includes(site)]);
  }
  // Each one tries an order of their own: the answer says beforehand what the request is answered.
  for (const site of Object.values(sites))
    for (const { id, token } of everybody) {
      const { identifier } = await company.order("50.00", { site });
      const { approvers } = (await askOrder(company.token, identifier)).body;
      const isAllowed = (await company.approve(token, identifier)).status === 200;
      expect([site.id, id, isAllowed]).toEqual([site.id, id, approvers.some((one) => one.id === id)]);
    }
});
