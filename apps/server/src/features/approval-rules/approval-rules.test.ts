import {
  approvalNodes,
  approvalRules,
  createApprovalRule,
  deleteApprovalRule,
  findApprovalRule,
  updateApprovalRule,
} from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { roles } from "@mcc/contract/roles/roles.api.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const officeWithAdmin = async (traits: Parameters<typeof setUpApprovalCompany>[1] = {}) => {
  const approvalCompany = await setUpApprovalCompany(testServer, traits);
  const { token } = await approvalCompany.person({ admin: true });
  return {
    ...approvalCompany,
    token,
    create: (body: object) => testServer.call(createApprovalRule, { token, body: body as never }),
    update: (id: number, body: object) =>
      testServer.call(updateApprovalRule, { token, params: { id }, body: body as never }),
    drop: (id: number) => testServer.call(deleteApprovalRule, { token, params: { id } }),
    find: (id: number) => testServer.call(findApprovalRule, { token, params: { id } }),
    list: (query: object = {}) => testServer.call(approvalRules, { token, query: query as never }),
  };
};

describe("creating a rule", () => {
  test("for a role accepts the limit and the role, and returns the rule (CONF-043, CONF-044, CONF-062)", async () => {
    const { role, create, find } = await officeWithAdmin();
    const id = await role("Finance");
    const { status, body } = await create({ limit: 500, role: id });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(Number),
      role: { id, name: "Finance" },
      user: null,
      limit: 500,
      sites: [],
      nodes: [],
      place_names: [],
      has_pending_approvals: false,
    });
    expect((await find(body.id)).body).toEqual(body);
  });

  test("for a user also accepts sites and nodes (CONF-044, CONF-062)", async () => {
    const { person, create, site, addSite } = await officeWithAdmin();
    const other = await addSite();
    const { id } = await person({ firstName: "Uma", lastName: "User", sites: [site, other] });
    const { body } = await create({ limit: -1, user: id, sites: [other.id, site.id, site.id], nodes: [] });
    expect(body).toMatchObject({ role: null, user: { id, name: "Uma User" }, limit: -1 });
    expect(body.sites).toEqual([site.id, other.id].sort((a, b) => a - b));
  });

  test("names every missing field with the message of the form (CONF-050, CONF-051, CONF-052, CONF-053, CONF-059)", async () => {
    const { person, role, create } = await officeWithAdmin();
    const { id } = await person();
    expect(await create({ limit: 5 })).toMatchObject({
      status: 400,
      body: { role: ["User Role field is required"], user: ["User field is required"] },
    });
    expect((await create({ limit: 5, role: null, user: null })).status).toBe(400);
    expect(await create({ limit: 5, user: id, sites: [], nodes: [] })).toMatchObject({
      status: 400,
      body: { sites: ["A site or a node is required"] },
    });
    for (const limit of [undefined, null, "", 1.5, "7", -2]) {
      expect(await create({ limit, role: await role() })).toMatchObject({
        status: 400,
        body: { limit: ["Order Minimum Total field is required"] },
      });
    }
    expect((await create({ limit: 2_147_483_648, role: await role() })).status).toBe(400);
    for (const role of [1e20, 1.5, -1]) {
      expect(await create({ limit: 5, role })).toMatchObject({
        status: 400,
        body: { role: ["This is not an id."] },
      });
    }
    expect(await create([])).toMatchObject({
      status: 400,
      body: { non_field_errors: ["This must be an object."] },
    });
    expect((await create({ limit: 5, role: await role(), user: id, sites: [1] })).status).toBe(400);
    expect(await create({ limit: 5, role: await role(), sites: [1], nodes: [2] })).toMatchObject({
      status: 400,
      body: {
        sites: ["A rule for a role applies at every site."],
        nodes: ["A rule for a role applies at every site."],
      },
    });
  });

  test("accepts a specific amount, every order and a blanket approver (CONF-045)", async () => {
    const { role, create, list } = await officeWithAdmin();
    for (const limit of [2_147_483_647, 0, -1]) {
      expect((await create({ limit, role: await role() })).body.limit).toBe(limit);
    }
    expect((await list({ order_by: "limit" })).body.data.map(({ limit }) => limit)).toEqual([
      -1, 0, 2_147_483_647,
    ]);
  });

  test.each([0, -1])(
    "of %i for a role that has one is refused under the limit, whose switch shows it (CONF-058 partly, CONF-059)",
    async (limit) => {
      const { role, create, list } = await officeWithAdmin();
      const id = await role("Finance");
      await create({ limit: 500, role: id });
      expect(await create({ limit, role: id })).toMatchObject({
        status: 400,
        body: { limit: ["There's already a Role with this Rule"] },
      });
      expect((await list({})).body.data).toHaveLength(1);
    },
  );

  test("for a role that has one is refused under the role (CONF-059)", async () => {
    const { role, create, token } = await officeWithAdmin();
    const id = await role("Finance");
    const free = await role("Board");
    await create({ limit: 0, role: id });
    expect(await create({ limit: 100, role: id })).toMatchObject({
      status: 400,
      body: { role: ["This role already has a rule."] },
    });
    const { body } = await testServer.call(roles, { token, query: { order_by: "name" } });
    expect(body.results.map((one) => [one.id, one.has_approval_rule])).toEqual([
      [free, false],
      [id, true],
    ]);
  });

  test("with a place used by another user's rule is refused under the places (CONF-059)", async () => {
    const { person, create, update, site, addSite } = await officeWithAdmin();
    const other = await addSite();
    const [one, two] = [await person(), await person({ sites: [site, other] })];
    const mine = await create({ limit: 0, user: one.id, sites: [site.id] });
    expect(await create({ limit: 0, user: two.id, sites: [site.id] })).toMatchObject({
      status: 400,
      body: { sites: [`${site.name} is used by the rule of another user.`] },
    });
    const theirs = await create({ limit: 0, user: two.id, sites: [other.id] });
    expect((await update(theirs.body.id, { sites: [other.id, site.id] })).status).toBe(400);
    expect((await create({ limit: 900, user: one.id, sites: [site.id] })).status).toBe(200);
    expect((await update(mine.body.id, { sites: [site.id] })).status).toBe(200);
  });

  test("with a place that its user cannot see is refused under the places; existing places are kept (CONF-059)", async () => {
    const { person, rule, create, update, site, addSite } = await officeWithAdmin();
    const other = await addSite();
    const { id } = await person();
    const refusal = {
      status: 400,
      body: { sites: [`This user cannot see ${other.name} and could not approve there.`] },
    };
    expect(await create({ limit: 0, user: id, sites: [site.id, other.id] })).toMatchObject(refusal);
    const { body: mine } = await create({ limit: 0, user: id, sites: [site.id] });
    expect(await update(mine.id, { sites: [site.id, other.id] })).toMatchObject(refusal);
    const held = await rule({ userId: id, limit: 9, siteIds: [other.id] });
    expect((await update(held, { sites: [site.id, other.id], limit: 8 })).status).toBe(200);
  });

  test("with ids of another company, or unknown ids, is refused with the same message (SEC-001)", async () => {
    const here = await officeWithAdmin({ hierarchy: true });
    const there = await officeWithAdmin({ hierarchy: true });
    const foreign = await there.person();
    const mine = await here.person();
    const absent = 9_999_999;
    for (const role of [await there.role(), absent]) {
      expect(await here.create({ limit: 0, role })).toMatchObject({
        status: 400,
        body: { role: ["There is no such role."] },
      });
    }
    for (const user of [foreign.id, absent]) {
      expect(await here.create({ limit: 0, user, sites: [here.site.id] })).toMatchObject({
        status: 400,
        body: { user: ["There is no such user."] },
      });
    }
    for (const id of [there.site.id, absent]) {
      expect(await here.create({ limit: 0, user: mine.id, sites: [id] })).toMatchObject({
        status: 400,
        body: { sites: ["There is no such site."] },
      });
      expect(await here.create({ limit: 0, user: mine.id, nodes: [id] })).toMatchObject({
        status: 400,
        body: { nodes: ["There is no such node."] },
      });
    }
  });
});

describe("the list of rules", () => {
  test("is returned in data, by limit, together with results (CONF-031, CONF-060)", async () => {
    const { rule, role, list } = await officeWithAdmin();
    const ids = [];
    for (const limit of [900, 0, 50, 0, -1]) ids.push(await rule({ roleId: await role(), limit }));
    const { body } = await list({ order_by: "limit" });
    expect(body.data.map(({ limit }) => limit)).toEqual([-1, 0, 0, 50, 900]);
    expect(body.data.map(({ id }) => id)).toEqual([ids[4], ids[1], ids[3], ids[2], ids[0]]);
    expect(body.results).toEqual(body.data);
    expect(body.count).toBe(5);
    expect((await list({ order_by: "-limit" })).body.data.map(({ limit }) => limit)).toEqual([
      900, 50, 0, 0, -1,
    ]);
    expect((await list({ limit: 2, offset: 1 })).body.data.map(({ id }) => id)).toEqual([ids[1], ids[3]]);
    for (const query of [{ order_by: "name" }, { offset: -1 }, { color: "red" }]) {
      expect((await list(query)).status).toBe(400);
    }
  });

  test("and every call on a rule is for company admins while approvals are on (SEC-030)", async () => {
    const { person, role, rule, token, companyId } = await officeWithAdmin();
    const roleId = await role();
    const id = await rule({ roleId, limit: 0 });
    const approver = await person({ roleId });
    const requests = (as: string) => [
      testServer.call(approvalRules, { token: as }),
      testServer.call(findApprovalRule, { token: as, params: { id } }),
      testServer.call(createApprovalRule, { token: as, body: { limit: 0, role: roleId } }),
      testServer.call(updateApprovalRule, { token: as, params: { id }, body: { limit: 1 } }),
      testServer.call(deleteApprovalRule, { token: as, params: { id } }),
      testServer.call(approvalNodes, { token: as, params: { userId: approver.id } }),
    ];
    for (const { status } of await Promise.all(requests(approver.token))) expect(status).toBe(403);
    await testServer.sql(
      "update company_configurations set has_order_approval = false where company_id = $1",
      [companyId],
    );
    for (const { status } of await Promise.all(requests(token))) expect(status).toBe(403);
    expect((await testServer.call(roles, { token: approver.token })).status).toBe(403);
    expect((await testServer.call(userList.page, { token: approver.token })).status).toBe(403);
  });
});

describe("changing a rule", () => {
  test("changes limit, sites and nodes, and never its role or user (CONF-049, CONF-063)", async () => {
    const { person, role, create, update, site, addSite } = await officeWithAdmin();
    const other = await addSite({ name: "Zinc Yard" });
    const [one, two] = [await person({ sites: [site, other] }), await person()];
    const { body: rule } = await create({ limit: 5, user: one.id, sites: [site.id] });
    const { body } = await update(rule.id, { limit: 7, sites: [other.id], user: two.id, role: await role() });
    expect(body).toEqual({ ...rule, limit: 7, sites: [other.id], place_names: ["Zinc Yard"] });
    expect((await update(rule.id, {})).body).toEqual(body);
    expect(await update(rule.id, { sites: [], nodes: [] })).toMatchObject({
      status: 400,
      body: { sites: ["A site or a node is required"] },
    });
    const { body: byRole } = await create({ limit: 5, role: await role() });
    expect((await update(byRole.id, { limit: 6, sites: [], nodes: [] })).body.limit).toBe(6);
    expect((await update(byRole.id, { sites: [site.id] })).status).toBe(400);
    expect((await update(byRole.id, { limit: "x" })).status).toBe(400);
  });

  test("names the first three of its places, by name", async () => {
    const { person, create, addSite } = await officeWithAdmin();
    const sites = [];
    for (const name of ["Rig 10", "Rig 9", "Camp", "Mill"]) sites.push(await addSite({ name }));
    const { id } = await person({ sites });
    const { body } = await create({ limit: 5, user: id, sites: sites.map((site) => site.id) });
    expect(body.place_names).toEqual(["Camp", "Mill", "Rig 9"]);
  });

  test("by two admins at once keeps the changes of both (CONF-063)", async () => {
    const { person, create, update, find, site, addSite } = await officeWithAdmin();
    const [second, third, fourth] = [await addSite(), await addSite(), await addSite()];
    const sites = [site, second, third, fourth];
    const { id } = await person({ sites });
    const before = [site.id, second.id];
    const { body: rule } = await create({ limit: 5, user: id, sites: before });
    const answers = await Promise.all([
      update(rule.id, { sites: [...before, third.id], sites_before: before }),
      update(rule.id, { sites: [site.id, fourth.id], sites_before: before }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await find(rule.id)).body.sites).toEqual([site.id, third.id, fourth.id]);
    // When two admins remove one place each, the second cannot remove the last one.
    await update(rule.id, { sites: [site.id, third.id], sites_before: [site.id, third.id, fourth.id] });
    const both = [site.id, third.id];
    await update(rule.id, { sites: [site.id], sites_before: both });
    expect(await update(rule.id, { sites: [third.id], sites_before: both })).toMatchObject({
      status: 400,
      body: { sites: ["A site or a node is required"] },
    });
  });

  test("leaves the steps of pending orders unchanged (APPR-049)", async () => {
    const { role, person, create, update, order, approve } = await officeWithAdmin();
    const roleId = await role("Finance");
    const fay = await person({ roleId });
    const { body: rule } = await create({ limit: 100, role: roleId });
    const waiting = await order("150.00");
    await update(rule.id, { limit: 1_000 });
    expect((await order("150.00")).status).toBe("Accepted");
    expect((await approve(fay.token, waiting.identifier)).body).toMatchObject({
      status: "Accepted",
      approval_steps: [{ limit: 100, state: "done" }],
    });
  });

  test("with an invalid id is not found either, and no other notation of a number matches one", async () => {
    const { rule, role, token, find, update, drop } = await officeWithAdmin();
    const id = await rule({ roleId: await role(), limit: 3 });
    for (const odd of ["x", "0", "-1", `${id}e0`, `0${id}`, "99999999999999999999"] as never[]) {
      for (const answer of [await find(odd), await update(odd, { limit: 1 }), await drop(odd)]) {
        expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
      }
      expect(await testServer.call(approvalNodes, { token, params: { userId: odd } })).toMatchObject({
        status: 404,
        body: { detail: "Not found." },
      });
    }
  });
});

describe("deleting a rule", () => {
  test("is possible without pending orders (CONF-061)", async () => {
    const { rule, role, drop, find, person, site } = await officeWithAdmin();
    const ids = [
      await rule({ roleId: await role(), limit: 0 }),
      await rule({ userId: (await person()).id, limit: 0, siteIds: [site.id] }),
    ];
    for (const id of ids) {
      expect(await drop(id)).toMatchObject({
        status: 200,
        body: { detail: "Order Approval Rule deleted correctly" },
      });
      expect((await find(id)).status).toBe(404);
    }
  });

  test("is a conflict while an order is pending, and the rule shows that (APPR-050)", async () => {
    const { role, person, create, drop, find, order, approve } = await officeWithAdmin();
    const [first, second] = [await role("First"), await role("Second")];
    const people = [await person({ roleId: first }), await person({ roleId: second })];
    await create({ limit: 0, role: first });
    const { body: later } = await create({ limit: 50, role: second });
    const { identifier } = await order("60.00");
    expect((await find(later.id)).body.has_pending_approvals).toBe(true);
    expect(await drop(later.id)).toMatchObject({ status: 409, body: { code: "rule.pending" } });
    for (const { token } of people) await approve(token, identifier);
    expect((await find(later.id)).body.has_pending_approvals).toBe(false);
    expect((await drop(later.id)).status).toBe(200);
  });

  test("an update without changes is not audited", async () => {
    const { person, create, update, companyId, site } = await officeWithAdmin();
    const { body: rule } = await create({ limit: 5, user: (await person()).id, sites: [site.id] });
    const written = () =>
      testServer.sql("select id from audit_entries where company_id = $1 order by id", [companyId]);
    const before = await written();
    for (const body of [{}, { role: 1, user: 3 }, { limit: 5 }, { limit: 5, sites: [site.id], nodes: [] }]) {
      expect(await update(rule.id, body)).toMatchObject({ status: 200, body: rule });
    }
    expect(await written()).toEqual(before);
    await update(rule.id, { limit: 6 });
    expect(await written()).toHaveLength(before.length + 1);
  });

  test("and every other change of a rule is audited", async () => {
    const { role, create, update, drop, companyId } = await officeWithAdmin();
    const { body } = await create({ limit: 5, role: await role("Finance") });
    await update(body.id, { limit: 6 });
    await drop(body.id);
    expect(
      await testServer.sql(
        "select action, record_id, details from audit_entries where company_id = $1 order by id",
        [companyId],
      ),
    ).toMatchObject([
      {
        action: "approval_rule.created",
        record_id: String(body.id),
        details: { limit: 5, role: { name: "Finance" } },
      },
      { action: "approval_rule.updated", details: { limit: 6, before: { limit: 5 } } },
      { action: "approval_rule.deleted", details: { limit: 6 } },
    ]);
  });
});

describe("the places a user's rule may name", () => {
  test("without hierarchy are the company with its sites, those already used and those the user cannot see are marked (CONF-064)", async () => {
    const { person, rule, site, addSite, companyId, slug, token } = await officeWithAdmin();
    const [one, two] = [await person(), await person()];
    const other = await addSite();
    const gone = await addSite();
    await testServer.sql("update sites set deleted_at = now() where id = $1", [gone.id]);
    const ruleId = await rule({ userId: one.id, limit: 0, siteIds: [site.id] });
    const nodes = (userId: number) => testServer.call(approvalNodes, { token, params: { userId } });
    const place = (id: number, taken: boolean, rule: number | null) => ({
      ...[site, other].find((each) => each.id === id && { name: each.name }),
      id,
      already_used: taken,
      user_approval_rule: rule,
      visible: id === site.id,
    });
    const plain = ({ shopUser: _, ...rest }: ReturnType<typeof place> & { shopUser?: string }) => rest;
    const [entry, ...rest] = (await nodes(two.id)).body;
    expect(rest).toEqual([]);
    expect(entry).toMatchObject({ id: null, name: slug, already_used: false, user_approval_rule: null });
    const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
    expect(entry?.sites.toSorted(byId)).toEqual(
      [place(site.id, true, ruleId), place(other.id, false, null)].map(plain),
    );
    expect((await nodes(one.id)).body[0]?.sites.toSorted(byId)).toEqual(
      [place(site.id, false, ruleId), place(other.id, false, null)].map(plain),
    );
    const outsider = await addPerson(testServer, await addCompany(testServer));
    expect((await nodes(outsider.id)).status).toBe(404);
    expect(companyId).toBeGreaterThan(0);
  });

  test("with hierarchy are the nodes from the user's down, with the sites they see (CONF-064)", async () => {
    const { person, rule, addSite, token, companyId } = await officeWithAdmin({ hierarchy: true });
    const [group] = await testServer.sql<{ id: number }>(
      "insert into organization_groups (company_id, name) values ($1, 'Area') returning id",
      [companyId],
    );
    const node = async (name: string, parent: number | null) => {
      const [row] = await testServer.sql<{ id: number }>(
        "insert into organization_nodes (company_id, parent_id, group_id, name) values ($1, $2, $3, $4) returning id",
        [companyId, parent, group?.id, name],
      );
      return Number(row?.id);
    };
    const root = await node("Root", null);
    const north = await node("North", root);
    const camp = await node("Camp", north);
    const south = await node("South", root);
    const [atCamp, atNorth] = [await addSite({ nodeId: camp }), await addSite({ nodeId: north })];
    const [atSouth, atRoot] = [await addSite({ nodeId: south }), await addSite({ nodeId: root })];
    const chief = await person({ nodeId: north, sites: [] });
    const rival = await person({ nodeId: root, sites: [] });
    const ruleId = await rule({ userId: rival.id, limit: 0, nodeIds: [camp], siteIds: [atNorth.id] });
    const nodes = async (userId: number) =>
      (await testServer.call(approvalNodes, { token, params: { userId } })).body;
    expect(await nodes(chief.id)).toMatchObject([
      {
        id: camp,
        name: "Camp",
        parent: north,
        already_used: true,
        user_approval_rule: ruleId,
        sites: [{ id: atCamp.id, already_used: false }],
      },
      {
        id: north,
        name: "North",
        parent: root,
        already_used: false,
        sites: [{ id: atNorth.id, already_used: true, user_approval_rule: ruleId }],
      },
    ]);
    expect((await nodes(rival.id)).map(({ name }) => name)).toEqual(["Camp", "North", "Root", "South"]);
    const limited = await person({ sites: [] });
    expect(await nodes(limited.id)).toEqual([]);
    await testServer.sql("insert into policy_sites (company_id, user_id, site_id) values ($1, $2, $3)", [
      companyId,
      limited.id,
      atCamp.id,
    ]);
    expect(await nodes(limited.id)).toMatchObject([{ id: null, sites: [{ id: atCamp.id, visible: true }] }]);

    // Places of the user's rule beyond that are marked, so that they can be removed.
    await rule({ userId: chief.id, limit: 5, siteIds: [atSouth.id], nodeIds: [south] });
    expect(await nodes(chief.id)).toMatchObject([
      { id: camp, visible: true },
      { id: north, visible: true },
      { id: south, visible: false, already_used: false, sites: [{ id: atSouth.id, visible: false }] },
    ]);
    await rule({ userId: limited.id, limit: 5, siteIds: [atRoot.id] });
    expect((await nodes(limited.id))[0]?.sites.map(({ id, visible }) => [id, visible])).toEqual(
      expect.arrayContaining([
        [atCamp.id, true],
        [atRoot.id, false],
      ]),
    );
  });

  test("and the users to choose from are those of the company who are not deleted", async () => {
    const { person, token, role } = await officeWithAdmin();
    const roleId = await role("Finance");
    const zoe = await person({ firstName: "Zoe", lastName: "Zed", roleId });
    const gone = await person({ firstName: "Gone", lastName: "Girl" });
    await testServer.sql("update users set deleted_at = now() where id = $1", [gone.id]);
    const { body } = await testServer.call(userList.litePage, {
      token,
      query: { liteVersion: "true" } as never,
    });
    expect(body.results.at(-1)).toMatchObject({ id: zoe.id, first_name: "Zoe", last_name: "Zed" });
    expect(body.results.map(({ id }) => id)).not.toContain(gone.id);
    const found = await testServer.call(userList.page, { token, query: { search: "zoe z" } as never });
    expect(found.body.results.map(({ id }) => id)).toEqual([zoe.id]);
    expect(await tokenFor(testServer, zoe.username)).toBeTruthy();
  });
});
