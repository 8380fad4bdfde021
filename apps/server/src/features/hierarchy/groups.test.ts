import { beforeAll, expect, test } from "vitest";
import { type HierarchyCompany, setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let acme: HierarchyCompany;
beforeAll(async () => {
  testServer = await startTestServer();
  acme = await setUpHierarchy(testServer);
});

test("a group is created, read, renamed and listed with the count and the first 4 of its nodes (HIER-051 partly, HIER-053, HIER-056, HIER-057)", async () => {
  const { status, body: created } = await acme.createGroup({ name: "  District " });
  expect([status, created]).toEqual([
    200,
    { id: expect.any(Number), name: "District", tree_visibility: true, nodes: [], nodes_count: 0 },
  ]);
  const ids = [];
  for (const name of ["Node 10", "Node 9", "Node 2", "Node 1", "Node 3"])
    ids.push([name, await acme.node(created.id, name, { parent: acme.root })]);
  const idOf = Object.fromEntries(ids);
  const first = ["Node 1", "Node 2", "Node 3", "Node 9"].map((name) => ({ name, id: idOf[name] }));
  expect((await acme.findGroup(created.id)).body).toMatchObject({ nodes: first, nodes_count: 5 });
  expect((await acme.updateGroup(created.id, { name: "Area", tree_visibility: false })).body).toMatchObject({
    name: "Area",
    tree_visibility: false,
    nodes_count: 5,
  });
  const { body } = await acme.groups();
  expect(body).toMatchObject({ count: 3, next: null, previous: null });
  expect(body.results.map(({ name, nodes_count }) => [name, nodes_count])).toEqual([
    ["Area", 5],
    ["Corporation", 1],
    ["Region", 0],
  ]);
  expect((await acme.groups({ tree_visibility: "true" })).body.results.map(({ name }) => name)).toEqual([
    "Corporation",
    "Region",
  ]);
  expect((await acme.groups({ tree_visibility: "false" })).body.count).toBe(1);
  expect((await acme.groups({ limit: "1", offset: "1" })).body.results[0]?.name).toBe("Corporation");
  const { body: whole } = await acme.groups({ name: "are", untrimmed: "true" });
  expect(whole.results[0]?.nodes).toHaveLength(5);
  expect((await acme.audited()).map(({ action, details }) => [action, details.name])).toEqual([
    ["group.created", "District"],
    ["group.updated", "Area"],
  ]);
});

test("a group needs a name that no other group has (HIER-054 partly)", async () => {
  for (const body of [{}, { name: " " }, { name: null }])
    expect(await acme.createGroup(body)).toMatchObject({
      status: 400,
      body: { name: ["field is required"] },
    });
  expect(await acme.createGroup({ name: "REGION" })).toMatchObject({
    status: 400,
    body: { name: ["There is already a group with this name."] },
  });
  expect((await acme.updateGroup(acme.corporation, { name: "region" })).status).toBe(400);
  expect((await acme.updateGroup(acme.corporation, { name: "CORPORATION" })).status).toBe(200);
});

test("only a group without nodes is deleted", async () => {
  const { body } = await acme.createGroup({ name: "Mistake" });
  expect(await acme.deleteGroup(acme.corporation)).toMatchObject({
    status: 409,
    body: { detail: "Nodes belong to this group: move them to another group first." },
  });
  expect(await acme.deleteGroup(body.id)).toMatchObject({
    status: 200,
    body: { detail: "Group deleted correctly" },
  });
  expect((await acme.findGroup(body.id)).status).toBe(404);
});
