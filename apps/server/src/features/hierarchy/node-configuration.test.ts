import { beforeAll, expect, test } from "vitest";
import { type HierarchyCompany, setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let acme: HierarchyCompany;
let node: number;
beforeAll(async () => {
  testServer = await startTestServer();
});
beforeAll(async () => {
  acme = await setUpHierarchy(testServer);
  node = await acme.child("North", acme.root);
});

const VALID = {
  usernamePrefix: "nor",
  tenantGroup: "north",
  ecommerceCheckoutConfiguration: { steps: ["cart", { pay: null }] },
  isBuyoutNode: true,
};

test("a node's configuration is created, read, changed and deleted (HIER-035 partly, HIER-040, HIER-041)", async () => {
  expect((await acme.configuration(node)).status).toBe(404);
  expect((await acme.reconfigure(node, { tenantGroup: "x" })).status).toBe(404);
  expect((await acme.unconfigure(node)).status).toBe(404);
  expect(await acme.configure(node, VALID)).toMatchObject({ status: 200, body: VALID });
  expect((await acme.configuration(node)).body).toEqual(VALID);
  expect((await acme.findNode(node)).body).toMatchObject({
    has_own_configuration: true,
    config: VALID,
    username_prefix: "nor",
  });
  expect(await acme.configure(node, VALID)).toMatchObject({
    status: 409,
    body: { detail: "This node has a configuration already." },
  });
  expect((await acme.reconfigure(node, { usernamePrefix: "far" })).body).toEqual({
    ...VALID,
    usernamePrefix: "far",
  });
  expect((await acme.reconfigure(node, { usernamePrefix: "far" })).status).toBe(200);
  expect(await acme.unconfigure(node)).toMatchObject({
    status: 200,
    body: { detail: "Node configuration deleted correctly" },
  });
  expect((await acme.findNode(node)).body).toMatchObject({ has_own_configuration: false, config: null });
  expect((await acme.audited()).map(({ action, record_id }) => [action, record_id])).toEqual(
    ["created", "updated", "deleted"].map((what) => [`node_configuration.${what}`, String(node)]),
  );
});

test("the prefix and the tenant group are required, and the checkout configuration is a JSON object (HIER-037 partly, HIER-038 partly)", async () => {
  const says = "field is required";
  expect((await acme.configure(node, { isBuyoutNode: false })).body).toEqual({
    usernamePrefix: [says],
    tenantGroup: [says],
  });
  expect((await acme.configure(node, { ...VALID, usernamePrefix: " " })).body).toMatchObject({
    usernamePrefix: [says],
  });
  for (const bad of ["{", "[]", 7, null, [1], { text: "\u0000" }, { "\ud800": 1 }])
    expect((await acme.configure(node, { ...VALID, ecommerceCheckoutConfiguration: bad })).status).toBe(400);
  expect((await acme.configure(node, { ...VALID, ecommerceCheckoutConfiguration: "{" })).body).toEqual({
    ecommerceCheckoutConfiguration: ["is not a valid JSON"],
  });
  const long = { text: "x".repeat(20_000) };
  expect((await acme.configure(node, { ...VALID, ecommerceCheckoutConfiguration: long })).body).toEqual({
    ecommerceCheckoutConfiguration: ["This can't be longer than 20,000 characters."],
  });
  expect((await acme.configuration(node)).status).toBe(404);
});

test("sites follow the nearest configured node: with its configuration, with a move, and when they get a node", async () => {
  const company = await setUpHierarchy(testServer);
  const [north, south] = [await company.child("N", company.root), await company.child("S", company.root)];
  const field = await company.child("Field", north);
  const site = await company.addSite({ name: "Yard", nodeId: field });
  const isBuyout = async (id = site.id) => (await company.find(id)).body.buyout_site;
  await company.configure(north, VALID);
  expect(await isBuyout()).toBe(true);
  await company.configure(field, { ...VALID, isBuyoutNode: false });
  expect(await isBuyout()).toBe(false);
  await company.unconfigure(field);
  expect(await isBuyout()).toBe(true);
  await company.updateNode(field, { parent: south });
  expect(await isBuyout()).toBe(false);
  await company.updateNode(field, { parent: north });
  expect(await isBuyout()).toBe(true);
  await company.reconfigure(north, { isBuyoutNode: false });
  expect(await isBuyout()).toBe(false);
  await company.reconfigure(north, { isBuyoutNode: true });
  const loose = await company.addSite({ name: "Loose" });
  const fields = { name: "New", organization_group: company.region, parent: north, sites: [loose.id] };
  expect((await company.createNode(fields)).status).toBe(200);
  expect(await isBuyout(loose.id)).toBe(true);
});
