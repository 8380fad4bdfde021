import { nodeList, nodeSites, nodeUsers } from "@mcc/contract/hierarchy/nodes.api.ts";
import { unassignedSites, unassignedUsers } from "@mcc/contract/hierarchy/unassigned.api.ts";
import { deleteRole } from "@mcc/contract/roles/roles.api.ts";
import { deleteUser } from "@mcc/contract/users/users.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { type HierarchyCompany, setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { addPerson } from "../../testing/people.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

describe("the list", () => {
  let acme: HierarchyCompany;
  let north: number;
  beforeAll(async () => {
    acme = await setUpHierarchy(testServer);
    north = await acme.child("North", acme.root, { prefix: "nor" });
    await acme.child("South", acme.root);
    for (const at of [1, 2, 3, 4, 5]) {
      await acme.addSite({ name: `Yard ${at}`, nodeId: north });
      await addPerson(testServer, acme.companyId, { firstName: `Ann ${at}`, lastName: "Lee", nodeId: north });
    }
  });

  test("has the first 3 sites and users of each node and their numbers, its parent and its type (HIER-007, HIER-008 partly, HIER-011, HIER-013)", async () => {
    const { body } = await acme.nodes();
    expect(body).toMatchObject({ count: 3, next: null, previous: null, current_url: expect.any(String) });
    expect(body.results.map(({ name }) => name)).toEqual(["Corp", "North", "South"]);
    expect(body.results[1]).toEqual({
      id: north,
      name: "North",
      ecommerce_catalog: null,
      mcc_domain: null,
      ecommerce_domain: null,
      organization_group: acme.region,
      type: "Region",
      is_root: false,
      has_own_configuration: true,
      has_approval_rule: false,
      parent: acme.root,
      parent_name: "Corp",
      company: acme.companyId,
      username_prefix: "nor",
      sites: [1, 2, 3].map((at) => ({ id: expect.any(Number), name: `Yard ${at}` })),
      sites_count: 5,
      users: [1, 2, 3].map((at) => ({ id: expect.any(Number), first_name: `Ann ${at}`, last_name: "Lee" })),
      users_count: 5,
      children: [],
      config: {
        usernamePrefix: "nor",
        tenantGroup: "t",
        ecommerceCheckoutConfiguration: {},
        isBuyoutNode: false,
      },
    });
    expect(body.results[0]).toMatchObject({ is_root: true, parent: null, parent_name: null, config: null });
    expect(body.results[0]?.children).toHaveLength(2);
    expect((await acme.nodes({ limit: "1", offset: "1" })).body.results[0]?.name).toBe("North");
  });

  test("is searched, filtered and sorted, and exported with all sites and users", async () => {
    const names = async (query: object) => (await acme.nodes(query)).body.results.map(({ name }) => name);
    expect(await names({ search: "ORT" })).toEqual(["North"]);
    expect(await names({ search: `(ID: ${north})` })).toEqual(["North"]);
    expect(await names({ name: "ou" })).toEqual(["South"]);
    expect(await names({ parent: "corp", ordering: "-name" })).toEqual(["South", "North"]);
    expect(await names({ type: "Corporation" })).toEqual(["Corp"]);
    expect(await names({ ordering: "type" })).toEqual(["Corp", "North", "South"]);
    const { body } = await acme.nodes({ name: "north", untrimmed: "true", limit: "100000000000" });
    expect([body.results[0]?.sites?.length, body.results[0]?.users?.length]).toEqual([5, 5]);
    const suggested = await testServer.call(nodeList.suggest, {
      token: acme.token,
      query: { field: "type" },
    });
    expect(suggested.body.results).toEqual(["Corporation", "Region"]);
  });

  test("all sites and users of a node are read page by page", async () => {
    const ask = { token: acme.token, params: { id: north }, query: { limit: "2", offset: "2" } };
    const { body: sites } = await testServer.call(nodeSites, ask);
    expect([sites.count, sites.results.map(({ name }) => name)]).toEqual([5, ["Yard 3", "Yard 4"]]);
    const { body: users } = await testServer.call(nodeUsers, ask);
    expect([users.count, users.results.map(({ first_name }) => first_name)]).toEqual([5, ["Ann 3", "Ann 4"]]);
    expect((await testServer.call(nodeUsers, { ...ask, params: { id: 0 } })).status).toBe(404);
  });

  test("users who are no company admins get names only, and change nothing", async () => {
    const { token } = await acme.person({ nodeId: north });
    const { body } = await acme.nodes({}, token);
    expect(Object.keys(body.results[0] ?? {}).toSorted()).toEqual(
      ["id", "name", "organization_group", "parent", "username_prefix"].toSorted(),
    );
    const lite = await acme.nodes({ liteVersion: "true", limit: "1000000" });
    expect(lite.body.results.map((node) => Object.keys(node).length)).toEqual([5, 5, 5]);
    const statuses = [
      await acme.findNode(north, token),
      await acme.createNode({ name: "X", organization_group: acme.region, parent: north }, token),
      await acme.updateNode(north, { name: "X" }, token),
      await acme.deleteNode(north, token),
      await acme.preview(north, acme.root, token),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 403, 403]);
  });
});

describe("a new node", () => {
  test("gets its sites and users from those without a node (HIER-020, HIER-021 partly)", async () => {
    const acme = await setUpHierarchy(testServer);
    const site = await acme.addSite({ name: "Loose" });
    const user = await addPerson(testServer, acme.companyId, { firstName: "Una" });
    const all = { token: acme.token, query: { limit: "100000000000" } };
    const sites = async () => (await testServer.call(unassignedSites, all)).body.results;
    const users = async () => (await testServer.call(unassignedUsers, all)).body.results;
    expect(await sites()).toContainEqual({ id: site.id, name: "Loose" });
    expect(await users()).toContainEqual(
      expect.objectContaining({ id: user.id, first_name: "Una", last_name: "Doe" }),
    );
    const { status, body } = await acme.createNode({
      name: "North",
      organization_group: acme.region,
      parent: acme.root,
      sites: [site.id],
      users: [user.id],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "North",
      parent: acme.root,
      organization_group: acme.region,
      sites: [{ id: site.id, name: "Loose" }],
      users: [{ id: user.id }],
    });
    expect(await sites()).not.toContainEqual(expect.objectContaining({ id: site.id }));
    expect(await users()).not.toContainEqual(expect.objectContaining({ id: user.id }));
    expect((await acme.audited()).at(-1)).toMatchObject({
      action: "node.created",
      record_id: String(body.id),
    });
    // What has a node already is not taken from it.
    const again = { name: "South", organization_group: acme.region, parent: acme.root };
    expect((await acme.createNode({ ...again, sites: [site.id] })).body).toMatchObject({
      sites: ["One of these sites does not exist or has a node already."],
    });
    expect((await acme.createNode({ ...again, users: [user.id] })).body).toMatchObject({
      users: ["One of these users does not exist or has a node already."],
    });
    expect((await acme.nodes({ name: "South" })).body.count).toBe(0);
  });

  test("needs a name, a group and a parent, unless it is the first node, which is the root (HIER-031 partly, HIER-032 partly, HIER-033 partly, HIER-034 partly, HIER-088)", async () => {
    const acme = await setUpHierarchy(testServer);
    const valid = { name: "North", organization_group: acme.region, parent: acme.root };
    const says = "field is required";
    expect((await acme.createNode({})).body).toMatchObject({ name: [says], organization_group: [says] });
    expect((await acme.createNode({ ...valid, name: "  " })).body).toMatchObject({ name: [says] });
    expect((await acme.createNode({ ...valid, parent: null })).body).toMatchObject({ parent: [says] });
    expect((await acme.createNode({ ...valid, organization_group: "x" })).status).toBe(400);
    expect((await acme.createNode({ ...valid, sites: 7, users: "x" })).body).toMatchObject({
      sites: [expect.any(String)],
      users: [expect.any(String)],
    });
    // Another company's records are not there.
    const other = await setUpHierarchy(testServer);
    expect((await acme.createNode({ ...valid, parent: other.root })).body).toMatchObject({
      parent: ["There is no such node."],
    });
    expect((await acme.createNode({ ...valid, organization_group: other.region })).body).toMatchObject({
      organization_group: ["There is no such group."],
    });
    await testServer.sql("delete from organization_nodes where company_id = $1", [acme.companyId]);
    const first = await acme.createNode({ ...valid, parent: null });
    expect(first.body).toMatchObject({ is_root: true, parent: null });
    expect((await acme.createNode({ ...valid, parent: null })).status).toBe(400);
    expect((await acme.nodes()).body.count).toBe(1);
  });
});

describe("a change", () => {
  test("of a node's fields is saved and audited; sites and users stay (HIER-026 partly)", async () => {
    const acme = await setUpHierarchy(testServer);
    const north = await acme.child("North", acme.root);
    await acme.addSite({ name: "Yard", nodeId: north });
    const { body } = await acme.updateNode(north, {
      name: "Far North",
      organization_group: acme.corporation,
      ecommerce_catalog: "C-1",
      sites: [],
      users: [],
    });
    expect(body).toMatchObject({
      name: "Far North",
      organization_group: acme.corporation,
      ecommerce_catalog: "C-1",
      sites_count: 1,
    });
    await acme.updateNode(north, { name: "Far North" });
    expect((await acme.audited()).map(({ action }) => action)).toEqual(["node.updated"]);
    expect((await acme.updateNode(north, { name: "" })).body).toMatchObject({ name: ["field is required"] });
    expect((await acme.updateNode(0, { name: "X" })).status).toBe(404);
  });

  test("of a parent moves the node, but never below itself, and never the root (HIER-025 partly, HIER-088)", async () => {
    const acme = await setUpHierarchy(testServer);
    const north = await acme.child("North", acme.root);
    const field = await acme.child("Field", north);
    const refused = async (id: number, parent: unknown, message: string) =>
      expect(await acme.updateNode(id, { parent })).toMatchObject({
        status: 400,
        body: { parent: [message] },
      });
    await refused(north, north, "A node cannot be its own parent.");
    await refused(north, field, "A node cannot be moved below itself.");
    await refused(acme.root, field, "This node is the root of the hierarchy, which has no parent.");
    await refused(north, null, "field is required");
    await refused(north, 999_999_999, "There is no such node.");
    expect((await acme.updateNode(field, { parent: acme.root })).body).toMatchObject({ parent: acme.root });
    expect((await acme.updateNode(north, { parent: field })).body).toMatchObject({ parent_name: "Field" });
    expect((await acme.updateNode(acme.root, { parent: null, name: "Corp 2" })).status).toBe(200);
  });

  test("of a parent changes what users see with the next request, their triggers, and open pages (ALERT-031 partly, ALERT-032 partly)", async () => {
    const acme = await setUpHierarchy(testServer);
    const [north, south] = [await acme.child("North", acme.root), await acme.child("South", acme.root)];
    const field = await acme.child("Field", north);
    await acme.addSite({ name: "Yard", nodeId: field });
    await acme.addSite({ name: "Depot", nodeId: south });
    const inNorth = await acme.person({ nodeId: north, sites: [] });
    const inSouth = await acme.person({ nodeId: south, sites: [] });
    expect([await acme.seen(inNorth.token), await acme.seen(inSouth.token)]).toEqual([["Yard"], ["Depot"]]);
    const stream = await openEventStream(testServer, inNorth.token);
    await stream.hears(1);
    await acme.updateNode(field, { parent: south });
    expect([await acme.seen(inNorth.token), await acme.seen(inSouth.token)]).toEqual([[], ["Depot", "Yard"]]);
    await expect.poll(() => stream.received).toEqual(expect.arrayContaining(["sites", "access"]));
    const triggered = async (userId: number) =>
      (
        await testServer.sql<{ name: string }>(
          `select distinct sites.name from triggers join sites on sites.id = site_id
           where user_id = $1 order by 1`,
          [userId],
        )
      ).map(({ name }) => name);
    const ofBoth = async () => [await triggered(inNorth.id), await triggered(inSouth.id)];
    await expect.poll(ofBoth).toEqual([[], ["Depot", "Yard"]]);
    await acme.updateNode(field, { parent: north });
    await expect.poll(ofBoth).toEqual([["Yard"], ["Depot"]]);
  });
});

describe("deleting", () => {
  test("takes a leaf without sites and users, and never the root (HIER-089)", async () => {
    const acme = await setUpHierarchy(testServer);
    const north = await acme.child("North", acme.root);
    const field = await acme.child("Field", north);
    const refused = async (id: number, detail: string) =>
      expect(await acme.deleteNode(id)).toMatchObject({ status: 409, body: { detail } });
    await refused(acme.root, "The root of the hierarchy can't be deleted.");
    await refused(north, "This node has nodes below it: move or delete them first.");
    const site = await acme.addSite({ name: "Yard", nodeId: field });
    await refused(field, "1 site is at this node: move it to another node first.");
    await acme.removeSite(site.id);
    const user = await addPerson(testServer, acme.companyId, { nodeId: field });
    await refused(field, "1 user is at this node: move them to another node first.");
    await testServer.sql("update users set node_id = $1 where id = $2", [north, user.id]);
    expect(await acme.deleteNode(field)).toMatchObject({
      status: 200,
      body: { detail: "Organization node deleted correctly" },
    });
    expect((await acme.findNode(field)).status).toBe(404);
    expect((await acme.deleteNode(field)).status).toBe(404);
    expect((await acme.audited()).at(-1)).toMatchObject({ action: "node.deleted", record_id: String(field) });
    // The deleted site keeps its orders, without its node.
    expect(await testServer.sql("select node_id from sites where id = $1", [site.id])).toEqual([
      { node_id: null },
    ]);
  });

  test("of the only root of a company without other nodes is refused, too", async () => {
    const acme = await setUpHierarchy(testServer);
    expect((await acme.deleteNode(acme.root)).status).toBe(409);
  });

  test("is refused while a pending order needs the rule of the node, and takes the node from other rules (APPR-051 partly)", async () => {
    const acme = await setUpHierarchy(testServer);
    const [north, south] = [await acme.child("North", acme.root), await acme.child("South", acme.root)];
    const site = await acme.addSite({ name: "Yard", nodeId: north });
    const approver = await acme.person({ nodeId: acme.root });
    await acme.rule({ userId: approver.id, nodeIds: [north, south], limit: 0 });
    const { identifier } = await acme.order("100.00", { site });
    // The site leaves the node, but its order waits for the rule.
    await testServer.sql("update sites set node_id = $1 where id = $2", [acme.root, site.id]);
    expect(await acme.deleteNode(north)).toMatchObject({ status: 409, body: { code: "approver.needed" } });
    await acme.approve(approver.token, identifier);
    expect((await acme.deleteNode(north)).status).toBe(200);
    expect((await acme.deleteNode(south)).status).toBe(200);
    expect(
      await testServer.sql("select from approval_rules where company_id = $1", [acme.companyId]),
    ).toEqual([]);
  });

  test("the role, the user, the site and the node behind a pending step all stay, with a sentence (APPR-051)", async () => {
    const acme = await setUpHierarchy(testServer);
    const north = await acme.child("North", acme.root);
    const site = await acme.addSite({ name: "Yard", nodeId: north });
    const roleId = await acme.role("Buyer");
    await acme.person({ nodeId: acme.root, roleId, sites: [] });
    const approver = await acme.person({ nodeId: acme.root, sites: [] });
    await acme.rule({ roleId, limit: 0 });
    await acme.rule({ userId: approver.id, nodeIds: [north], limit: 0 });
    await acme.order("100.00", { site });
    const { token } = acme;
    for (const { status, body } of [
      await testServer.call(deleteRole, { token, params: { id: roleId } }),
      await testServer.call(deleteUser, { token, params: { id: approver.id } }),
      await acme.removeSite(site.id),
      await acme.deleteNode(north),
    ])
      expect([status, (body as { detail: string }).detail]).toEqual([
        409,
        "Pending orders have no other eligible approver: approve or reject them first.",
      ]);
  });
});
