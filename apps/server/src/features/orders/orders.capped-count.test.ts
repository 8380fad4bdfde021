import { PAGE_SIZE, TOO_DEEP } from "@mcc/contract/kit/list.ts";
import { orderList, orderSum } from "@mcc/contract/orders/orders.api.ts";
import { beforeAll, expect, test } from "vitest";
import { COUNT_CAP, DEEPEST_BY_NAME } from "../../platform/lists/list.ts";
import { addSite } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

/** More than are counted, and the last page is full. */
const ORDERS = COUNT_CAP + 2 * PAGE_SIZE;

let testServer: TestServer;
let token: string;

beforeAll(async () => {
  testServer = await startTestServer();
  const company = await addCompany(testServer);
  token = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
  await addSite(testServer, company, { name: "North" });
  await testServer.sql(
    `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, order_date, total, subtotal,
       line_count)
     select $1, 'B-' || n, place.site_id, place.id, 1, timestamptz '2026-01-01T00:00Z' + make_interval(mins => n),
       n, n, 0
     from generate_series(1, $2::int) n, (select site_id, id from site_snapshots where company_id = $1) as place`,
    [company, ORDERS],
  );
});

/** A page of what no rollup counts. */
const pageAt = async (offset: number) => {
  const query = { identifier: "b-", ordering: "total", offset: String(offset) };
  return (await testServer.call(orderList.page, { token, query })).body;
};
const offsetIn = (link: string | null) => link && Number(new URL(link).searchParams.get("offset"));

test.each([0, 2_500, COUNT_CAP - PAGE_SIZE, COUNT_CAP - 5, COUNT_CAP])(
  "before the end of a list of more than are counted, the page at %i has a next one (TABLE-024, TABLE-026)",
  async (offset) => {
    const page = await pageAt(offset);
    expect(page).toMatchObject({ count: COUNT_CAP, count_is_capped: true });
    expect(page.results.map(({ identifier }) => identifier)).toEqual(
      Array.from({ length: PAGE_SIZE }, (_, at) => `B-${offset + at + 1}`),
    );
    expect(offsetIn(page.next)).toBe(offset + PAGE_SIZE);
  },
);

test.each([
  [ORDERS - PAGE_SIZE, PAGE_SIZE],
  [ORDERS - 7, 7],
])(
  "at its end, the page at %i has none and knows how many there are (TABLE-024, TABLE-026)",
  async (offset, rows) => {
    const page = await pageAt(offset);
    expect(page).toMatchObject({ count: ORDERS, next: null });
    expect(page).not.toHaveProperty("count_is_capped");
    expect(page.results).toHaveLength(rows);
    expect(page.results.at(-1)?.identifier).toBe(`B-${ORDERS}`);
  },
);

test("behind its end there is nothing, and no next page (TABLE-026)", async () => {
  expect(await pageAt(ORDERS)).toMatchObject({
    count: COUNT_CAP,
    count_is_capped: true,
    results: [],
    next: null,
  });
});

test("the sum of more than are counted is of those, and says so (LIST-008)", async () => {
  const sumOf = async (query: Record<string, string>) =>
    (await testServer.call(orderSum, { token, query })).body;
  const { sum, sum_is_capped } = await sumOf({ identifier: "b-" });
  expect(sum_is_capped).toBe(true);
  // The smallest that so many orders can make, and what all of them make: 1 + 2 + 3 …
  expect(Number(sum)).toBeGreaterThan((COUNT_CAP * COUNT_CAP) / 2);
  expect(Number(sum)).toBeLessThan((ORDERS * (ORDERS + 1)) / 2);
  expect(await sumOf({}), "the rollups know all").toEqual({ sum: `${(ORDERS * (ORDERS + 1)) / 2}.00` });
  const few = { identifier: "b-", total_min: "9", total_max: "11" };
  expect(await sumOf(few)).toEqual({ sum: "30.00" });
});

test("sorted by a name, a page too far from both ends is refused with a request to narrow the filters", async () => {
  const at = (offset: number, ordering: string) =>
    testServer.call(orderList.page, { token, query: { identifier: "b-", ordering, offset: String(offset) } });
  const deepest = await at(DEEPEST_BY_NAME, "ordered_by");
  expect(deepest.status).toBe(200);
  expect(deepest.body.deepest_offset, "so that no pager offers more").toBe(DEEPEST_BY_NAME);
  const refused = await at(DEEPEST_BY_NAME + PAGE_SIZE, "ordered_by");
  expect(refused.status).toBe(400);
  expect(refused.body).toEqual({ offset: [TOO_DEEP] });
  const byTotal = await at(DEEPEST_BY_NAME + PAGE_SIZE, "total");
  expect(byTotal.status).toBe(200);
  expect(byTotal.body).not.toHaveProperty("deepest_offset");
});
