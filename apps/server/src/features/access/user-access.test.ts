import { userAccess } from "@mcc/contract/access/user-access.api.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addDelegation } from "../../testing/delegations.ts";
import { addRole } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { setUpUserCompany } from "../../testing/user-records.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const accessOf = (token: string, id: unknown, query: object = {}) =>
  testServer.call(userAccess, { token, params: { id }, query: query as never });

describe("what a user may do, see and approve", () => {
  test("is told with the reasons: role, assigned sites, rules with their limits and sites", async () => {
    const company = await setUpUserCompany(testServer, { tracking: true });
    const second = await company.addSite({ name: "Second" });
    const third = await company.addSite({ name: "Third" });
    const roleId = await addRole(testServer, company.companyId, { name: "Finance", tracks: true });
    const ruleOfRole = await company.rule({ roleId, limit: 5_000 });
    const ann = await company.person({
      roleId,
      firstName: "Ann",
      lastName: "Lee",
      sites: [company.site, second],
    });
    const ownRule = await company.rule({ userId: ann.id, limit: 0, siteIds: [second.id, third.id] });
    await company.order("10.00", { site: second });
    await company.order("10.00", { site: third });
    const { body } = await accessOf(company.token, ann.id);
    expect(body).toMatchObject({
      id: ann.id,
      name: "Ann Lee",
      is_company_admin: false,
      role: { id: roleId, name: "Finance", can_impersonate: false, can_view_order_tracking: true },
      permissions: ["order-tracking", "has-order-approvals"],
      sites: { because: "assigned", node: null, policy_count: 0, count: 2 },
      approvals: { enabled: true, allow_self_approval: false, pending_count: 1 },
    });
    expect(body.sites.results.map(({ name }) => name).sort()).toEqual(["Second", company.site.name].sort());
    expect(body.approvals.rules).toEqual([
      {
        id: ownRule,
        limit: 0,
        by: "user",
        sites_count: 1,
        sites: [{ id: second.id, name: "Second" }],
        everywhere: false,
      },
      {
        id: ruleOfRole,
        limit: 5_000,
        by: "role",
        sites_count: 2,
        sites: expect.any(Array),
        everywhere: true,
      },
    ]);
    // The same that the user's own requests are answered with.
    expect((await testServer.call(currentUser, { token: ann.token })).body.permissions).toEqual(
      body.permissions,
    );
    const page = (await accessOf(company.token, ann.id, { limit: "1", offset: "1" })).body.sites;
    expect([page.count, page.results.length, page.next]).toEqual([2, 1, null]);
  });

  test("names the node and the policy in a company with a hierarchy", async () => {
    const company = await setUpUserCompany(testServer, { hierarchy: true });
    const root = await company.node("Corp");
    const north = await company.node("North", root);
    const south = await company.node("South", root);
    const pit = await company.addSite({ name: "Pit", nodeId: north });
    await company.addSite({ name: "Mill", nodeId: north });
    await company.addSite({ name: "Dock", nodeId: south });
    const person = (more: object) => company.person({ sites: [], ...more });
    const [onNode, limited, outside] = [
      await person({ nodeId: north }),
      await person({ nodeId: north }),
      await person({}),
    ];
    const admin = await person({ admin: true });
    await testServer.sql(
      "insert into policy_sites (company_id, user_id, site_id) values ($1, $2, $3), ($1, $4, $3)",
      [company.companyId, limited.id, pit.id, outside.id],
    );
    const nobody = await person({});
    const rule = await company.rule({ userId: limited.id, limit: -1, nodeIds: [root] });
    const told = async (id: number) => {
      const { sites } = (await accessOf(company.token, id)).body;
      return [sites.because, sites.node?.name, sites.results.map(({ name, node }) => `${name} in ${node}`)];
    };
    expect(await told(onNode.id)).toEqual(["node", "North", ["Mill in North", "Pit in North"]]);
    expect(await told(limited.id)).toEqual(["node_and_policy", "North", ["Pit in North"]]);
    expect(await told(outside.id)).toEqual(["policy", undefined, ["Pit in North"]]);
    expect(await told(nobody.id)).toEqual(["none", undefined, []]);
    expect((await told(admin.id))[0]).toBe("company_admin");
    // The rule is for every node, and the user approves where they see.
    expect((await accessOf(company.token, limited.id)).body.approvals.rules).toEqual([
      {
        id: rule,
        limit: -1,
        by: "user",
        sites_count: 1,
        sites: [{ id: pit.id, name: "Pit" }],
        everywhere: true,
      },
    ]);
  });

  test("lists no rules while approvals are off", async () => {
    const company = await setUpUserCompany(testServer, { approvals: false });
    const roleId = await company.role();
    await company.rule({ roleId, limit: 0 });
    const { id } = await company.person({ roleId });
    expect((await accessOf(company.token, id)).body.approvals).toEqual({
      enabled: false,
      allow_self_approval: false,
      pending_count: 0,
      rules: [],
      budgets: [],
      stands_in_for: [],
    });
  });

  test("names those whose deputy a user is now, and counts their orders (ACCS-001 partly)", async () => {
    const company = await setUpUserCompany(testServer);
    const roleId = await company.role();
    await company.rule({ roleId, limit: 0 });
    const ann = await company.person({ roleId, firstName: "Ann", lastName: "Away" });
    const [dee, later] = [await company.person({ sites: [] }), await company.person({ sites: [] })];
    await addDelegation(testServer, company.companyId, ann.id, dee.id);
    await addDelegation(testServer, company.companyId, ann.id, later.id, { starts: "1 hour" });
    await company.order("10.00");
    const told = async (id: number) => {
      const { stands_in_for, pending_count } = (await accessOf(company.token, id)).body.approvals;
      return [stands_in_for.map(({ name }) => name), pending_count];
    };
    expect(await told(dee.id)).toEqual([["Ann Away"], 1]);
    expect(await told(later.id)).toEqual([[], 0]);
    expect(await told(ann.id)).toEqual([[], 1]);
  });

  test("is told to company admins only, and only of their own users", async () => {
    const company = await setUpUserCompany(testServer);
    const other = await setUpUserCompany(testServer);
    const regular = await company.person();
    expect((await accessOf(regular.token, regular.id)).status).toBe(403);
    await testServer.sql("update users set deleted_at = now() where id = $1", [regular.id]);
    for (const id of [regular.id, other.admin.id, 999_999_999, "nobody"])
      expect((await accessOf(company.token, id)).status).toBe(404);
  });
});
