import { trackingUrl } from "@mcc/contract/orders/orders.api.ts";
import type { OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { signOut } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, expect, test } from "vitest";
import { addOrder, addSite, type OrderTraits, type Site } from "../../testing/orders.ts";
import { addCompany, addPerson, addRole, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let company: number;
let site: Site;
let token: string;

beforeAll(async () => {
  testServer = await startTestServer({ MCC_TRACKING_URL: "https://installation.example/t/{identifier}" });
  company = await addCompany(testServer, { tracking: true });
  site = await addSite(testServer, company, { name: "Yard <4>" });
  token = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
});

const track = async (traits: Partial<OrderTraits> = {}, as = token) => {
  const { identifier } = await addOrder(testServer, site, traits);
  return testServer.call(trackingUrl, { token: as, params: { identifier } });
};

test("the order's own address, else the company's, else the installation's (ORD-054, ORD-056)", async () => {
  expect((await track({ trackingUrl: "https://carrier.example/1" })).body.order_tracking_url).toBe(
    "https://carrier.example/1",
  );
  const fallback = await track({ identifier: "A/1 x" });
  expect(fallback.body.order_tracking_url).toBe("https://installation.example/t/A%2F1%20x");
  await testServer.sql(
    "update company_configurations set tracking_url_template = 'https://company.example/{identifier}' where company_id = $1",
    [company],
  );
  expect((await track({ identifier: "B-1" })).body.order_tracking_url).toBe("https://company.example/B-1");
  const own = await track({ identifier: "B-2", trackingUrl: "https://carrier.example/2" });
  expect(own.body.order_tracking_url).toBe("https://carrier.example/2");
  const plain = await fetch(`${testServer.address}/api/orders/B-2/tracking-url/`, {
    headers: { authorization: `JWT ${token}` },
  });
  expect(await plain.json()).toEqual({ order_tracking_url: "https://carrier.example/2" });
  await testServer.sql(
    "update company_configurations set tracking_url_template = null where company_id = $1",
    [company],
  );
});

test("else the built-in page behind a signed link: read-only, for this order, for a while (ORD-056, ORD-057)", async () => {
  const plain = await startTestServer();
  const id = await addCompany(plain, { tracking: true, name: "Rig <Co>", themeId: "rig" });
  const yard = await addSite(plain, id, { name: "Yard <4>" });
  const admin = await tokenFor(plain, (await addPerson(plain, id, { admin: true })).username);
  const order = await addOrder(plain, yard, {
    identifier: "C-1",
    status: "Partially Shipped",
    tracking: ["1Z<b>1</b>", "1Z2"],
    date: "2026-03-31T16:05:00Z",
  });
  const { body } = await plain.call(trackingUrl, { token: admin, params: { identifier: "C-1" } });
  const path = new URL(body.order_tracking_url).pathname;
  const shown = await fetch(plain.address + path);
  const text = await shown.text();
  expect(shown.status).toBe(200);
  for (const words of [
    "<h1>Order C-1</h1>",
    "<dt>Status</dt><dd>Partially Shipped</dd>",
    "<dd>Yard &#60;4&#62;</dd>",
    "Mar 31 2026 4:05 PM UTC",
  ])
    expect(text).toContain(words);
  // The page has no inputs or buttons, and its only script shows the time.
  expect(text).not.toMatch(/<(form|input|button|textarea|select)\b/);
  expect(text.match(/<script\b.*?<\/script>/g)).toEqual(['<script src="/local-time.js"></script>']);
  expect(text).toContain('<time datetime="2026-03-31T16:05:00.000Z">');
  expect(text).not.toContain("<b>1</b>");
  expect(text).toContain('href="/theme/styles/rig.css"');
  expect(text).toContain('<img src="/theme/logos/rig.svg" alt="Rig &#60;Co&#62;"');
  const numbers = [...text.matchAll(/<th scope="row">(.*?)<\/th><td><code>(.*?)<\/code>/g)];
  expect(numbers.map(([, shipment, number]) => [shipment, number])).toEqual([
    ["Shipment 1", "1Z&#60;b&#62;1&#60;/b&#62;"],
    ["Shipment 2", "1Z2"],
  ]);
  const way = [...text.matchAll(/<li( class="done")?( aria-current="step")?>(.*?)<\/li>/g)];
  expect(way.map(([, done, here, name]) => [name, Boolean(done), Boolean(here)])).toEqual([
    ["Accepted", true, false],
    ["Processing", true, false],
    ["Partially Shipped", true, true],
    ["Delivered", false, false],
  ]);
  const [head, claims, mac] = path.slice("/tracking/".length).split(".");
  const altered = Buffer.from(String(claims), "base64url")
    .toString()
    .replace(/"order":\d+/, '"order":999');
  for (const bad of [
    `${head}.${Buffer.from(altered).toString("base64url")}.${mac}`,
    `${path.slice(10)}x`,
    "x",
    admin,
  ]) {
    const refused = await fetch(`${plain.address}/tracking/${bad}`);
    expect(refused.status).toBe(404);
    expect(await refused.text()).toContain('<a href="/?next=%2Forders">');
  }
  const {
    session,
    order: shownOrder,
    iat,
    exp,
  } = JSON.parse(Buffer.from(String(claims), "base64url").toString());
  expect([shownOrder, exp - iat]).toEqual([order.id, 12 * 60 * 60]);
  const signed = (seconds: number) =>
    plain.services.signedLinks.sign("tracking", { session, order: order.id }, seconds);
  expect((await fetch(`${plain.address}/tracking/${signed(60)}`)).status).toBe(200);
  expect((await fetch(`${plain.address}/tracking/${signed(-1)}`)).status).toBe(404);
});

test("a tracking link ends with the session, and with the tracking permission, of its user", async () => {
  const plain = await startTestServer();
  const id = await addCompany(plain, { tracking: true });
  const role = await addRole(plain, id, { tracks: true });
  const yard = await addSite(plain, id);
  await addOrder(plain, yard, { identifier: "D-1" });
  const person = await addPerson(plain, id, { roleId: role });
  await plain.sql("insert into site_users (company_id, site_id, user_id) values ($1, $2, $3)", [
    id,
    yard.id,
    person.id,
  ]);
  const given = async () => {
    const as = await tokenFor(plain, person.username);
    const { body } = await plain.call(trackingUrl, { token: as, params: { identifier: "D-1" } });
    const { pathname } = new URL(body.order_tracking_url);
    return { as, shown: async () => (await fetch(plain.address + pathname)).status };
  };
  const [one, two] = [await given(), await given()];
  expect(await one.shown()).toBe(200);
  await plain.call(signOut, { token: one.as });
  expect([await one.shown(), await two.shown()]).toEqual([404, 200]);
  await plain.sql("delete from site_users where user_id = $1", [person.id]);
  expect(await two.shown()).toBe(404);
  await plain.sql("insert into site_users (company_id, site_id, user_id) values ($1, $2, $3)", [
    id,
    yard.id,
    person.id,
  ]);
  expect(await two.shown()).toBe(200);
  await plain.sql("update roles set can_view_order_tracking = false where id = $1", [role]);
  expect(await two.shown()).toBe(404);
});

test("it needs the permission, the feature and an eligible status (ORD-053)", async () => {
  for (const status of ["Rejected", "Pending Approval", "Canceled"] satisfies OrderStatus[]) {
    expect((await track({ status })).status).toBe(403);
  }
  for (const status of [
    "Accepted",
    "Processing",
    "Shipped",
    "Partially Shipped",
    "Delivered",
  ] satisfies OrderStatus[]) {
    expect((await track({ status })).status).toBe(200);
  }
  const person = await addPerson(testServer, company, { roleId: await addRole(testServer, company) });
  expect((await track({}, await tokenFor(testServer, person.username))).status).toBe(403);
  await testServer.sql("update company_configurations set has_order_tracking = false where company_id = $1", [
    company,
  ]);
  expect((await track({})).status).toBe(403);
  await testServer.sql("update company_configurations set has_order_tracking = true where company_id = $1", [
    company,
  ]);
  expect((await testServer.call(trackingUrl, { token, params: { identifier: "NO-SUCH" } })).status).toBe(404);
});

test("the built-in page links known carriers and says when the order got each status", async () => {
  const plain = await startTestServer();
  const id = await addCompany(plain, { tracking: true, approvals: true });
  const yard = await addSite(plain, id, { name: "Yard 5" });
  const admin = await tokenFor(plain, (await addPerson(plain, id, { admin: true })).username);
  const order = await addOrder(plain, yard, {
    identifier: "T-1",
    status: "Shipped",
    tracking: ["1Z999AA10123456784", "PRO123"],
    date: "2026-03-31T16:05:00Z",
  });
  await plain.sql(
    `update orders set updated_at = '2026-04-03T08:00:00Z',
       status_times = '{"1": "2026-04-01T10:00:00+00:00", "4": "2026-04-02T11:30:00+00:00"}' where id = $1`,
    [order.id],
  );
  const { body } = await plain.call(trackingUrl, { token: admin, params: { identifier: "T-1" } });
  const text = await (await fetch(plain.address + new URL(body.order_tracking_url).pathname)).text();
  expect(text).toContain(
    '<td><a href="https://www.ups.com/track?tracknum=1Z999AA10123456784" target="_blank" rel="noopener noreferrer"><code>1Z999AA10123456784</code></a></td><td>UPS</td>',
  );
  expect(text).toContain("<td><code>PRO123</code></td><td>N.A.</td>");
  expect(text).toContain(
    'Accepted <time datetime="2026-04-01T10:00:00.000Z">Apr 01 2026 10:00 AM UTC</time>',
  );
  expect(text).toContain('Shipped <time datetime="2026-04-02T11:30:00.000Z">Apr 02 2026 11:30 AM UTC</time>');
  expect(text).toContain('<li class="done">Processing</li>');
  expect(text).toContain(
    '<dt>Last update</dt><dd><time datetime="2026-04-03T08:00:00.000Z">Apr 03 2026 8:00 AM UTC</time>',
  );
});
