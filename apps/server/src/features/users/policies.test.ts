import { liteSites } from "@mcc/contract/sites/lite-sites.ts";
import { assignPolicies } from "@mcc/contract/users/policies.api.ts";
import { findUser, userList } from "@mcc/contract/users/users.api.ts";
import { beforeAll, expect, test } from "vitest";
import { type HierarchyCompany, setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let acme: HierarchyCompany;
let north: number;
const sites: number[] = [];
beforeAll(async () => {
  testServer = await startTestServer();
  acme = await setUpHierarchy(testServer);
  north = await acme.child("North", acme.root);
  for (const at of [1, 2, 3, 4, 5])
    sites.push((await acme.addSite({ name: `Yard ${at}`, nodeId: north })).id);
});

const assign = (id: unknown, policy_sites: unknown, token = acme.token) =>
  testServer.call(assignPolicies, { token, params: { id }, body: { policy_sites } as never });
const users = async (query: object) =>
  (await testServer.call(userList.page, { token: acme.token, query: query as never })).body;
const person = (firstName: string) => acme.person({ firstName, lastName: "Lee", nodeId: north, sites: [] });

test("a policy is created, read, listed, changed and ended by its sites (HIER-064 partly, HIER-069 partly, HIER-071, HIER-072)", async () => {
  const ann = await person("Ann");
  expect(await acme.seen(ann.token)).toHaveLength(5);
  const stream = await openEventStream(testServer, ann.token);
  await stream.hears(1);
  const { status, body } = await assign(ann.id, sites.slice(0, 4));
  expect(status).toBe(200);
  expect(body.policy_sites?.map(({ name }) => name)).toEqual(["Yard 1", "Yard 2", "Yard 3", "Yard 4"]);
  // The next request sees less, and the open page learns of it.
  expect(await acme.seen(ann.token)).toHaveLength(4);
  await expect.poll(() => stream.received).toContain("access");
  const found = await testServer.call(findUser, {
    token: acme.token,
    params: { id: ann.id },
    query: { withSites: "true" },
  });
  expect(found.body.sites.map(({ id }) => id)).toEqual(sites.slice(0, 4));
  expect(found.body.policy_sites?.map(({ id }) => id)).toEqual(sites.slice(0, 4));
  const listed = await users({ hasPolicies: "true" });
  expect(listed).toMatchObject({ count: 1, results: [{ id: ann.id, first_name: "Ann", sites_count: 4 }] });
  expect(listed.results[0]).toMatchObject({
    policy_sites: [1, 2, 3].map((at) => ({ id: sites[at - 1], name: `Yard ${at}` })),
    policy_sites_count: 4,
  });
  await assign(ann.id, [sites[4]]);
  expect(await acme.seen(ann.token)).toEqual(["Yard 5"]);
  await assign(ann.id, [sites[4]]);
  await assign(ann.id, []);
  expect(await acme.seen(ann.token)).toHaveLength(5);
  expect((await users({ hasPolicies: "true" })).count).toBe(0);
  const changes = (await acme.audited()).filter(({ action }) => action === "policy.updated");
  expect(changes.map(({ details }) => (details.sites as number[]).length)).toEqual([4, 1, 0]);
});

test("candidates for a policy are the users without one, and sites are read lite (HIER-070, HIER-076, HIER-077)", async () => {
  const [bea, cid] = [await person("Bea"), await person("Cid")];
  await assign(bea.id, [sites[0]]);
  const { results } = await users({ hasPolicies: "false", liteVersion: "true", limit: "100000000000" });
  expect(results).toContainEqual({
    id: cid.id,
    username: cid.username,
    first_name: "Cid",
    last_name: "Lee",
    is_company_admin: false,
  });
  expect(results.map(({ id }) => id)).not.toContain(bea.id);
  const lite = await testServer.call(liteSites, {
    token: acme.token,
    query: { liteVersion: "true", limit: "100000000000", name: "Yard 1" },
  });
  expect(lite.body.results).toEqual([{ id: sites[0], name: "Yard 1", node: north }]);
});

test("a site that has left the user's node stays in the policy, and is not seen", async () => {
  const dee = await person("Dee");
  const site = await acme.addSite({ name: "Moving", nodeId: north });
  await assign(dee.id, [site.id, sites[0]]);
  await acme.update(site.id, { organization_node: acme.root });
  expect(await acme.seen(dee.token)).toEqual(["Yard 1"]);
  const [row] = (await users({ hasPolicies: "true", name: "Dee" })).results;
  expect([row?.sites_count, row?.policy_sites_count]).toEqual([1, 2]);
});

test("a policy names sites and users of the company, and is for company admins of a company with a hierarchy", async () => {
  const eve = await person("Eve");
  const other = await setUpHierarchy(testServer);
  const theirs = await other.addSite({ name: "Theirs" });
  const absent = await assign(eve.id, [999_999_999]);
  expect(absent).toMatchObject({ status: 400, body: { policy_sites: ["There is no such site."] } });
  expect((await assign(eve.id, [theirs.id])).body).toEqual(absent.body);
  for (const bad of [undefined, "x", [null], [-1]]) expect((await assign(eve.id, bad)).status).toBe(400);
  expect((await assign((await other.person()).id, [sites[0]])).status).toBe(404);
  expect((await assign(eve.id, [], eve.token)).status).toBe(403);
});

test("default alert rules follow a policy and a move of a node", async () => {
  const fay = await person("Fay");
  const rules = async () =>
    (
      await testServer.sql<{ name: string }>(
        `select distinct sites.name from triggers join sites on sites.id = triggers.site_id
         where triggers.user_id = $1 order by 1`,
        [fay.id],
      )
    ).map(({ name }) => name);
  await assign(fay.id, [sites[0], sites[1]]);
  expect(await rules()).toEqual(["Yard 1", "Yard 2"]);
  const far = await acme.child("Far", acme.root);
  await acme.updateNode(north, { name: "North" });
  const below = await acme.child("Below", north);
  const site = await acme.addSite({ name: "Below", nodeId: below });
  await assign(fay.id, [sites[0], site.id]);
  expect(await rules()).toEqual(["Below", "Yard 1"]);
  await acme.updateNode(below, { parent: far });
  await expect.poll(rules).toEqual(["Yard 1"]);
});
