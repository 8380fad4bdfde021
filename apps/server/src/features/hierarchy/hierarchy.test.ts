import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { groupList } from "@mcc/contract/hierarchy/groups.api.ts";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import { unassignedSites, unassignedUsers } from "@mcc/contract/hierarchy/unassigned.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { liteSites } from "@mcc/contract/sites/lite-sites.ts";
import { allSites } from "@mcc/contract/sites/sites.api.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { expect, test } from "vitest";
import { addSite } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer } from "../../testing/test-server.ts";

test("pickers read all groups, nodes, sites and users at once, assigned or not (TABLE-035)", async () => {
  const testServer = await startTestServer();
  const company = await addCompany(testServer, { hierarchy: true });
  const many = 1_050;
  const [group] = await testServer.sql<{ id: number }>(
    `insert into organization_groups (company_id, name) select $1, 'Group ' || n from generate_series(1, ${many}) n returning id`,
    [company],
  );
  await testServer.sql(
    `with root as (
       insert into organization_nodes (company_id, group_id, name) values ($1, $2, 'Root') returning id)
     insert into organization_nodes (company_id, group_id, name, parent_id)
     select $1, $2, 'Node ' || n, root.id from root, generate_series(2, ${many}) n`,
    [company, group?.id],
  );
  await testServer.sql(
    `insert into sites (company_id, name, ecommerce_username) select $1, 'Site ' || n, 'shop-' || n from generate_series(1, ${many}) n`,
    [company],
  );
  const token = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
  await testServer.sql(
    `insert into users (company_id, username, email)
     select $1, 'many-' || n, 'many-' || n || '@example.com' from generate_series(2, ${many}) n`,
    [company],
  );
  const pickers = [groupList.page, nodeList.page, allSites, userList.page, unassignedSites, unassignedUsers];
  for (const endpoint of pickers) {
    const lite =
      endpoint === groupList.page || endpoint.query === unassignedSites.query ? {} : { liteVersion: "true" };
    const { body } = await testServer.call(endpoint as typeof nodeList.page, {
      token,
      query: { limit: "100000000000", ...lite },
    });
    expect([body.count, body.results.length, body.next]).toEqual([many, many, null]);
    expect(new Set(body.results.map(({ id }) => id)).size).toBe(many);
  }
});

test("groups, nodes and visible sites can be read by every user of a company with a hierarchy, and by no other user", async () => {
  const testServer = await startTestServer();
  const company = await addCompany(testServer, { hierarchy: true });
  const [group] = await testServer.sql<{ id: number }>(
    "insert into organization_groups (company_id, name, tree_visibility) values ($1, 'Area', true), ($1, 'Hidden', false) returning id",
    [company],
  );
  const [root] = await testServer.sql<{ id: number }>(
    "insert into organization_nodes (company_id, group_id, name) values ($1, $2, 'Corp') returning id",
    [company, group?.id],
  );
  await addSite(testServer, company, { name: "Yard", nodeId: Number(root?.id) });
  await addSite(testServer, company, { name: "Loose" });
  const person = await addPerson(testServer, company, { nodeId: Number(root?.id) });
  const token = await tokenFor(testServer, person.username);
  const names = async (endpoint: typeof groupList.page, query = {}) =>
    (await testServer.call(endpoint, { token, query })).body.results.map(({ name }) => name);
  expect(await names(groupList.page)).toEqual(["Area", "Hidden"]);
  expect(await names(groupList.page, { tree_visibility: "true" })).toEqual(["Area"]);
  const nodes = await testServer.call(nodeList.page, { token, query: { limit: "100000000000" } });
  expect(nodes.body).toMatchObject({
    count: 1,
    results: [{ name: "Corp", organization_group: Number(group?.id), parent: null }],
  });
  const sites = await testServer.call(liteSites, {
    token,
    query: { liteVersion: "true", limit: "100000000000" },
  });
  expect(sites.body.results).toEqual([{ id: expect.any(Number), name: "Yard", node: Number(root?.id) }]);
  expect((await testServer.call(groupList.page, { token, query: { nonsense: "1" } as never })).status).toBe(
    400,
  );

  const flat = await tokenFor(
    testServer,
    (await addPerson(testServer, await addCompany(testServer), { admin: true })).username,
  );
  expect((await testServer.call(groupList.page, { token: flat })).status).toBe(403);
  expect((await testServer.call(nodeList.page, { token: flat })).status).toBe(403);
  expect((await testServer.call(allSites, { token: flat })).body.count).toBe(0);
});

test("a node has its own username prefix, else that of the nearest node above it, else the company's (USER-029 partly)", async () => {
  const testServer = await startTestServer();
  const company = await addCompany(testServer, { hierarchy: true });
  await testServer.sql("update company_configurations set username_prefix = 'corp' where company_id = $1", [
    company,
  ]);
  const [group] = await testServer.sql<{ id: number }>(
    "insert into organization_groups (company_id, name) values ($1, 'Region') returning id",
    [company],
  );
  const node = async (name: string, parent: number | null, prefix?: string) => {
    const [row] = await testServer.sql<{ id: number }>(
      "insert into organization_nodes (company_id, group_id, name, parent_id) values ($1, $2, $3, $4) returning id",
      [company, group?.id, name, parent],
    );
    if (prefix)
      await testServer.sql(
        "insert into node_configurations (company_id, node_id, username_prefix, tenant_group) values ($1, $2, $3, 't')",
        [company, row?.id, prefix],
      );
    return Number(row?.id);
  };
  const root = await node("Corp", null);
  const north = await node("North", root, "nor");
  await node("Yard", north);
  await node("Pit", north, "pit");
  await node("South", root);
  const { username } = await addPerson(testServer, company, { admin: true });
  const { body } = await testServer.call(nodeList.page, { token: await tokenFor(testServer, username) });
  expect(body.results.map(({ name, username_prefix }) => `${name}: ${username_prefix}`)).toEqual([
    "Corp: corp",
    "North: nor",
    "Pit: pit",
    "South: corp",
    "Yard: nor",
  ]);
  // A page is a part of the same rows.
  const { body: page } = await testServer.call(nodeList.page, {
    token: await tokenFor(testServer, username),
    query: { limit: "2", offset: "2" },
  });
  expect([page.count, page.results.map(({ name }) => name)]).toEqual([5, ["Pit", "South"]]);
});

test("suggested nodes of a group are above a site the user sees, and contain the typed text (TABLE-008)", async () => {
  const testServer = await startTestServer();
  const company = await addCompany(testServer, { hierarchy: true });
  const [group] = await testServer.sql<{ id: number }>(
    "insert into organization_groups (company_id, name) values ($1, 'Region') returning id",
    [company],
  );
  const node = async (name: string, parent: number | null) => {
    const [row] = await testServer.sql<{ id: number }>(
      "insert into organization_nodes (company_id, group_id, name, parent_id) values ($1, $2, $3, $4) returning id",
      [company, group?.id, name, parent],
    );
    return Number(row?.id);
  };
  const root = await node("Corp", null);
  const north = await node("North", root);
  const south = await node("South", root);
  await node("Empty", root);
  for (const [name, nodeId] of [
    ["N", north],
    ["S", south],
  ] as const)
    await addSite(testServer, company, { name, nodeId });
  const suggested = async (person: { username: string }, typed = "") => {
    const field = `group_${group?.id}`;
    const query = { field, ...(typed ? { [field]: typed } : {}) };
    const token = await tokenFor(testServer, person.username);
    const answers = await Promise.all(
      [orderList, documentList].map((list) => testServer.call(list.suggest, { token, query })),
    );
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    return answers[0]?.body.results;
  };
  const admin = await addPerson(testServer, company, { admin: true });
  expect(await suggested(admin)).toEqual(["Corp", "North", "South"]);
  expect(await suggested(admin, "OUT")).toEqual(["South"]);
  expect(await suggested(await addPerson(testServer, company, { nodeId: north }))).toEqual(["Corp", "North"]);
});
