import { hierarchyTree } from "@mcc/contract/hierarchy/tree.api.ts";
import type { TreeItem } from "@mcc/contract/hierarchy/tree.schema.ts";
import { beforeAll, expect, test } from "vitest";
import { setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { addOrder, addSite } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const treeFor = (token: string) => testServer.call(hierarchyTree, { token });
const bare = { sites: [], children: [], sites_count: 0, users_count: 0, pending_orders_count: 0 };

test("the tree is nested from the root, each item with id, name, sites and children by name (HIER-082)", async () => {
  const acme = await setUpHierarchy(testServer);
  const south = await acme.child("South", acme.root);
  const north = await acme.child("North", acme.root);
  const camps = [await acme.child("Camp 10", north), await acme.child("Camp 2", north)];
  const yards = [];
  for (const name of ["Yard 10", "Yard 9"]) yards.push(await acme.addSite({ name, nodeId: north }));
  const { status, body } = await treeFor(acme.token);
  expect(status).toBe(200);
  expect(body).toEqual({
    ...bare,
    id: acme.root,
    name: "Corp",
    type: "Corporation",
    tree_visibility: true,
    children: [
      {
        ...bare,
        id: north,
        name: "North",
        type: "Region",
        tree_visibility: true,
        sites_count: 2,
        sites: [
          { id: yards[1]?.id, name: "Yard 9" },
          { id: yards[0]?.id, name: "Yard 10" },
        ],
        children: [
          { ...bare, id: camps[1], name: "Camp 2", type: "Region", tree_visibility: true },
          { ...bare, id: camps[0], name: "Camp 10", type: "Region", tree_visibility: true },
        ],
      },
      { ...bare, id: south, name: "South", type: "Region", tree_visibility: true },
    ],
  });
});

test("a node of the tree counts its own users, sites and pending orders, not deleted ones and not those of others", async () => {
  const [acme, other] = [await setUpHierarchy(testServer), await setUpHierarchy(testServer)];
  const north = await acme.child("North", acme.root);
  const sites = [];
  for (let at = 1; at <= 12; at++)
    sites.push(await addSite(testServer, acme.companyId, { name: `Yard ${at}`, nodeId: north }));
  const loose = await addSite(testServer, acme.companyId, { name: "Loose" });
  await testServer.sql("update sites set deleted_at = now() where id = $1", [sites[11]?.id]);
  for (const nodeId of [north, north, acme.root]) await addPerson(testServer, acme.companyId, { nodeId });
  const { id: left } = await addPerson(testServer, acme.companyId, { nodeId: north });
  await testServer.sql("update users set deleted_at = now() where id = $1", [left]);
  for (const [site, status] of [
    [sites[0], "Pending Approval"],
    [sites[0], "Pending Approval"],
    [sites[1], "Pending Approval"],
    [sites[1], "Delivered"],
    [loose, "Pending Approval"],
  ] as const)
    if (site) await addOrder(testServer, site, { status });
  const theirs = await addSite(testServer, other.companyId, { name: "Theirs", nodeId: other.root });
  await addOrder(testServer, theirs, { status: "Pending Approval" });

  const { body } = await treeFor(acme.token);
  expect([body.users_count, body.sites_count, body.pending_orders_count]).toEqual([1, 0, 0]);
  expect(body.children[0]).toMatchObject({ users_count: 2, sites_count: 11, pending_orders_count: 3 });
  expect(body.children[0]?.sites.map(({ name }) => name)).toEqual(["Yard 1", "Yard 2", "Yard 3"]);
  expect((await treeFor(other.token)).body).toMatchObject({
    users_count: 0,
    sites_count: 1,
    pending_orders_count: 1,
    children: [],
  });
});

test("only company admins of a company with a hierarchy read the tree, and none is found without nodes", async () => {
  const acme = await setUpHierarchy(testServer);
  const { username } = await addPerson(testServer, acme.companyId, { nodeId: acme.root });
  expect((await treeFor(await tokenFor(testServer, username))).status).toBe(403);
  for (const [hierarchy, status] of [
    [null, 403],
    [true, 404],
  ] as const) {
    const company = await addCompany(testServer, { hierarchy });
    const admin = await addPerson(testServer, company, { admin: true });
    expect((await treeFor(await tokenFor(testServer, admin.username))).status).toBe(status);
  }
});

test("1,000 nodes are read at once, also 40 of them one below the other", async () => {
  const acme = await setUpHierarchy(testServer);
  await testServer.sql(
    `insert into organization_nodes (company_id, group_id, name, parent_id)
     select $1, $2, 'Node ' || n, $3 from generate_series(1, 960) n`,
    [acme.companyId, acme.region, acme.root],
  );
  let parent = acme.root;
  for (let at = 0; at < 40; at++) parent = await acme.child("Deep", parent);
  const { status, body } = await treeFor(acme.token);
  expect(status).toBe(200);
  let [count, depth] = [0, 0];
  for (let level: TreeItem[] = [body]; level.length > 0; level = level.flatMap(({ children }) => children)) {
    count += level.length;
    depth++;
  }
  expect([count, depth]).toEqual([1_001, 41]);
});
