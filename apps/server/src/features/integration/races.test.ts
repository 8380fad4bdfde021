import { updateOrderProgress, upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import { beforeAll, expect, test } from "vitest";
import { slotLimits } from "../../platform/http/limits/limits.ts";
import { addRule, addShop, orderOf, sendBatch } from "../../testing/integration.ts";
import { addPerson, addRole } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

type Shop = Awaited<ReturnType<typeof addShop>>;
const put = (shop: Shop, identifier: string, more: object = {}) =>
  testServer.call(upsertOrder, {
    params: { slug: shop.slug, identifier },
    body: orderOf(shop.site.shopUser, more),
    headers: shop.headers,
  });

/** As many as one key may have in work, once the server knows the key. */
const AT_ONCE = slotLimits.requests.each;
const openShop = async (traits: object = {}): Promise<Shop> => {
  const shop = await addShop(testServer, traits);
  const params = { slug: shop.slug, identifier: "NONE" };
  const { status } = await testServer.call(updateOrderProgress, {
    params,
    body: { status: "Shipped" },
    headers: shop.headers,
  });
  expect(status).toBe(404);
  return shop;
};

/** Counts kept beside the orders must agree with a recount, whatever happened at once. */
const mustAddUp = async (companyId: number) => {
  const [sums] = await testServer.sql(
    `select (select coalesce(sum(orders), 0) from order_site_counts where company_id = $1)::int as by_site,
       (select coalesce(sum(orders), 0) from order_day_counts where company_id = $1)::int as by_day,
       (select coalesce(sum(total), 0) from order_site_counts where company_id = $1) as total,
       (select count(*) from orders where company_id = $1)::int as counted,
       (select coalesce(sum(total), 0) from orders where company_id = $1) as counted_total`,
    [companyId],
  );
  expect([sums?.by_site, sums?.by_day, sums?.total]).toEqual([
    sums?.counted,
    sums?.counted,
    sums?.counted_total,
  ]);
};

test("50 senders of one new order make one order, with one set of lines and steps (API-018)", async () => {
  const shop = await openShop({ approvals: true });
  await addRule(testServer, shop.companyId, { roleId: await addRole(testServer, shop.companyId), limit: 0 });
  const dana = await addPerson(testServer, shop.companyId);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      put(shop, "ONE", { ordered_by: { name: "New", username: dana.username } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
  expect(answers.filter(({ body }) => body.changed)).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  const [counts] = await testServer.sql(
    `select (select count(*) from orders where company_id = $1)::int as orders,
       (select count(*) from order_lines where company_id = $1)::int as lines,
       (select count(*) from order_steps where company_id = $1)::int as steps,
       (select count(*) from site_snapshots where company_id = $1)::int as sites,
       (select count(*) from person_snapshots where company_id = $1)::int as people`,
    [shop.companyId],
  );
  expect(counts).toEqual({ orders: 1, lines: 3, steps: 1, sites: 1, people: 1 });
  await mustAddUp(shop.companyId);
});

test("1,000 events, each three times and in any order, on 4 connections take effect once (API-018, API-019)", async () => {
  const shop = await addShop(testServer);
  const VERSIONS = 4;
  const events = Array.from({ length: 1_000 }, (_, n) => {
    const [order, version] = [Math.floor(n / VERSIONS), (n % VERSIONS) + 1];
    return {
      identifier: `E-${order}`,
      version,
      ecommerce_username: shop.site.shopUser,
      ordered_by: `Person ${n % 7}`,
      po_number: `PO-${order}-${version}`,
      status: version % 2 ? "Processing" : "Shipped",
      lines: Array.from({ length: version }, (_, i) => ({
        product: `P-${i}`,
        text: `Version ${version}`,
        base_unit_price_value: "10.00",
      })),
    };
  });
  const copies = [...events, ...events, ...events]
    .map((event) => ({ event, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ event }) => event);
  const quarters = Array.from({ length: 4 }, (_, q) => copies.filter((_, index) => index % 4 === q));
  const answers = await Promise.all(
    quarters.map((quarter) => sendBatch(testServer, shop.slug, shop.headers, quarter)),
  );
  expect(answers.flatMap(({ results }) => results).filter(({ status }) => status !== 200)).toEqual([]);
  const orders = await testServer.sql<{ identifier: string }>(
    `select identifier, version::int, po_number, total, status, line_count,
       (select count(*) from order_lines l where l.order_id = o.id)::int as lines,
       (select count(distinct text) from order_lines l where l.order_id = o.id)::int as kinds
     from orders o where company_id = $1 order by id`,
    [shop.companyId],
  );
  expect(orders).toHaveLength(250);
  for (const order of orders) {
    expect(order).toMatchObject({
      version: VERSIONS,
      po_number: `PO-${order.identifier.slice(2)}-${VERSIONS}`,
      total: "40.00",
      status: 4,
      line_count: VERSIONS,
      lines: VERSIONS,
      kinds: 1,
    });
  }
  await mustAddUp(shop.companyId);
});

test("upserts, patches and batches of the same orders at once never fail and leave whole orders", async () => {
  const shop = await openShop();
  const one = async (n: number) => {
    const identifier = `X-${n % 5}`;
    if (n % 3 === 0) return (await put(shop, identifier, { po_number: `PO-${n}` })).status;
    if (n % 3 === 1) {
      const { status } = await testServer.call(updateOrderProgress, {
        params: { slug: shop.slug, identifier },
        body: { status: n % 2 ? "Shipped" : "Delivered" },
        headers: shop.headers,
      });
      return status === 404 ? 200 : status; // not there yet
    }
    const lines = [4, 2, 0, 1, 3].map((k) => ({
      identifier: `X-${(k + n) % 5}`,
      ...orderOf(shop.site.shopUser, { po_number: `B-${n}` }),
    }));
    for (;;) {
      const { status, results } = await sendBatch(testServer, shop.slug, shop.headers, lines);
      if (status === 429) continue; // a key has four batches under way at most
      return Math.max(status, ...results.map((result) => result.status));
    }
  };
  const statuses = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => one(n)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const lines = await testServer.sql(
    "select count(*)::int as lines from order_lines where company_id = $1 group by order_id",
    [shop.companyId],
  );
  expect(lines).toEqual(Array.from({ length: 5 }, () => ({ lines: 3 })));
  await mustAddUp(shop.companyId);
});
