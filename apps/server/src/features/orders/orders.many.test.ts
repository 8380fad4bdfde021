import { EVERYTHING } from "@mcc/contract/kit/list.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { type House, openHouse } from "../../testing/house.ts";
import { addSite } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";

/** More than can be sorted at once: every way to a page is taken. */
const ORDERS = 4_200;
const PAGE = 700;

let house: House;
let token: string;

beforeAll(async () => {
  house = await openHouse();
  const company = await addCompany(house);
  token = await tokenFor(house, (await addPerson(house, company, { admin: true })).username);
  for (const name of ["North", "South", "West"]) await addSite(house, company, { name, region: name[0] });
  await house.sql(
    "insert into person_snapshots (company_id, name) select $1, 'Person ' || n from generate_series(1, 9) n",
    [company],
  );
  // Every third order lacks each of the names, texts and payments that may be missing.
  await house.sql(
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
  (await house.call(orderList.page, { token, query })).body.results.map(({ id }) => id);

const walked = async (query: Record<string, string>): Promise<number[]> => {
  const found: number[] = [];
  for (let offset = 0; offset < ORDERS; offset += PAGE) {
    found.push(...(await ids({ ...query, limit: String(PAGE), offset: String(offset) })));
  }
  return found;
};

const sortable = Object.keys(orderList.columns).filter((key) => key !== "tracking_numbers");

describe("many orders, some without names", () => {
  test.each(sortable.flatMap((key) => [key, `-${key}`]))(
    "sorted by %s, the pages make up the whole list (API-008, TABLE-028)",
    async (ordering) => {
      const whole = await ids({ ordering, limit: String(EVERYTHING) });
      expect(whole).toHaveLength(ORDERS);
      expect(await walked({ ordering })).toEqual(whole);
    },
  );

  test("the last page is as short as it has to be, and behind it there is nothing (API-008)", async () => {
    const whole = await ids({ limit: String(EVERYTHING) });
    const at = async (offset: number) =>
      (await house.call(orderList.page, { token, query: { offset: String(offset) } })).body;
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
  ])("narrowed by %o, the pages make up the whole list (API-008)", async (query) => {
    const whole = await ids({ ...query, limit: String(EVERYTHING) });
    expect(whole.length).toBeGreaterThan(1_000);
    expect(await walked(query)).toEqual(whole);
  });
});
