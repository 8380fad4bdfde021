import { ALL_ROWS, PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addSite, assignSite } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

/** More orders than can be sorted at once: every strategy is used. */
const ORDERS = 4_200;
const PAGE = 1_400;
const NOT_SORTABLE = ["tracking_numbers", "waiting_for"];

let testServer: TestServer;
let token: string;
/** Of the three sites with orders they see the first two; the second user sees a hundred more that have none. */
let withTwoSites: string;
let withManySites: string;

beforeAll(async () => {
  testServer = await startTestServer();
  const company = await addCompany(testServer);
  token = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
  const [few, many] = [await addPerson(testServer, company), await addPerson(testServer, company)];
  [withTwoSites, withManySites] = [
    await tokenFor(testServer, few.username),
    await tokenFor(testServer, many.username),
  ];
  for (const name of ["North", "South", "West"]) {
    const site = await addSite(testServer, company, { name, region: name[0] });
    if (name === "West") continue;
    await assignSite(testServer, site, few.id);
    await assignSite(testServer, site, many.id);
  }
  await testServer.sql(
    `with more as (insert into sites (company_id, name, ecommerce_username)
       select $1, 'Empty ' || n, 'empty-' || n from generate_series(1, 100) n returning id)
     insert into site_users (company_id, site_id, user_id) select $1, id, $2 from more`,
    [company, many.id],
  );
  await testServer.sql(
    "insert into person_snapshots (company_id, name) select $1, 'Person ' || n from generate_series(1, 9) n",
    [company],
  );
  // Every third order lacks each of the names, texts and payments that may be missing.
  await testServer.sql(
    `with people as (select array_agg(id) as ids from person_snapshots where company_id = $1),
       places as (select array_agg(array[site_id, id]) as ids from site_snapshots where company_id = $1)
     insert into orders (company_id, identifier, site_id, site_snapshot_id, status, payment_status, order_date, total,
       subtotal, po_number, afe_number, ordered_by_id, requested_by_id, line_count)
     select $1, 'M-' || n, places.ids[1 + n % 3][1], places.ids[1 + n % 3][2], 1 + n % 8,
       case when n % 3 > 0 then 1 + n % 3 end, timestamptz '2026-01-01T00:00Z' + make_interval(hours => n / 2),
       n % 900, n % 800, case when n % 3 > 0 then 'PO-' || n % 700 end, case when n % 3 > 1 then 'AFE-' || n % 70 end,
       case when n % 3 > 0 then people.ids[1 + n % 9] end, case when n % 3 < 2 then people.ids[1 + n % 9] end, n % 5
     from generate_series(1, $2::int) n, people, places`,
    [company, ORDERS],
  );
});

const ids = async (query: Record<string, string>): Promise<number[]> =>
  (await testServer.call(orderList.page, { token, query })).body.results.map(({ id }) => id);

const allPages = async (query: Record<string, string>): Promise<number[]> => {
  const found: number[] = [];
  for (let offset = 0; offset < ORDERS; offset += PAGE) {
    found.push(...(await ids({ ...query, limit: String(PAGE), offset: String(offset) })));
  }
  return found;
};

const sortable = Object.keys(orderList.columns).filter((key) => !NOT_SORTABLE.includes(key));

describe("many orders, some without names", () => {
  test.each(sortable.flatMap((key) => [key, `-${key}`]))(
    "sorted by %s, the pages add up to the whole list (API-008, TABLE-028)",
    async (ordering) => {
      const whole = await ids({ ordering, limit: String(ALL_ROWS) });
      expect(whole).toHaveLength(ORDERS);
      expect(await allPages({ ordering })).toEqual(whole);
    },
  );

  const mayBeMissing = ["po_number", "afe_number", "ordered_by", "requested_by", "payment_status"] as const;
  const narrowedOrNot: Record<string, string>[] = [{}, { search: "m-" }];

  test.each(
    mayBeMissing.flatMap((key) =>
      narrowedOrNot.flatMap((query) => [[key, "", query] as const, [key, "-", query] as const]),
    ),
  )("sorted by %s (%s), filtered by %o, missing values are last (TABLE-028)", async (key, sign, query) => {
    const valuesOf = async (more: Record<string, string>) => {
      const ask = { token, query: { ...query, ordering: `${sign}${key}`, ...more } };
      return (await testServer.call(orderList.page, ask)).body.results.map((row) => row[key]);
    };
    const whole = await valuesOf({ limit: String(ALL_ROWS) });
    const known = whole.filter((value) => value !== null);
    const border = known.length;
    const inOrder = known.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
    const missing = Array.from({ length: ORDERS - border }, () => null);
    expect(missing.length).toBeGreaterThan(1_000);
    expect(whole).toEqual([...(sign ? inOrder.reverse() : inOrder), ...missing]);
    expect(await valuesOf({})).toEqual(whole.slice(0, PAGE_SIZE));
    // Over the border, in the middle from either end, and at the end.
    for (const offset of [border - 10, ORDERS / 2 - 10, ORDERS / 2 + 10, ORDERS - PAGE_SIZE]) {
      expect(await valuesOf({ offset: String(offset) })).toEqual(whole.slice(offset, offset + PAGE_SIZE));
    }
  });

  test("the last page is as short as it has to be, and behind it there is nothing (API-008)", async () => {
    const whole = await ids({ limit: String(ALL_ROWS) });
    const at = async (offset: number) =>
      (await testServer.call(orderList.page, { token, query: { offset: String(offset) } })).body;
    const last = await at(ORDERS - 7);
    expect(last).toMatchObject({ count: ORDERS, next: null });
    expect(last.results.map(({ id }) => id)).toEqual(whole.slice(-7));
    expect(await at(ORDERS)).toMatchObject({ count: ORDERS, results: [] });
    expect(await at(ORDERS + 40)).toMatchObject({ count: ORDERS, results: [] });
  });

  test.each<Record<string, string>>([
    { ordering: "-requested_by", orderDate_before: "2026-04-06T06:00:00Z" },
    { ordering: "payment_status", region: "S" },
    { ordering: "-orderDate", orderDate_after: "2026-01-03" },
    { ordering: "total", search: "po-" },
  ])("filtered by %o, the pages add up to the whole list (API-008)", async (query) => {
    const whole = await ids({ ...query, limit: String(ALL_ROWS) });
    expect(whole.length).toBeGreaterThan(1_000);
    expect(await allPages(query)).toEqual(whole);
  });

  const narrowings: Record<string, string>[] = [
    {},
    { ordering: "total" },
    { ordering: "requested_by" },
    { status: "Pending Approval" },
    { status: "Delivered", payment_status: "Not Paid", ordering: "-total" },
    { status: "Delivered", orderDate_after: "2026-01-15", orderDate_before: "2026-02-15" },
    { orderDate_after: "2026-01-15T05:00:00.000Z", orderDate_before: "2026-02-15T04:59:59.999Z" },
    { orderDate_after: "2026-01-15T05:00:00.000Z", ordering: "total" },
    { orderDate_after: "2026-01-15", orderDate_before: "2026-02-15T04:59:59.999Z" },
    { payment_status: "Not Paid", ordering: "site" },
    { site: "o" },
    { site: "south", ordering: "orderDate" },
    { requested_by: "person 1" },
    { ordered_by: "person", ordering: "-ordered_by" },
    { search: "person 2" },
    { search: "po-12" },
    { search: "o" },
    { search: "m-1", status: "Delivered", ordering: "total" },
    { po_number: "po-1" },
    { region: "n", identifier: "m-2" },
  ];
  const people = ["an admin", "two sites", "many sites"] as const;
  const tokenOf = (person: (typeof people)[number]) =>
    ({ "an admin": token, "two sites": withTwoSites, "many sites": withManySites })[person];

  test.each(people.flatMap((person) => narrowings.map((query) => [person, query] as const)))(
    "for %s filtered by %o, the first page is the start of the whole list and its count is right (API-008)",
    async (person, query) => {
      const ask = (more: object) =>
        testServer.call(orderList.page, { token: tokenOf(person), query: { ...query, ...more } as never });
      const { body: whole } = await ask({ limit: String(ALL_ROWS) });
      const { status, body: first } = await ask({});
      expect(status).toBe(200);
      // Of a search that many orders match, no more are counted than are seen.
      if (query.search && first.count_is_capped) expect(first.count).toBeLessThan(whole.results.length);
      else expect(first.count).toBe(whole.results.length);
      expect(first.results.map(({ id }) => id)).toEqual(
        whole.results.slice(0, PAGE_SIZE).map(({ id }) => id),
      );
      expect(first.count).toBeGreaterThan(0);
    },
  );

  test("a filter by many sites gives the same result as a filter by two of them (API-008)", async () => {
    for (const query of narrowings) {
      const [two, many] = await Promise.all(
        [withTwoSites, withManySites].map((one) =>
          testServer.call(orderList.page, { token: one, query: query as never }),
        ),
      );
      if (!query.search) expect(many?.body.count).toBe(two?.body.count);
      expect(many?.body.results).toEqual(two?.body.results);
    }
  });
});
