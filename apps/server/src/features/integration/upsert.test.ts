import { isKeyAllow } from "@mcc/contract/access/key-scopes.ts";
import { api } from "@mcc/contract/api.ts";
import { readOrder, updateOrderProgress, upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addShop, addSite, orderOf, sendBatch } from "../../testing/integration.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let shop: Awaited<ReturnType<typeof addShop>>;
let token: string;
let made = 0;

beforeAll(async () => {
  testServer = await startTestServer();
  shop = await addShop(testServer);
  token = await tokenFor(testServer, (await addPerson(testServer, shop.companyId, { admin: true })).username);
});

const put = (identifier: string, body: object, at = shop) =>
  testServer.call(upsertOrder, {
    params: { slug: at.slug, identifier },
    body: body as never,
    headers: at.headers,
  });
const patch = (identifier: string, body: object) =>
  testServer.call(updateOrderProgress, {
    params: { slug: shop.slug, identifier },
    body: body as never,
    headers: shop.headers,
  });
const fresh = () => `U-${++made}`;
const order = (more: object = {}) => orderOf(shop.site.shopUser, more);

test("an order can be read as it is now, by keys of its company only", async () => {
  const identifier = fresh();
  const { body: sent } = await put(identifier, order());
  const read = (at = shop) =>
    testServer.call(readOrder, { params: { slug: at.slug, identifier }, headers: at.headers });
  const { changed, ...stored } = sent;
  expect(changed).toBe(true);
  expect((await read()).body).toEqual(stored);
  await patch(identifier, { status: "Shipped" });
  expect((await read()).body).toEqual({ ...stored, status: "Shipped" });
  expect((await read(await addShop(testServer))).status).toBe(404);
});

describe("an upsert", () => {
  test("stores an order with its lines, by shop username or site id (API-016, API-017)", async () => {
    const first = await put(fresh(), order());
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      changed: true,
      site: { id: shop.site.id, name: shop.site.name },
      status: "Accepted",
      ordered_by: "Dana Whitfield",
      taxful_total_price_value: "143.40",
      taxless_total_price_value: "135.40",
      tax: "8.00",
      approval_steps: [],
    });
    expect(first.body.lines.map(({ text, line_total_price }) => [text, line_total_price])).toEqual([
      ["Drill bit", "108.00"],
      ["Gloves", "20.40"],
      ["Freight", "15.00"],
    ]);
    const byId = { ...order(), ecommerce_username: undefined, site: shop.site.id };
    expect((await put(fresh(), byId)).body.site.id).toBe(shop.site.id);
    const twice = { ...order(), site: shop.site.id };
    expect((await put(fresh(), twice)).body.site.id).toBe(shop.site.id);
    const other = await addSite(testServer, shop.companyId);
    const torn = await put(fresh(), { ...twice, ecommerce_username: other.shopUser });
    expect([torn.status, Object.keys(torn.body)]).toEqual([400, ["ecommerce_username"]]);
    const unknown = await put(fresh(), { ...order(), ecommerce_username: undefined, site: "nobody" });
    expect([unknown.status, Object.keys(unknown.body)]).toEqual([400, ["site"]]);
    const shouted = order({ ecommerce_username: shop.site.shopUser.toUpperCase() });
    expect((await put(fresh(), shouted)).body.site.id).toBe(shop.site.id);
  });

  test("is refused by a shop username that several sites share, unless it names the site as well (API-016)", async () => {
    const own = await addShop(testServer);
    const { shopUser } = own.site;
    const { slug, headers } = own;
    const before = fresh();
    expect((await put(before, orderOf(shopUser), own)).status).toBe(200);
    const second = await addSite(testServer, own.companyId, {
      shopUser: shopUser.toUpperCase(),
      name: "Second",
    });
    const sentence = "More than one site has this shop username: send the id of the site as site.";

    const [single, byName] = [fresh(), fresh()];
    expect(await put(single, orderOf(shopUser), own)).toMatchObject({
      status: 400,
      body: { ecommerce_username: [sentence] },
    });
    const named = orderOf(shopUser, { ecommerce_username: undefined, site: shopUser });
    expect(await put(byName, named, own)).toMatchObject({ status: 400, body: { site: [sentence] } });
    const [refused, placed] = [fresh(), fresh()];
    const { results } = await sendBatch(testServer, slug, headers, [
      { identifier: refused, ...orderOf(shopUser) },
      { identifier: placed, ...orderOf(shopUser, { site: second.id }) },
    ]);
    expect(results).toMatchObject([
      { identifier: refused, status: 400, changed: false, errors: { ecommerce_username: [sentence] } },
      { identifier: placed, status: 200, changed: true },
    ]);
    const stored = await testServer.sql(
      "select identifier, site_id from orders where company_id = $1 order by id",
      [own.companyId],
    );
    expect(stored).toEqual([
      { identifier: before, site_id: own.site.id },
      { identifier: placed, site_id: second.id },
    ]);

    // An order that was placed before is found by its identifier and stays at its site.
    expect(await put(before, orderOf(shopUser), own)).toMatchObject({
      status: 200,
      body: { changed: false },
    });
    const changed = await put(before, orderOf(shopUser, { po_number: "PO-8" }), own);
    expect(changed).toMatchObject({ status: 200, body: { changed: true, site: { id: own.site.id } } });
    const both = await put(single, orderOf(shopUser, { site: second.id }), own);
    expect(both).toMatchObject({ status: 200, body: { site: { id: second.id } } });
    await testServer.sql("update sites set deleted_at = now() where id = $1", [second.id]);
    expect((await put(byName, named, own)).body.site.id).toBe(own.site.id);
  });

  test("counts the lines that have a product, and recounts them with every change (ORD-060)", async () => {
    const identifier = fresh();
    await put(identifier, order());
    const shown = async () =>
      (await testServer.call(findOrder, { token, params: { identifier } })).body.products;
    expect(await shown()).toBe(2); // the fee has no product
    const lines = [
      { product: "A", base_unit_price_value: 1 },
      { text: "No product", base_unit_price_value: 1 },
      { product: "FEE", display: false },
      { sku: "S", text: "S", base_unit_price_value: 1 },
    ];
    await put(identifier, order({ lines }));
    expect(await shown()).toBe(2);
    await put(identifier, order({ lines: lines.slice(1, 2) }));
    expect(await shown()).toBe(0);
  });

  test("stores every field of order and lines, and the portal shows them (ORD-058)", async () => {
    const line = {
      product: "P-1",
      text: "Rope",
      quantity: "2.5",
      sku: "S-1",
      manufacturer_sku: "M-1",
      image_url: "https://img.example.com/rope.png",
      type: "product",
      manufacturer: "Atlas",
      base_unit_price_value: "10.01",
      discount_amount_value: "0.03",
      taxless_price: "25.00",
      tax_amount: "2.05",
      line_total_price: "27.05",
      is_catalog_plus: true,
      display: true,
      ordering: 40,
    };
    const sent = {
      site: shop.site.id,
      creator: "Shop",
      ordered_by: { name: "Dana W." },
      requested_by: "Ola Nordmann",
      po_number: "PO-1",
      afe_number: "AFE-1",
      order_date: "2026-01-02T03:04:05+02:00",
      status: "Shipped",
      payment_status: "Partially Paid",
      tracking_numbers: ["1Z9", "1Z8", "1Z9"],
      tracking_url: "https://track.example.com/1Z9",
      custom_checkout_data: { "Cost center": "CC-1", Rush: true },
      custom_confirm_data: { Seen: "yes" },
      taxful_total_price_value: 27.05,
      taxless_total_price_value: "25",
      lines: [line],
      version: 3,
    };
    const { body } = await put(fresh(), sent);
    const portal = await testServer.call(findOrder, { token, params: { identifier: body.identifier } });
    expect(portal.body.lines).toEqual([{ ...line, id: expect.any(Number) }]);
    expect(Object.keys(line).sort()).toEqual([
      ...["base_unit_price_value", "discount_amount_value", "display", "image_url", "is_catalog_plus"],
      ...["line_total_price", "manufacturer", "manufacturer_sku", "ordering", "product", "quantity", "sku"],
      ...["tax_amount", "taxless_price", "text", "type"],
    ]);
    expect(body).toMatchObject({
      creator: "Shop",
      ordered_by: "Dana W.",
      requested_by: "Ola Nordmann",
      po_number: "PO-1",
      afe_number: "AFE-1",
      order_date: "2026-01-02T01:04:05.000Z",
      status: "Shipped",
      payment_status: "Partially Paid",
      tracking_numbers: ["1Z9", "1Z8"],
      tracking_url: "https://track.example.com/1Z9",
      custom_checkout_data: { "Cost center": "CC-1", Rush: "true" },
      custom_confirm_data: { Seen: "yes" },
      taxful_total_price_value: "27.05",
      version: 3,
      lines: [line],
    });
  });

  test("is not refused because of line breaks in labels or blanks in addresses", async () => {
    const identifier = fresh();
    const sent = order({
      tracking_url: "https://track.example.com/parcel 1Z9?zip=12 34",
      custom_checkout_data: { "Cost\ncenter": "CC-1", " Rush\t": true },
      custom_confirm_data: { "Seen\r\nby": "Ola" },
      lines: [{ text: "Rope", image_url: "https://img.example.com/a rope.png", base_unit_price_value: 1 }],
    });
    const { status, body } = await put(identifier, sent);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { tracking_url: "https://track.example.com/parcel%201Z9?zip=12%2034" },
    });
    expect(body.custom_checkout_data).toEqual({ "Cost center": "CC-1", Rush: "true" });
    expect(body.custom_confirm_data).toEqual({ "Seen by": "Ola" });
    expect(body.lines[0]?.image_url).toBe("https://img.example.com/a%20rope.png");
    expect((await put(identifier, sent)).body.changed).toBe(false);
    const patched = await patch(identifier, { tracking_url: "https://track.example.com/1 2" });
    expect(patched.body.tracking_url).toBe("https://track.example.com/1%202");
    expect(
      await put(fresh(), order({ tracking_url: "https://user:secret@track.example.com/" })),
    ).toMatchObject({
      status: 400,
      body: { tracking_url: ["This can't contain a username or a password."] },
    });
  });

  test("repeated changes nothing, and a change is applied whole (API-018)", async () => {
    const identifier = fresh();
    const first = await put(identifier, order());
    const updatedAt = () =>
      testServer.sql("select *, xmin::text from orders where identifier = $1", [identifier]);
    const before = await updatedAt();
    const again = await put(identifier, order());
    expect(again.body).toEqual({ ...first.body, changed: false, reason: "unchanged" });
    expect(await updatedAt()).toEqual(before);
    const changed = await put(
      identifier,
      order({ po_number: "PO-8", lines: [{ text: "Hook", base_unit_price_value: 3 }] }),
    );
    expect(changed.body).toMatchObject({ changed: true, id: first.body.id, po_number: "PO-8" });
    expect(changed.body.taxful_total_price_value).toBe("3.00");
    expect(changed.body.lines).toHaveLength(1);
  });

  test("with an older or the same version is a no-op (API-019)", async () => {
    const identifier = fresh();
    await put(identifier, order({ version: 5 }));
    const same = await put(identifier, order({ version: 5, po_number: "LATE" }));
    expect(same.body).toMatchObject({ changed: false, reason: "outdated", po_number: "PO-7", version: 5 });
    const repeat = await put(identifier, order({ version: 5 }));
    expect(repeat.body).toMatchObject({ changed: false, reason: "unchanged" });
    const older = await put(identifier, order({ version: 4, po_number: "LATER" }));
    expect(older.body).toMatchObject({ changed: false, reason: "outdated", po_number: "PO-7" });
    const newer = await put(identifier, order({ version: 6, po_number: "NEW" }));
    expect(newer.body).toMatchObject({ changed: true, po_number: "NEW", version: 6 });
    // The same content with a newer version: nothing changes, and the version is stored.
    expect((await put(identifier, order({ version: 8, po_number: "NEW" }))).body.changed).toBe(false);
    expect((await put(identifier, order({ version: 7, po_number: "OLD" }))).body.po_number).toBe("NEW");
    expect((await put(identifier, order({ po_number: "UNNUMBERED" }))).body).toMatchObject({
      changed: true,
      version: 8,
    });
  });

  test("with a newer version is applied, also after a patch (API-016, API-019)", async () => {
    const identifier = fresh();
    const sent = order({ status: "Processing", tracking_numbers: ["A"] });
    await put(identifier, { ...sent, version: 1 });
    await patch(identifier, { status: "Shipped", tracking_numbers: ["A", "B"] });
    const repeat = await put(identifier, sent);
    expect(repeat.body).toMatchObject({ changed: false, reason: "unchanged", status: "Shipped", version: 1 });
    const newer = await put(identifier, { ...sent, version: 2 });
    expect(newer.body).toMatchObject({
      changed: true,
      status: "Processing",
      tracking_numbers: ["A"],
      version: 2,
    });
    const updatedAt = () =>
      testServer.sql("select version, updated_at from orders where identifier = $1", [identifier]);
    const [before] = await updatedAt();
    const noted = await put(identifier, { ...sent, version: 3 });
    expect(noted.body).toMatchObject({ changed: false, reason: "unchanged", version: 3 });
    expect((await updatedAt())[0]?.version).not.toEqual(before?.version);
  });

  test("that repeats a patch is stored as the last sent content (API-018)", async () => {
    const identifier = fresh();
    await put(identifier, order({ status: "Processing" }));
    await patch(identifier, { status: "Shipped" });
    const same = await put(identifier, order({ status: "Shipped" }));
    expect(same.body).toMatchObject({ changed: false, reason: "unchanged", status: "Shipped" });
    expect((await put(identifier, order({ status: "Processing" }))).body.status).toBe("Processing");
  });

  test("keeps payment and tracking that it omits", async () => {
    const identifier = fresh();
    await put(identifier, order({ payment_status: "Paid", tracking_numbers: ["1Z"], status: "Shipped" }));
    const { body } = await put(identifier, order({ po_number: "PO-9" }));
    expect(body).toMatchObject({ payment_status: "Paid", tracking_numbers: ["1Z"], status: "Shipped" });
    const cleared = await put(identifier, order({ payment_status: null, tracking_numbers: [] }));
    expect(cleared.body).toMatchObject({ payment_status: null, tracking_numbers: [] });
  });

  test("adds up exactly, and amounts sent twice must agree to the cent (ORD-036)", async () => {
    const dime = { text: "Dime", base_unit_price_value: 0.1, tax_amount: 0 };
    const sums = await put(fresh(), order({ lines: [dime, { ...dime, base_unit_price_value: "0.2" }] }));
    expect(sums.body.taxful_total_price_value).toBe("0.30");
    // In floating point 8.20 is 819.99… cents.
    for (const prices of [["8.20"], ["4.10", "4.10"], ["16.40", "-8.20"], [8.1, 0.1]]) {
      const lines = prices.map((price) => ({ text: "Nut", base_unit_price_value: price, tax_amount: 0 }));
      const { body } = await put(fresh(), order({ lines }));
      expect(body, prices.join(" + ")).toMatchObject({
        taxful_total_price_value: "8.20",
        taxless_total_price_value: "8.20",
      });
    }
    const stated = await put(fresh(), order({ total: "143.40", subtotal: 135.4 }));
    expect(stated.status).toBe(200);
    const wrong = await put(fresh(), order({ total: "143.41", subtotal: "135.39" }));
    expect([wrong.status, wrong.body]).toEqual([
      400,
      {
        total: ["This does not match the lines, which add up to 143.40."],
        subtotal: ["This does not match the lines, which add up to 135.40."],
      },
    ]);
    const twice = await put(fresh(), order({ total: "143.40", taxful_total_price_value: "143.41" }));
    expect([twice.status, Object.keys(twice.body)]).toEqual([400, ["total"]]);
    const untaxed = [{ text: "Bolt", quantity: 2, base_unit_price_value: "50.00" }];
    const taxed = await put(fresh(), order({ lines: untaxed, total: "110.00", subtotal: "100.00" }));
    expect(taxed.body).toMatchObject({ taxful_total_price_value: "110.00", tax: "10.00" });
    const huge = Array.from({ length: 200 }, () => ({
      text: "Rig",
      base_unit_price_value: "999999999999.99",
    }));
    expect((await put(fresh(), order({ lines: huge }))).status).toBe(400);
    for (const lines of [untaxed, []]) {
      const short = await put(fresh(), order({ lines, total: "5.00", subtotal: "100.00" }));
      expect([short.status, short.body]).toEqual([
        400,
        { total: ["This can't be less than the subtotal, which is 100.00."] },
      ]);
    }
    const credit = [{ text: "Credit", base_unit_price_value: "-100.00" }];
    const refund = await put(fresh(), order({ lines: credit, total: "-110.00" }));
    expect(refund.body).toMatchObject({ taxful_total_price_value: "-110.00", tax: "-10.00" });
  });

  test("needs the price of every item, unless the order states its total (API-016)", async () => {
    const identifier = fresh();
    const misspelt = { text: "Rig", base_unit_price: "90000.00", tax_amount: "5.00" };
    const priced = { text: "Bolt", base_unit_price_value: "1.00" };
    const fee = { text: "Freight", display: false };
    const required = ["This field is required."];
    for (const [lines, errors] of [
      [[misspelt], { "lines.0.base_unit_price_value": required }],
      [
        [priced, misspelt, fee, { text: "Pin", base_unit_price_value: null }],
        { "lines.1.base_unit_price_value": required, "lines.3.base_unit_price_value": required },
      ],
    ] as const) {
      const { status, body } = await put(identifier, order({ lines }));
      expect([status, body]).toEqual([400, errors]);
      const { results } = await sendBatch(testServer, shop.slug, shop.headers, [
        order({ identifier, lines }),
      ]);
      expect(results).toMatchObject([{ status: 400, errors }]);
    }
    expect(await testServer.sql("select 1 from orders where identifier = $1", [identifier])).toEqual([]);
    const { status } = await put(identifier, order({ lines: [priced] }));
    expect(status).toBe(200);
    // A fee without a price is the same in every notation.
    const feeAnew = { ...fee, base_unit_price_value: null };
    await put(identifier, order({ lines: [priced, fee] }));
    expect((await put(identifier, order({ lines: [priced, feeAnew] }))).body.changed).toBe(false);
    for (const [lines, total, more] of [
      [[{ text: "Sample", base_unit_price_value: 0 }], "0.00", {}],
      [[priced, fee], "1.00", {}],
      [[{ text: "Rig", taxless_price: "7.00" }], "7.00", {}],
      [[{ text: "Rig", line_total_price: "8.00" }], "8.00", {}],
      [[{ text: "Rig" }], "9.00", { total: "9.00" }],
      [[{ text: "Rig" }], "9.50", { taxful_total_price_value: "9.50" }],
    ] as const) {
      const { body } = await put(fresh(), order({ lines, ...more }));
      expect(body, JSON.stringify(lines)).toMatchObject({ taxful_total_price_value: total });
    }
  });

  test("has only the stated tax where items have no price (ORD-035, API-016)", async () => {
    const [rig, bolt] = [{ text: "Rig" }, { text: "Bolt", base_unit_price_value: "30.00" }];
    for (const [lines, given, [total, subtotal, tax]] of [
      [[rig], { total: "100.00" }, ["100.00", "100.00", "0.00"]],
      [[rig, bolt], { total: "100.00" }, ["100.00", "100.00", "0.00"]],
      [[rig], { subtotal: "90.00" }, ["90.00", "90.00", "0.00"]],
      [[rig], { total: "100.00", subtotal: "90.00" }, ["100.00", "90.00", "10.00"]],
      [[{ ...rig, tax_amount: "7.00" }, bolt], { total: "100.00" }, ["100.00", "93.00", "7.00"]],
      [[rig], { total: "-100.00" }, ["-100.00", "-100.00", "0.00"]],
      [[], { total: "100.00" }, ["100.00", "100.00", "0.00"]],
      [[bolt], { total: "33.00" }, ["33.00", "30.00", "3.00"]],
    ] as const) {
      const { body } = await put(fresh(), order({ lines, ...given }));
      expect(body, JSON.stringify([lines, given])).toMatchObject({
        taxful_total_price_value: total,
        taxless_total_price_value: subtotal,
        tax,
      });
    }
    const short = await put(fresh(), order({ lines: [rig, bolt], total: "5.00" }));
    expect([short.status, short.body]).toEqual([
      400,
      { total: ["This can't be less than the subtotal, which is 30.00."] },
    ]);
  });

  test("names every bad field and writes nothing", async () => {
    const identifier = fresh();
    const { status, body } = await put(identifier, {
      ordered_by: 7,
      order_date: "yesterday",
      status: "Lost",
      payment_status: 9,
      version: 1.5,
      tracking_url: "javascript:alert(1)",
      tracking_numbers: [""],
      total: "12.345",
      custom_checkout_data: [],
      lines: [{ quantity: -1, image_url: "data:x", base_unit_price_value: 0.30000000000000004 }],
    });
    expect(status).toBe(400);
    expect(Object.keys(body).sort()).toEqual([
      "custom_checkout_data",
      "ecommerce_username",
      "lines.0.base_unit_price_value",
      "lines.0.image_url",
      "lines.0.quantity",
      "lines.0.text",
      "order_date",
      "ordered_by",
      "payment_status",
      "status",
      "total",
      "tracking_numbers.0",
      "tracking_url",
      "version",
    ]);
    expect(await testServer.sql("select 1 from orders where identifier = $1", [identifier])).toEqual([]);
    expect((await put(identifier, order({ identifier: "another" }))).status).toBe(400);
    for (const text of ["a\u0000b", "\ud800", "a\ufffeb", "\u001b"]) {
      expect((await put(identifier, order({ po_number: text }))).status).toBe(400);
    }
  });

  test("names every invalid field once, with a message", async () => {
    const refused = async (body: unknown, identifier = fresh()) => {
      const answer = await put(identifier, body as object);
      expect(answer.status).toBe(400);
      return answer.body;
    };
    const unkept = "This contains characters that cannot be stored.";
    expect(
      await refused(order({ po_number: "\u0000", afe_number: "\ufffe", nobody: "\u0001", total: "x" })),
    ).toEqual({
      po_number: [unkept],
      afe_number: [unkept],
      nobody: [unkept],
      total: [expect.stringContaining("This must be an amount")],
    });
    expect(await refused([])).toEqual({ non_field_errors: ["This must be an object."] });
    expect(await refused(order({ custom_checkout_data: { a: null } }))).toEqual({
      "custom_checkout_data.a": ["This must be text, a number, or true or false."],
    });
    expect(await refused(order({ order_date: "2026-02-30" }))).toEqual({
      order_date: [expect.stringContaining("This must be a date")],
    });
    expect(
      await refused(order({ version: Number.MAX_SAFE_INTEGER + 2, lines: [{ text: "x", quantity: 1e11 }] })),
    ).toEqual({
      version: ["This must be a whole number from 0 to 9007199254740991."],
      "lines.0.quantity": ["This must be a number from 0 to 99999999999.999, with at most 3 decimals."],
    });
    expect(await refused(order({ identifier: "" }))).toEqual({ identifier: ["This field is required."] });
  });

  test("cannot use a path segment as an identifier: it could never be requested (API-016)", async () => {
    const reserved = Object.values(api)
      .flat()
      .flatMap(({ path }) => /\/orders\/(\w+)\//.exec(path)?.[1] ?? []);
    expect(reserved).toContain("suggestions");
    for (const word of [...reserved, "pending"]) {
      const { status, body } = await put(word, order());
      expect([status, Object.keys(body)]).toEqual([400, ["identifier"]]);
    }
    const { results } = await sendBatch(testServer, shop.slug, shop.headers, [
      order({ identifier: "batch" }),
    ]);
    expect(results).toMatchObject([{ status: 400, errors: { identifier: [expect.any(String)] } }]);
  });

  test("refuses a site that is unknown, of another company, deleted or ambiguous", async () => {
    const other = await addShop(testServer);
    const refused = async (more: object, field: string) => {
      const { status, body } = await put(fresh(), { ...order(), ecommerce_username: undefined, ...more });
      expect([status, Object.keys(body)]).toEqual([400, [field]]);
    };
    await refused({ ecommerce_username: "nobody" }, "ecommerce_username");
    await refused({ ecommerce_username: other.site.shopUser }, "ecommerce_username");
    await refused({ site: other.site.id }, "site");
    await refused({ site: 9_007_199_254_740_991 }, "site");
    await addSite(testServer, shop.companyId, { shopUser: "twins", name: "Twin A" });
    await addSite(testServer, shop.companyId, { shopUser: "twins", name: "Twin B" });
    await refused({ ecommerce_username: "twins" }, "ecommerce_username");
    const gone = await addSite(testServer, shop.companyId);
    const identifier = fresh();
    await put(identifier, order({ ecommerce_username: gone.shopUser }));
    await testServer.sql("update sites set deleted_at = now() where id = $1", [gone.id]);
    await refused({ site: gone.id }, "site");
    // An order of that site is still followed to its end.
    const late = await put(identifier, order({ ecommerce_username: gone.shopUser, status: "Delivered" }));
    expect(late.body.status).toBe("Delivered");
  });

  test("links users by username, and later renaming does not change the order (ORD-043)", async () => {
    const dana = await addPerson(testServer, shop.companyId, { firstName: "Dana", lastName: "Whitfield" });
    const foreigner = await addPerson(testServer, (await addShop(testServer)).companyId);
    const site = await addSite(testServer, shop.companyId, { name: "Old Yard" });
    const identifier = fresh();
    const sent = order({
      ecommerce_username: site.shopUser,
      ordered_by: { username: dana.username.toUpperCase() },
      creator: { name: "Dana at the shop", username: dana.username },
      requested_by: { name: "Someone", username: foreigner.username },
    });
    const { body } = await put(identifier, sent);
    expect([body.ordered_by, body.creator, body.requested_by]).toEqual([
      "Dana Whitfield",
      "Dana at the shop",
      "Someone",
    ]);
    const links = await testServer.sql(
      `select p.user_id from orders o join person_snapshots p on p.id in (o.ordered_by_id, o.creator_id, o.requested_by_id)
       where o.identifier = $1 order by p.user_id nulls last`,
      [identifier],
    );
    expect(links.map(({ user_id }) => user_id && Number(user_id))).toEqual([dana.id, dana.id, null]);
    await testServer.sql("update users set last_name = 'Married' where id = $1", [dana.id]);
    await testServer.sql("update sites set name = 'New Yard' where id = $1", [site.id]);
    const again = await put(identifier, sent);
    expect(again.body).toEqual({ ...body, changed: false, reason: "unchanged" });
    const shipped = await put(identifier, { ...sent, status: "Shipped" });
    expect(shipped.body).toMatchObject({ ordered_by: "Dana Whitfield", site: { name: "Old Yard" } });
    const changed = await put(identifier, { ...sent, po_number: "PO-10" });
    expect(changed.body.site.name).toBe("Old Yard");
    expect((await put(fresh(), sent)).body.site.name).toBe("New Yard");
  });

  test("of one identifier in two companies creates two orders", async () => {
    const other = await addShop(testServer);
    const identifier = fresh();
    const ours = await put(identifier, order());
    const theirs = await put(identifier, orderOf(other.site.shopUser, { po_number: "THEIRS" }), other);
    expect(theirs.body.id).not.toBe(ours.body.id);
    expect((await put(identifier, order())).body).toMatchObject({ changed: false, po_number: "PO-7" });
  });
});

test("orders are created only here: the portal has no endpoint for it (ORD-042)", async () => {
  const makers = Object.values(api)
    .flat()
    .filter(
      ({ method, path }) => ["POST", "PUT"].includes(method) && /\/orders\/(:\w+\/|batch\/)?$/.test(path),
    );
  expect(makers.length).toBeGreaterThan(0);
  expect(makers.every(({ allow }) => isKeyAllow(allow))).toBe(true);
  const admin = await addPerson(testServer, shop.companyId, { admin: true });
  const headers = { authorization: `JWT ${await tokenFor(testServer, admin.username)}` };
  for (const [method, url] of [
    ["POST", "/api/orders/"],
    ["PUT", "/api/orders/U-1/"],
  ] as const) {
    expect((await testServer.app.inject({ method, url, headers, payload: order() })).statusCode).toBe(404);
  }
});
