import { findOrder, orderList, trackingNumbers } from "@mcc/contract/orders/orders.api.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addLine, addOrder, addSite, assignSite, type Site } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

const NOT_SORTABLE = ["tracking_numbers", "waiting_for"];

let testServer: TestServer;
let company: number;
let token: string;
let north: Site;
let south: Site;

beforeAll(async () => {
  testServer = await startTestServer();
  company = await addCompany(testServer);
  token = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
  north = await addSite(testServer, company, {
    name: "North Yard",
    region: "Alberta",
    businessUnit: "Drilling",
  });
  south = await addSite(testServer, company, {
    name: "South Camp",
    locationName: "Gate 4",
    region: "Texas",
    businessUnit: "Completions",
  });
  const payments = [...PAYMENT_STATUSES, null];
  for (let n = 0; n < 48; n++) {
    await addOrder(testServer, n % 3 ? north : south, {
      identifier: `AC-${1000 + n}`,
      status: ORDER_STATUSES[n % 8],
      payment: payments[n % 4],
      date: new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 2), 12)).toISOString(),
      total: `${(n % 5) * 100}.50`,
      subtotal: `${(n % 5) * 90}.25`,
      po: n % 6 ? `PO-${n % 7}x` : null,
      afe: n % 4 ? `AFE-${n % 3}` : null,
      orderedBy: n % 5 ? ["Dana Whitfield", "Amit Deshmukh"][n % 2] : null,
      requestedBy: ["Cody Ransom", "Beatriz Salinas"][n % 2],
      tracking: Array.from({ length: n % 5 }, (_, at) => `1Z${n}-${at}`),
      lineCount: n % 4,
    });
  }
});

const page = async (query: Record<string, string> = {}, as = token) =>
  (await testServer.call(orderList.page, { token: as, query })).body;
const identifiers = async (query: Record<string, string>, as = token) =>
  (await page({ limit: "1000", ...query }, as)).results.map(({ identifier }) => identifier);
const refusal = async (query: Record<string, string>) => {
  const { status, body } = await testServer.call(orderList.page, { token, query });
  return { status, fields: Object.keys(body) };
};

describe("the page", () => {
  test("20 rows, newest first, with its links (API-005, TABLE-020, TABLE-026, ORD-009, ORD-020)", async () => {
    const first = await page();
    expect(first.results).toHaveLength(20);
    expect(first.count).toBe(48);
    const dates = first.results.map(({ order_date }) => order_date);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect(first.previous).toBeNull();
    expect(first.current_url).toBe(`${testServer.address}/api/orders/`);
    expect(new URL(String(first.next)).search).toBe("?limit=20&offset=20");
    const second = (await (
      await fetch(String(first.next), { headers: { authorization: `JWT ${token}` } })
    ).json()) as Awaited<ReturnType<typeof page>>;
    expect(second.results).toHaveLength(20);
    expect(new URL(String(second.previous)).searchParams.get("offset")).toBe("0");
    const last = await page({ offset: "40" });
    expect(last.next).toBeNull();
    expect(last.results).toHaveLength(8);
    expect(await page({ offset: "100" })).toMatchObject({ count: 48, results: [], next: null });
  });

  test.each(Object.keys(orderList.columns).filter((key) => !NOT_SORTABLE.includes(key)))(
    "sorted by %s in both directions, paging neither repeats nor skips a row, ties are sorted by id, missing values are last (API-008, TABLE-028)",
    async (column) => {
      for (const ordering of [column, `-${column}`]) {
        const whole = (await page({ ordering, limit: "1000" })).results;
        const paged = [];
        for (let offset = 0; offset < 48; offset += 7) {
          paged.push(...(await page({ ordering, limit: "7", offset: String(offset) })).results);
        }
        expect(paged.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
        expect(new Set(paged.map(({ id }) => id)).size).toBe(48);
        const values = whole.map((row) => shownIn(row, column));
        const runs = whole.filter((row, at) => at > 0 && shownIn(row, column) === values[at - 1]);
        for (const row of runs) {
          const before = whole[whole.indexOf(row) - 1] as (typeof whole)[number];
          expect(row.id > before.id).toBe(!ordering.startsWith("-"));
        }
        const known = values.filter((value) => value !== null);
        const inOrder = known.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        const missing = values.filter((value) => value === null);
        expect(values).toEqual([...(ordering.startsWith("-") ? inOrder.reverse() : inOrder), ...missing]);
      }
    },
  );

  test("tracking numbers cannot be sorted (ORD-006)", async () => {
    expect(await refusal({ ordering: "tracking_numbers" })).toEqual({ status: 400, fields: ["ordering"] });
  });

  test.each([
    [{ nonsense: "1" }, "nonsense"],
    [{ ordering: "nonsense" }, "ordering"],
    [{ ordering: "--total" }, "ordering"],
    [{ offset: "-1" }, "offset"],
    [{ offset: "1.5" }, "offset"],
    [{ limit: "0" }, "limit"],
    [{ limit: "many" }, "limit"],
    [{ limit: "1000000000000" }, "limit"],
    [{ orderDate_after: "yesterday" }, "orderDate_after"],
    [{ orderDate_before: "2026-02-30" }, "orderDate_before"],
    [{ orderDate_before: "9999999-01-01" }, "orderDate_before"],
    [{ status: "Lost" }, "status"],
    [{ status: "9" }, "status"],
    [{ payment_status: "4" }, "payment_status"],
    [{ untrimmed: "yes" }, "untrimmed"],
    [{ search: "x".repeat(256) }, "search"],
    [{ group_x: "North" }, "group_x"],
  ] as const)("%o is refused by name (API-006)", async (query, field) => {
    expect(await refusal(query as Record<string, string>)).toEqual({ status: 400, fields: [field] });
  });

  test("a repeated parameter that takes one value is refused", async () => {
    const answer = await fetch(`${testServer.address}/api/orders/?po_number=a&po_number=b`, {
      headers: { authorization: `JWT ${token}` },
    });
    expect(answer.status).toBe(400);
  });
});

const shownIn = (
  row: Awaited<ReturnType<typeof page>>["results"][number],
  column: string,
): string | number | null => {
  const values: Record<string, string | number | null> = {
    site: row.site.name,
    location_name: row.site.location_name,
    business_unit: row.site.business_unit,
    region: row.site.region,
    ordered_by: row.ordered_by,
    requested_by: row.requested_by,
    identifier: row.identifier,
    po_number: row.po_number,
    afe_number: row.afe_number,
    status: row.status,
    payment_status: row.payment_status,
    orderDate: row.order_date,
    lines: row.lines,
    total: Number(row.taxful_total_price_value),
  };
  return values[column] ?? null;
};

describe("filters", () => {
  test.each([
    ["site", "yard", 32],
    ["region", "TEX", 16],
    ["business_unit", "drill", 32],
    ["ordered_by", "whit", 19],
    ["requested_by", "cody", 24],
    ["identifier", "ac-100", 10],
    ["identifier", "07", 1],
    ["po_number", "-3", 6],
    ["afe_number", "afe-2", 12],
  ])("%s matches values containing %s, in any letter case (API-036)", async (key, typed, count) => {
    const found = await page({ [key]: typed, limit: "1000" });
    expect(found.count).toBe(count);
    for (const row of found.results)
      expect(String(shownIn(row, key)).toLowerCase()).toContain(typed.toLowerCase());
  });

  test("no typed character is a wildcard", async () => {
    for (const typed of ["%", "_", "\\", "a%"]) expect((await page({ identifier: typed })).count).toBe(0);
  });

  test.each([
    ["Accepted", 1],
    ["Pending Approval", 2],
    ["Processing", 3],
    ["Shipped", 4],
    ["Partially Shipped", 5],
    ["Delivered", 6],
    ["Canceled", 7],
    ["Rejected", 8],
  ])("the status %s can be sent by name or by its code %i (API-036, ORD-037)", async (name, code) => {
    const stored = await testServer.sql(
      "select identifier from orders where company_id = $1 and status = $2 order by order_date desc, id desc",
      [company, code],
    );
    expect(stored).toHaveLength(6);
    const byName = await page({ status: name });
    expect(byName.results.map(({ identifier }) => ({ identifier }))).toEqual(stored);
    expect(byName.results.every(({ status }) => status === name)).toBe(true);
    expect((await page({ status: String(code) })).results).toEqual(byName.results);
  });

  test("the payment statuses are Paid, Not Paid and Partially Paid (ORD-038)", async () => {
    for (const name of ["Paid", "Not Paid", "Partially Paid"])
      expect((await page({ payment_status: name })).count).toBe(12);
  });

  test("a range of dates has both its ends (ORD-008)", async () => {
    const range = (after: string, before: string) =>
      identifiers({ orderDate_after: after, orderDate_before: before });
    expect(await range("2026-01-03", "2026-01-04")).toHaveLength(4);
    expect(await range("2026-01-03T12:00:00Z", "2026-01-03T12:00:00Z")).toHaveLength(2);
    expect(await range("2026-01-03T12:00:01Z", "2026-01-04T11:59:59Z")).toHaveLength(0);
    expect(await range("2026-01-03T06:00:00-06:00", "2026-01-03T06:00:00-06:00")).toHaveLength(2);
    expect(await range("2026-01-05", "2026-01-04")).toHaveLength(0);
  });

  test("filters add up, and an empty one is off", async () => {
    expect(
      (await page({ site: "yard", status: "Shipped", payment_status: "", orderDate_after: "2026-01-10" }))
        .count,
    ).toBe(3);
  });

  test.each([
    ["an identifier", "1007", ["AC-1007"]],
    ["a PO number", "po-5x", 6],
    ["an AFE number", "afe-1", 12],
    ["a tracking number", "1z13-2", ["AC-1013"]],
    ["a site", "south", 16],
    ["a person", "beatriz", 24],
    ["whoever ordered", "whitfield", 19],
    ["nothing", "no such thing", 0],
  ] as const)("searching finds %s (ORD-021)", async (_, search, expected) => {
    const found = await page({ search, limit: "1000" });
    if (typeof expected === "number") expect(found.count).toBe(expected);
    else expect(found.results.map(({ identifier }) => identifier)).toEqual(expected);
  });
});

describe("suggestions", () => {
  const suggest = async (query: Record<string, string>) =>
    (await testServer.call(orderList.suggest, { token, query })).body.results;

  test("values of one field under the other current filters (TABLE-008, ORD-010)", async () => {
    expect(await suggest({ field: "site" })).toEqual(["North Yard", "South Camp"]);
    expect(await suggest({ field: "site", site: "cam" })).toEqual(["South Camp"]);
    expect(await suggest({ field: "site", region: "alb" })).toEqual(["North Yard"]);
    expect(await suggest({ field: "ordered_by", ordered_by: "d" })).toEqual([
      "Amit Deshmukh",
      "Dana Whitfield",
    ]);
    expect(await suggest({ field: "po_number", po_number: "5" })).toEqual(["PO-5x"]);
    expect(await suggest({ field: "identifier", identifier: "100", status: "Shipped" })).toEqual(["AC-1003"]);
    expect(await suggest({ field: "status" })).toEqual(ORDER_STATUSES);
  });

  test.each(Object.keys(orderList.columns).filter((key) => orderList.columns[key as "site"].kind === "text"))(
    "values of %s are those that orders have, in order, at most ten (ORD-010)",
    async (field) => {
      const { results } = await page({ limit: "1000" });
      const known = results.map((row) => shownIn(row, field)).filter((value) => value !== null);
      expect(known).not.toEqual([]);
      expect(await suggest({ field })).toEqual([...new Set(known)].sort().slice(0, 10));
      const ask = await fetch(
        `${testServer.address}/api/orders/suggestions/?field=${field}&search=no+such+thing`,
        {
          headers: { authorization: `JWT ${token}` },
        },
      );
      expect(await ask.json()).toEqual({ results: [] });
    },
  );

  test("an unknown field is refused by name", async () => {
    for (const field of ["total", "orderDate", "password", ""]) {
      const { status, body } = await testServer.call(orderList.suggest, { token, query: { field } });
      expect([status, Object.keys(body)]).toEqual([400, ["field"]]);
    }
  });
});

describe("a row", () => {
  test("shows money exactly, tax as the difference (ORD-035, ORD-036)", async () => {
    const row = (await page({ identifier: "AC-1013" })).results[0];
    expect(row).toMatchObject({
      identifier: "AC-1013",
      po_number: "PO-6x",
      afe_number: "AFE-1",
      ordered_by: "Amit Deshmukh",
      status: "Delivered",
      payment_status: "Not Paid",
      taxful_total_price_value: "300.50",
      taxless_total_price_value: "270.25",
      tax: "30.25",
      lines: 1,
      site: {
        name: "North Yard",
        region: "Alberta",
        business_unit: "Drilling",
        location_name: null,
        groups: [],
      },
      order_date: "2026-01-07T12:00:00.000Z",
    });
  });

  test("shows the first 3 tracking numbers and their count, all of them when untrimmed (ORD-022)", async () => {
    const four = async (query: object) => (await page({ identifier: "AC-1014", ...query })).results[0];
    expect(await four({})).toMatchObject({
      tracking_numbers: ["1Z14-0", "1Z14-1", "1Z14-2"],
      tracking_numbers_count: 4,
    });
    expect((await four({ untrimmed: "true" }))?.tracking_numbers).toEqual([
      "1Z14-0",
      "1Z14-1",
      "1Z14-2",
      "1Z14-3",
    ]);
  });

  test("shows the first 3 approvers and their count, all of them when untrimmed (ORD-022)", async () => {
    const order = await addOrder(testServer, north, {
      identifier: "APPROVED-1",
      date: "2019-01-01T00:00:00Z",
    });
    const approvers: { username: string; name: string }[] = [];
    for (let n = 0; n < 4; n++) {
      const { id, username } = await addPerson(testServer, company);
      await testServer.sql(
        "insert into order_approvals (company_id, order_id, user_id, username, name) values ($1, $2, $3, $4, $4)",
        [company, order.id, id, username],
      );
      approvers.push({ username, name: username });
    }
    const one = async (query: object) => (await page({ identifier: "APPROVED-1", ...query })).results[0];
    expect(await one({})).toMatchObject({ approved_by: approvers.slice(0, 3), approved_by_count: 4 });
    expect(await one({ untrimmed: "true" })).toMatchObject({ approved_by: approvers, approved_by_count: 4 });
    await testServer.sql("delete from order_approvals where order_id = $1", [order.id]);
    await testServer.sql("delete from orders where id = $1", [order.id]);
  });

  test("renaming a site or a person changes no order (ORD-043)", async () => {
    await testServer.sql("update sites set name = 'Renamed' where id = $1", [south.id]);
    const there = await page({ site: "South Camp", limit: "1000" });
    expect(there.count).toBe(16);
    expect(new Set(there.results.map(({ site }) => site.name))).toEqual(new Set(["South Camp"]));
    const { body: alone } = await testServer.call(findOrder, { token, params: { identifier: "AC-1000" } });
    expect(alone.site.name).toBe("South Camp");
    expect((await page({ site: "Renamed" })).count).toBe(0);
    await testServer.sql("update sites set name = 'South Camp' where id = $1", [south.id]);
    const dana = await addPerson(testServer, company, { firstName: "Dana", lastName: "Whitfield" });
    const linked = await testServer.sql(
      "update person_snapshots set user_id = $2 where company_id = $1 and name = 'Dana Whitfield' returning id",
      [company, dana.id],
    );
    expect(linked).toHaveLength(1);
    await testServer.sql("update users set last_name = 'Married' where id = $1", [dana.id]);
    const placed = await page({ ordered_by: "Dana Whitfield" });
    expect(placed.count).toBe(19);
    expect(placed.results[0]?.ordered_by).toBe("Dana Whitfield");
    expect((await page({ ordered_by: "Married" })).count).toBe(0);
    expect((await page({ search: "Married" })).count).toBe(0);
  });

  test("an export returns all rows, in the order of the list (ORD-026, TABLE-034)", async () => {
    for (const ordering of ["-orderDate", "site", "-total", "status"]) {
      const all = await page({ limit: "100000000000", untrimmed: "true", ordering });
      const paged = await page({ limit: "1000", ordering });
      expect(all.count).toBe(48);
      expect(all.results.map(({ id }) => id)).toEqual(paged.results.map(({ id }) => id));
    }
    const some = await page({ limit: "100000000000", site: "south", offset: "10" });
    expect([some.count, some.results.length, some.next]).toEqual([16, 6, null]);
  });
});

describe("one order", () => {
  test("is found by its identifier, with its lines sorted by ordering, highest first (ORD-047, ORD-059)", async () => {
    const { id } = await addOrder(testServer, north, {
      identifier: "WHOLE/1 #?",
      date: "2018-01-01T00:00:00Z",
      lineCount: 2,
      checkout: { "Cost Center": "4711" },
      confirm: { Gate: "B" },
    });
    await addLine(testServer, company, id, { sku: "A", ordering: 1, text: "First", quantity: 2.5 });
    await addLine(testServer, company, id, { sku: "B", ordering: 3, text: "Third", catalogPlus: true });
    await addLine(testServer, company, id, {
      sku: null,
      product: null,
      ordering: 2,
      text: "Freight",
      display: false,
    });
    const { status, body } = await testServer.call(findOrder, {
      token,
      params: { identifier: "WHOLE/1 #?" },
    });
    expect(status).toBe(200);
    expect(body.lines.map(({ text }) => text)).toEqual(["Third", "Freight", "First"]);
    expect(body.lines[0]).toMatchObject({
      sku: "B",
      is_catalog_plus: true,
      display: true,
      base_unit_price_value: "50.00",
    });
    expect(body.lines[1]).toMatchObject({ product: null, display: false });
    expect(body.lines[2]?.quantity).toBe("2.5");
    expect(body.products).toBe(2);
    await testServer.sql("delete from orders where id = $1", [id]);
  });

  test("its custom data are maps from label to value (ORD-031)", async () => {
    const { id, identifier } = await addOrder(testServer, north, {
      checkout: { "Cost Center": "4711" },
      confirm: { Gate: "B" },
    });
    const { body } = await testServer.call(findOrder, { token, params: { identifier } });
    expect(body).toMatchObject({
      custom_checkout_data: { "Cost Center": "4711" },
      custom_confirm_data: { Gate: "B" },
    });
    await testServer.sql("delete from orders where id = $1", [id]);
  });

  test("all its tracking numbers come on their own call (ORD-019)", async () => {
    const { body } = await testServer.call(trackingNumbers, { token, params: { identifier: "AC-1014" } });
    expect(body.results).toEqual(["1Z14-0", "1Z14-1", "1Z14-2", "1Z14-3"]);
  });
});

describe("the orders a user sees", () => {
  test("an identifier is unique within its company and is the id in every path (ORD-039)", async () => {
    await expect(addOrder(testServer, south, { identifier: "AC-1001" })).rejects.toThrow(/unique/);
    const [stored] = await testServer.sql<{ id: number }>(
      "select id from orders where identifier = 'AC-1001'",
    );
    const ask = (path: string) =>
      fetch(`${testServer.address}/api/orders/${path}`, { headers: { authorization: `JWT ${token}` } });
    for (const path of ["", "tracking-numbers/"]) {
      expect((await ask(`AC-1001/${path}`)).status).toBe(200);
      expect((await ask(`${stored?.id}/${path}`)).status).toBe(404);
    }
  });

  test("another company's order with the same identifier is not found (ORD-039, SEC-001, SEC-003)", async () => {
    const other = await addCompany(testServer);
    const theirs = await addSite(testServer, other, { name: "Their Yard" });
    await addOrder(testServer, theirs, { identifier: "AC-1001", po: "SECRET-PO" });
    await addOrder(testServer, theirs, { identifier: "THEIRS-1" });
    const outsider = await tokenFor(
      testServer,
      (await addPerson(testServer, other, { admin: true })).username,
    );
    expect((await page({}, outsider)).count).toBe(2);
    expect(await identifiers({ search: "AC-1002" }, outsider)).toEqual([]);
    const mine = await testServer.call(findOrder, { token, params: { identifier: "AC-1001" } });
    expect(mine.body.site.name).toBe("North Yard");
    for (const endpoint of [findOrder, trackingNumbers]) {
      const foreign = await testServer.call(endpoint, { token, params: { identifier: "THEIRS-1" } });
      const absent = await testServer.call(endpoint, { token, params: { identifier: "NO-SUCH" } });
      const plain = ({ body }: { body: object }) => ({ ...body, request_id: "" });
      expect(foreign.status).toBe(404);
      expect(plain(foreign)).toEqual(plain(absent));
    }
    expect((await page({ po_number: "secret" })).count).toBe(0);
    const suggested = await testServer.call(orderList.suggest, {
      token,
      query: { field: "site", site: "their" },
    });
    expect(suggested.body.results).toEqual([]);
  });

  test("a site that is not theirs hides its orders from lists, counts, suggestions and paths (SEC-002, SEC-012)", async () => {
    const person = await addPerson(testServer, company);
    await assignSite(testServer, south, person.id);
    const regular = await tokenFor(testServer, person.username);
    expect((await page({}, regular)).count).toBe(16);
    expect((await page({ site: "north" }, regular)).count).toBe(0);
    expect((await page({ orderDate_after: "2026-01-01", ordering: "total" }, regular)).count).toBe(16);
    expect((await page({ limit: "100000000000" }, regular)).results).toHaveLength(16);
    const sites = await testServer.call(orderList.suggest, { token: regular, query: { field: "site" } });
    expect(sites.body.results).toEqual(["South Camp"]);
    expect(
      (await testServer.call(findOrder, { token: regular, params: { identifier: "AC-1001" } })).status,
    ).toBe(404);
    expect(
      (await testServer.call(findOrder, { token: regular, params: { identifier: "AC-1000" } })).status,
    ).toBe(200);
  });
});
