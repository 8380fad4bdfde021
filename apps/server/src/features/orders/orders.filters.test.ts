import { pendingList, pendingSum } from "@mcc/contract/decisions/decisions.api.ts";
import type { ListParams } from "@mcc/contract/kit/list.ts";
import { orderList, orderSum } from "@mcc/contract/orders/orders.api.ts";
import type { OrderStatus } from "@mcc/contract/orders/orders.schema.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addOrder, addSite, assignSite } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let admin: string;
let regular: string;

/** Ten orders, the newest first. */
const ORDERS: readonly [status: OrderStatus, payment: "Paid" | "Not Paid" | null, total: string][] = [
  ["Shipped", "Paid", "10.00"],
  ["Delivered", "Paid", "20.10"],
  ["Shipped", "Not Paid", "20.20"],
  ["Rejected", null, "99.99"],
  ["Pending Approval", null, "100.00"],
  ["Pending Approval", "Not Paid", "100.01"],
  ["Delivered", "Not Paid", "250.50"],
  ["Canceled", null, "0.00"],
  ["Shipped", "Paid", "1000000000.10"],
  ["Delivered", "Paid", "1000000000.20"],
];

beforeAll(async () => {
  testServer = await startTestServer();
  const company = await addCompany(testServer, { approvals: true });
  admin = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
  const person = await addPerson(testServer, company);
  regular = await tokenFor(testServer, person.username);
  const [north, south] = [
    await addSite(testServer, company, { name: "North", region: "Alberta" }),
    await addSite(testServer, company, { name: "South", region: "Texas" }),
  ];
  await assignSite(testServer, south, person.id);
  for (const [n, [status, payment, total]] of ORDERS.entries()) {
    await addOrder(testServer, n % 2 ? south : north, {
      identifier: `A-${n}`,
      status,
      payment,
      total,
      date: new Date(Date.UTC(2026, 0, 1 + n, 12)).toISOString(),
    });
  }
  // Another company has everything, too.
  const other = await addSite(testServer, await addCompany(testServer), { name: "North" });
  await addOrder(testServer, other, { identifier: "B-1", status: "Shipped", total: "5.00" });
});

/** As an address has them: a parameter for each value. */
const search = (filters: ListParams): string =>
  new URLSearchParams(
    Object.entries(filters).flatMap(([key, value]) =>
      [value].flat().map((one): [string, string] => [key, String(one)]),
    ),
  ).toString();
const ask = async (path: string, filters: ListParams, token: string) => {
  const answer = await fetch(`${testServer.address}/api${path}?${search(filters)}`, {
    headers: { authorization: `JWT ${token}` },
  });
  return { status: answer.status, body: (await answer.json()) as never };
};
interface Page {
  readonly count: number;
  readonly results: readonly { readonly identifier: string }[];
}
const found = async (filters: ListParams, token = admin, path: string = orderList.path) => {
  const { count, results }: Page = (await ask(path, filters, token)).body;
  expect(count).toBe(results.length);
  return results.map(({ identifier }) => Number(identifier.slice(2)));
};
const sumOf = async (filters: ListParams, token = admin, path: string = orderSum.path) =>
  (await ask(path, filters, token)).body;

describe("exact names of sites", () => {
  test("find the orders of exactly these sites, with their sum, within what the user sees", async () => {
    expect(await found({ site_name: "South" })).toEqual([9, 7, 5, 3, 1]);
    expect(await found({ site_name: ["South", "North"], status: "Rejected" })).toEqual([3]);
    expect(await found({ site_name: "South", site_region: "Alberta" })).toEqual([]);
    expect(await found({ site_region: "Alberta", status: "Shipped" })).toEqual([8, 2, 0]);
    expect(await sumOf({ site_region: "Alberta", status: "Delivered" })).toEqual({ sum: "250.50" });
    for (const part of ["Sout", "south", "%", "South North"])
      expect(await found({ site_name: part }), part).toEqual([]);
    expect(await found({ site_name: "North" }, regular)).toEqual([]);
    expect(await found({ site_name: "South" }, regular)).toEqual([9, 7, 5, 3, 1]);
  });
});

describe("several values of a choice", () => {
  test("find the orders with any of them, newest first, and in every order (LIST-009)", async () => {
    expect(await found({ status: ["Shipped", "Rejected"] })).toEqual([8, 3, 2, 0]);
    expect(await found({ status: ["4", "Shipped", "8"] }), "by code, each once").toEqual([8, 3, 2, 0]);
    expect(await found({ status: "Delivered" }), "one is sent as before").toEqual([9, 6, 1]);
    expect(await found({ status: ["Shipped", "Delivered"], ordering: "orderDate" })).toEqual([
      0, 1, 2, 6, 8, 9,
    ]);
    expect(await found({ status: ["Shipped", "Delivered"], ordering: "-total" })).toEqual([9, 8, 6, 2, 1, 0]);
    expect(await found({ status: ["Shipped", "Canceled"], ordering: "status" })).toEqual([7, 0, 2, 8]);
    const { body } = await ask(
      orderList.path,
      { status: ["Shipped", "Delivered"], limit: 2, offset: 2 },
      admin,
    );
    expect(body).toMatchObject({ count: 6, results: [{ identifier: "A-6" }, { identifier: "A-2" }] });
  });

  test("work with every other filter (LIST-009)", async () => {
    const two = { status: ["Shipped", "Delivered"] };
    expect(await found({ ...two, payment_status: "Paid" })).toEqual([9, 8, 1, 0]);
    expect(await found({ ...two, payment_status: ["Paid", "Not Paid"], search: "a-" })).toEqual([
      9, 8, 6, 2, 1, 0,
    ]);
    expect(await found({ ...two, orderDate_after: "2026-01-03", orderDate_before: "2026-01-09" })).toEqual([
      8, 6, 2,
    ]);
    expect(await found({ ...two, orderDate_after: "2026-01-03T12:00:00Z" })).toEqual([9, 8, 6, 2]);
    expect(await found({ ...two, region: "tex" })).toEqual([9, 1]);
    expect(await found(two, regular), "within the sites one sees").toEqual([9, 1]);
    expect(await found({ status: ["Pending Approval", "Shipped"] }, admin, pendingList.path)).toEqual([5, 4]);
    expect(await found({ status: ["Shipped", "Delivered"] }, admin, pendingList.path)).toEqual([]);
  });

  test("are refused where one of them is unknown (LIST-009, API-006)", async () => {
    expect(await ask(orderList.path, { status: ["Shipped", "Lost"] }, admin)).toMatchObject({
      status: 400,
      body: { status: [expect.stringContaining("This must be one of Accepted")] },
    });
  });

  test("their suggestions are those that occur under the other filters", async () => {
    const suggested = async (filters: ListParams, token = admin) =>
      ((await ask(orderList.suggest.path, filters, token)).body as { results: string[] }).results;
    expect(await suggested({ field: "status" })).toEqual([
      "Pending Approval",
      "Shipped",
      "Delivered",
      "Canceled",
      "Rejected",
    ]);
    expect(await suggested({ field: "status", payment_status: "Paid" })).toEqual(["Shipped", "Delivered"]);
    expect(
      await suggested({ field: "status", status: "Shipped", total_min: "100", total_max: "300" }),
    ).toEqual(["Pending Approval", "Delivered"]);
    expect(await suggested({ field: "payment_status", search: "a-3" })).toEqual([]);
    expect(await suggested({ field: "payment_status", status: ["Shipped", "Rejected"] })).toEqual([
      "Paid",
      "Not Paid",
    ]);
    expect(await suggested({ field: "status" }, regular)).toEqual([
      "Pending Approval",
      "Delivered",
      "Canceled",
      "Rejected",
    ]);
  });
});

describe("a range of totals", () => {
  test("has both its ends in it, and either can be open (LIST-011)", async () => {
    expect(await found({ total_min: "20.10", total_max: "100.00" })).toEqual([4, 3, 2, 1]);
    expect(await found({ total_min: "20.11", total_max: "99.99" })).toEqual([3, 2]);
    expect(await found({ total_max: "10" })).toEqual([7, 0]);
    expect(await found({ total_min: "1000000000.11" })).toEqual([9]);
    expect(await found({ total_min: "100", total_max: "100" })).toEqual([4]);
    expect(await found({ total_min: "20", total_max: "300", ordering: "-total" })).toEqual([
      6, 5, 4, 3, 2, 1,
    ]);
    expect(await found({ total_min: "20", status: ["Shipped", "Delivered"], ordering: "total" })).toEqual([
      1, 2, 6, 8, 9,
    ]);
    expect(await found({ total_min: "20", total_max: "300" }, regular)).toEqual([5, 3, 1]);
    expect(await found({ total_max: "100" }, admin, pendingList.path)).toEqual([4]);
  });

  test("that ends before it begins, or is no amount, is a field error (LIST-011)", async () => {
    const refused = async (filters: ListParams) => {
      const { status, body } = await ask(orderList.path, filters, admin);
      return [status, ...Object.keys(body)];
    };
    expect(await refused({ total_min: "10.01", total_max: "10" })).toEqual([400, "total_max"]);
    expect(await refused({ total_min: "ten" })).toEqual([400, "total_min"]);
    expect(await refused({ total_max: "1.234" })).toEqual([400, "total_max"]);
  });
});

describe("the sum of the totals", () => {
  test("is exact, of everything that the filters find (LIST-008)", async () => {
    expect(await sumOf({})).toEqual({ sum: "2000000601.10" });
    expect(await sumOf({ status: ["Shipped", "Rejected"] })).toEqual({ sum: "1000000130.29" });
    expect(await sumOf({ orderDate_after: "2026-01-02", orderDate_before: "2026-01-03" })).toEqual({
      sum: "40.30",
    });
    expect(
      await sumOf({ orderDate_after: "2026-01-02T12:00:00Z", orderDate_before: "2026-01-03T12:00:00Z" }),
    ).toEqual({
      sum: "40.30",
    });
    expect(await sumOf({ total_min: "100", total_max: "300" })).toEqual({ sum: "450.51" });
    expect(await sumOf({ search: "a-9" })).toEqual({ sum: "1000000000.20" });
    expect(await sumOf({ search: "nothing like it" })).toEqual({ sum: "0.00" });
    expect(await sumOf({}, regular), "of the sites one sees").toEqual({ sum: "1000000220.30" });
    expect(await sumOf({}, admin, pendingSum.path)).toEqual({ sum: "200.01" });
    expect(await sumOf({ status: "Shipped" }, admin, pendingSum.path)).toEqual({ sum: "0.00" });
  });

  test("takes the filters of the list and nothing else (API-006)", async () => {
    for (const query of [{ ordering: "total" }, { limit: "1" }, { nonsense: "1" }, { group_4: "North" }]) {
      expect((await ask(orderSum.path, query, admin)).status).toBe(400);
    }
  });
});
