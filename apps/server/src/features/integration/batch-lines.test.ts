import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { BATTERY, countCases } from "../../testing/battery.ts";
import { addShop, orderOf } from "../../testing/integration.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let shop: Awaited<ReturnType<typeof addShop>>;

beforeAll(async () => {
  testServer = await startTestServer();
  shop = await addShop(testServer);
});

const hostile = fc.constantFrom(
  "\u0000",
  "\ud800",
  "'; drop table mcc.orders; --",
  "<script>",
  "1e400",
  "-0",
  "9".repeat(400),
  "\\x00",
  "{}",
  Number.MAX_VALUE,
  -1,
  1e-320,
  2 ** 63,
  null,
  true,
  [],
  {},
  [[[[]]]],
  { __proto__: 1, constructor: 2 },
);
const value = fc.oneof(
  hostile,
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.double(),
  fc.integer(),
  fc.jsonValue({ maxDepth: 3 }),
);
const lineField = fc.constantFrom(
  ...[
    "product",
    "text",
    "quantity",
    "sku",
    "image_url",
    "type",
    "base_unit_price_value",
    "discount_amount_value",
  ],
  ...["taxless_price", "tax_amount", "line_total_price", "is_catalog_plus", "display", "ordering"],
);
const orderField = fc.constantFrom(
  ...["identifier", "site", "ecommerce_username", "creator", "ordered_by", "requested_by", "po_number"],
  ...[
    "afe_number",
    "status",
    "payment_status",
    "order_date",
    "total",
    "subtotal",
    "taxful_total_price_value",
  ],
  ...["tracking_numbers", "tracking_url", "custom_checkout_data", "custom_confirm_data", "lines", "version"],
);
/** A valid order with a few invalid fields. */
const bent = fc
  .tuple(fc.dictionary(orderField, value, { maxKeys: 3 }), fc.dictionary(lineField, value, { maxKeys: 3 }))
  .map(([fields, line]) => {
    const good = orderOf(shop.site.shopUser);
    const lines = [{ ...good.lines[0], ...line }];
    return { ...good, lines: Object.keys(line).length > 0 ? lines : good.lines, ...fields };
  });

test("no line of a batch causes a server error, and every line gets a result", async ({ task }) => {
  const lines = fc.array(
    fc.oneof(
      fc.tuple(bent, value).map(([body, identifier]) => JSON.stringify({ identifier, ...body })),
      fc.string({ unit: "binary", maxLength: 60 }).map((text) => text.replace(/[\n\r]/g, "")),
    ),
    { minLength: 1, maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(lines, async (sent) => {
      countCases(task, sent.length);
      const body = Buffer.from(sent.map((line) => line.toWellFormed()).join("\n"));
      const answer = await testServer.app.inject({
        method: "POST",
        url: `/api/integration/v1/companies/${shop.slug}/orders/batch`,
        headers: { ...shop.headers, "content-type": "application/x-ndjson" },
        payload: body,
      });
      expect(answer.statusCode).toBe(200);
      const results = answer.body
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      expect(results).toHaveLength(sent.filter((line) => line.trim() !== "").length);
      for (const result of results) expect(result.status, JSON.stringify(result)).toBeLessThan(500);
    }),
    { numRuns: 60 * BATTERY },
  );
});
