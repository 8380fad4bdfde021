import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import { pendingList, pendingSum } from "@mcc/contract/decisions/decisions.api.ts";
import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { orderList, orderSum } from "@mcc/contract/orders/orders.api.ts";
import { views } from "@mcc/contract/views/saved-views.api.ts";
import { createView } from "@mcc/contract/views/views.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addAlert } from "../../testing/alerts.ts";
import { addDocument } from "../../testing/documents.ts";
import { addOrder, addSite, assignSite } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let admin: string;
/** A user of Rig 1 and of Yard. */
let regular: string;
let stranger: string;
let adminName: string;
let regularName: string;
let companyId: number;

/** One order, one document and two alerts for each; the newest is the last. */
const SITES = [
  {
    ...{ name: "Rig 1", locationName: "Cotulla", businessUnit: "Drilling", region: "Texas" },
    ...{ orderedBy: "Ann Lee", requestedBy: "Sam Ito", total: "10.00" },
  },
  {
    ...{ name: "Rig 10", locationName: "Midland", businessUnit: "Drilling", region: "West Texas" },
    ...{ orderedBy: "Ann Leeds", requestedBy: "Sam Ito", total: "20.00" },
  },
  {
    ...{ name: "Camp", locationName: "Williston", businessUnit: "Camps", region: "North Dakota" },
    ...{ orderedBy: "Bo Diaz", requestedBy: "Eve Holm", total: "40.00" },
  },
  {
    ...{ name: 'Yard "B"', locationName: "Dickinson", businessUnit: "Storage", region: "North Dakota" },
    ...{ orderedBy: null, requestedBy: null, total: "80.00" },
  },
];

beforeAll(async () => {
  testServer = await startTestServer();
  const company = await addCompany(testServer, { approvals: true });
  companyId = company;
  const [boss, person] = [
    await addPerson(testServer, company, { admin: true }),
    await addPerson(testServer, company),
  ];
  [adminName, regularName] = [boss.username, person.username];
  admin = await tokenFor(testServer, boss.username);
  regular = await tokenFor(testServer, person.username);
  for (const [n, { orderedBy, requestedBy, total, ...traits }] of SITES.entries()) {
    const site = await addSite(testServer, company, traits);
    if (n === 0 || n === 3) await assignSite(testServer, site, person.id);
    const date = new Date(Date.UTC(2026, 0, 1 + n, 12)).toISOString();
    const people = { orderedBy, requestedBy };
    await addOrder(testServer, site, { ...people, identifier: `A-${n}`, status: "Shipped", total, date });
    await addOrder(testServer, site, {
      ...{ ...people, identifier: `P-${n}`, status: "Pending Approval", total, date },
    });
    await addDocument(testServer, site, { name: `D-${n}`, date });
    for (const user of [boss, person])
      await addAlert(testServer, company, {
        ...{ site: site.id, user: user.id, content: `Alert ${n}`, created: date },
      });
  }
  // Another company has sites of the same names, and one of its own.
  const other = await addCompany(testServer, { approvals: true });
  const colleague = await addPerson(testServer, other, { admin: true });
  stranger = await tokenFor(testServer, colleague.username);
  for (const name of ["Rig 1", "Camp", "Atlantis"]) {
    const site = await addSite(testServer, other, { name });
    await addOrder(testServer, site, { identifier: `B-${name}`, status: "Shipped" });
    await addDocument(testServer, site, { name: `B-${name}` });
    await addAlert(testServer, other, { site: site.id, user: colleague.id, content: `B-${name}` });
  }
});

type Query = Readonly<Record<string, string | number | readonly string[]>>;
const ask = async (path: string, query: Query, token = admin) => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      [value].flat().map((one): [string, string] => [key, String(one)]),
    ),
  );
  const answer = await fetch(`${testServer.address}/api${path}?${search}`, {
    headers: { authorization: `JWT ${token}` },
  });
  const body = (await answer.json()) as { readonly count: number; readonly results: readonly never[] };
  return { status: answer.status, body };
};
type Row = Readonly<Record<"identifier" | "document_name" | "content", string | undefined>>;
const nameOf = ({ identifier, document_name, content }: Row) => identifier ?? document_name ?? content;
const found = async (path: string, query: Query, token = admin) => {
  const { status, body } = await ask(path, query, token);
  expect([status, body.count]).toEqual([200, body.results.length]);
  return body.results.map(nameOf);
};
const orders = (query: Query, token = admin) => found(orderList.path, { status: "Shipped", ...query }, token);
const suggested = async (path: string, query: Query, token = admin) =>
  (await ask(path, query, token)).body.results;

describe("several names", () => {
  test.each([
    ["site", ["Camp", "Yard"], ["A-3", "A-2"]],
    ["site", ['"Rig 1"', '"Camp"'], ["A-2", "A-0"]],
    ["location_name", ["cotulla", '"Midland"'], ["A-1", "A-0"]],
    ["business_unit", ["camps", "storage"], ["A-3", "A-2"]],
    ["region", ['"Texas"', "dakota"], ["A-3", "A-2", "A-0"]],
    ["ordered_by", ['"Ann Lee"', "bo"], ["A-2", "A-0"]],
    ["requested_by", ["Sam", "Eve"], ["A-2", "A-1", "A-0"]],
  ])("of %s find the orders with any of them: %j (WORK-003)", async (key, values, expected) => {
    expect(await orders({ [key]: values })).toEqual(expected);
    const pending = expected.map((identifier) => identifier.replace("A", "P"));
    expect(await found(pendingList.path, { [key]: values })).toEqual(pending);
    // The same in another order, on a page, in a search and without a limit.
    expect(await orders({ [key]: values, ordering: "orderDate" })).toEqual(expected.toReversed());
    expect(await orders({ [key]: values, ordering: "total" })).toEqual(expected.toReversed());
    expect(await orders({ [key]: values, search: "a-" })).toEqual(expected);
    expect(await orders({ [key]: values, limit: ALL_ROWS })).toEqual(expected);
    const second = await ask(orderList.path, { status: "Shipped", [key]: values, limit: 1, offset: 1 });
    expect(second.body).toMatchObject({ count: expected.length, results: [{ identifier: expected[1] }] });
  });

  test("of those who approved find pending orders with an approval of any of them (WORK-003)", async () => {
    const approved = async (identifier: string, name: string) =>
      testServer.sql(
        `insert into order_approvals (company_id, order_id, user_id, name, username)
         select company_id, id, (select min(id) from users where company_id = $1), $3, lower($3)
         from orders where company_id = $1 and identifier = $2`,
        [companyId, identifier, name],
      );
    await approved("P-0", "Kim Roe");
    await approved("P-1", "Kim Roebuck");
    await approved("P-2", "Lou Park");
    const by = (approved_by: string | string[], token = admin) =>
      found(pendingList.path, { approved_by }, token);
    expect(await by("kim roe")).toEqual(["P-1", "P-0"]);
    expect(await by(['"Kim Roe"', "lou"])).toEqual(["P-2", "P-0"]);
    expect(await by(['"kim roe"', "lou"], regular)).toEqual(["P-0"]);
    const query = { field: "approved_by", approved_by: ['"Kim Roe"', "park"] };
    expect(await suggested(pendingList.suggest.path, query)).toEqual(["Kim Roe", "Lou Park"]);
  });

  test("one value finds what contains it, as before (WORK-003)", async () => {
    expect(await orders({ site: "rig 1" })).toEqual(["A-1", "A-0"]);
    expect(await orders({ region: "texas" })).toEqual(["A-1", "A-0"]);
    expect(await orders({ ordered_by: "Ann Lee" })).toEqual(["A-1", "A-0"]);
    expect(await orders({ site: "" })).toHaveLength(4);
    expect(await orders({ site: ["", "camp", ""] })).toEqual(["A-2"]);
    expect(await orders({ site: "%" })).toEqual([]);
  });

  test("in double quotes a value is a whole name, in any case (WORK-003)", async () => {
    expect(await orders({ site: '"rig 1"' })).toEqual(["A-0"]);
    expect(await orders({ site: '"Rig"' })).toEqual([]);
    expect(await orders({ site: '"Yard "B""' }), "quotation marks in the name").toEqual(["A-3"]);
    expect(await orders({ site: 'd "b' }), "or in a part of it").toEqual(["A-3"]);
    expect(await orders({ site: ['"Rig 1"', "rig 10"] })).toEqual(["A-1", "A-0"]);
    expect(await orders({ site: ['"%"', "_"] })).toEqual([]);
  });

  test("work with every other filter, and filters narrow each other (WORK-003)", async () => {
    const two = { site: ['"Rig 1"', '"Camp"'] };
    expect(await orders({ ...two, region: ["texas", "utah"] })).toEqual(["A-0"]);
    expect(await orders({ ...two, ordered_by: ["bo", "ann"], total_min: "20" })).toEqual(["A-2"]);
    expect(await orders({ ...two, orderDate_before: "2026-01-02" })).toEqual(["A-0"]);
    expect(await orders({ ...two, site_region: ["North Dakota"] })).toEqual(["A-2"]);
    expect(await found(orderList.path, { ...two, status: ["Shipped", "Pending Approval"] })).toHaveLength(4);
  });

  test("are summed, exported and suggested like the list (WORK-003)", async () => {
    const two = { site: ['"Rig 1"', '"Camp"'] };
    expect((await ask(orderSum.path, { status: "Shipped", ...two })).body).toEqual({ sum: "50.00" });
    expect((await ask(pendingSum.path, two)).body).toEqual({ sum: "50.00" });
    expect(await found(pendingList.path, { ...two, limit: ALL_ROWS })).toEqual(["P-2", "P-0"]);
    const { path } = orderList.suggest;
    expect(await suggested(path, { field: "region", ...two })).toEqual(["North Dakota", "Texas"]);
    expect(await suggested(path, { field: "site" })).toEqual(["Camp", "Rig 1", "Rig 10", 'Yard "B"']);
    expect(await suggested(path, { field: "site", site: ['"Rig 1"', "yard"] })).toEqual([
      "Rig 1",
      'Yard "B"',
    ]);
    expect(await suggested(path, { field: "ordered_by", ordered_by: "lee" })).toEqual([
      "Ann Lee",
      "Ann Leeds",
    ]);
  });

  test("find documents by the site they belong to, and export them (WORK-003)", async () => {
    const { path } = documentList;
    expect(await found(path, { site: ['"Rig 1"', "camp"] })).toEqual(["D-2", "D-0"]);
    expect(await found(path, { site: "rig 1" })).toEqual(["D-1", "D-0"]);
    expect(await found(path, { business_unit: ["camps", "storage"] })).toEqual(["D-3", "D-2"]);
    expect(await found(path, { region: ['"Texas"'], location_name: ["cotulla", "midland"] })).toEqual([
      "D-0",
    ]);
    expect(await found(path, { site: ["camp", "rig"], search: "d-", limit: ALL_ROWS })).toEqual([
      ...["D-2", "D-1", "D-0"],
    ]);
    expect(await found(path, { ordering: "site" })).toEqual(["D-2", "D-0", "D-1", "D-3"]);
    expect(await found(path, { ordering: "-region", site: ["rig", "camp"] })).toEqual(["D-1", "D-0", "D-2"]);
    expect(await suggested(documentList.suggest.path, { field: "site", region: "dakota" })).toEqual([
      ...["Camp", 'Yard "B"'],
    ]);
    const { body } = await ask(path, { site: '"Camp"' });
    const site = { name: "Camp", location_name: "Williston", business_unit: "Camps", region: "North Dakota" };
    expect(body.results).toMatchObject([{ site }]);
  });

  test("find alerts by site and by person (WORK-003)", async () => {
    const { path } = alertList;
    const [rig, camp] = ['"Rig 1"', '"Camp"'];
    expect(await found(path, { site: [rig, camp], user: `"${adminName}"` })).toEqual(["Alert 2", "Alert 0"]);
    expect(await found(path, { site: [rig], user: [adminName, regularName] })).toHaveLength(2);
    expect(await found(path, { site: "rig 1", user: adminName })).toEqual(["Alert 1", "Alert 0"]);
    expect(await found(path, { site: [rig, camp], user: adminName, limit: ALL_ROWS })).toHaveLength(2);
    expect(await suggested(alertList.suggest.path, { field: "site", site: [rig, "yard"] })).toEqual([
      ...["Rig 1", 'Yard "B"'],
    ]);
  });
});

describe("the scope holds for every value", () => {
  const all = ["rig", '"Camp"', "yard", "Atlantis", '"Atlantis"'];

  test("a user finds and is suggested what their own sites have (WORK-003)", async () => {
    expect(await orders({ site: all }, regular)).toEqual(["A-3", "A-0"]);
    expect(await orders({ site: ['"Camp"', '"Rig 10"'] }, regular)).toEqual([]);
    expect(await found(documentList.path, { site: all }, regular)).toEqual(["D-3", "D-0"]);
    expect(await found(alertList.path, { site: all }, regular)).toEqual(["Alert 3", "Alert 0"]);
    expect(await found(alertList.path, { user: [adminName, "x"] }, regular)).toEqual([]);
    for (const { suggest } of [orderList, documentList, alertList])
      expect(await suggested(suggest.path, { field: "site", site: all }, regular)).toEqual([
        ...["Rig 1", 'Yard "B"'],
      ]);
    expect((await ask(orderSum.path, { status: "Shipped", site: all }, regular)).body).toEqual({
      sum: "90.00",
    });
  });

  test("values of another company find nothing, and those it shares find one's own (WORK-003)", async () => {
    expect(await orders({ site: ["Atlantis", '"Atlantis"'] })).toEqual([]);
    expect(await orders({ site: all }, stranger)).toHaveLength(3);
    for (const { path } of [orderList, documentList, alertList])
      expect(await found(path, { site: ['"Rig 1"', '"Rig 10"'] }, stranger)).toEqual(["B-Rig 1"]);
    expect(await suggested(orderList.suggest.path, { field: "site", site: all })).not.toContain("Atlantis");
  });
});

describe("what is refused", () => {
  const many = Array.from({ length: 51 }, (_, at) => `"Site ${at}"`);

  test.each([orderList, pendingList, documentList, alertList])(
    "by $name: more than 50 values, and values that are no names (WORK-003)",
    async ({ path, suggest }) => {
      const tooMany = { status: 400, body: { site: ["This can't have more than 50 values."] } };
      expect(await ask(path, { site: many })).toMatchObject(tooMany);
      expect(await ask(suggest.path, { field: "site", site: many })).toMatchObject(tooMany);
      expect((await ask(path, { site: many.slice(1) })).status).toBe(200);
      for (const value of ["x".repeat(256), `"${"x".repeat(256)}"`])
        expect(await ask(path, { site: [value, "Camp"] })).toMatchObject({
          ...{ status: 400, body: { site: ["This can't be longer than 255 characters."] } },
        });
      expect((await ask(path, { site: `"${"x".repeat(255)}"` })).status).toBe(200);
      expect((await ask(path, { site: ["a\u0000b"] })).status).toBe(400);
    },
  );
});

test("a view stores the names and opens with them (WORK-003)", async () => {
  const filters = { site: ['"Rig 1"', '"Camp"'], region: `"${"x".repeat(255)}"` };
  const params = { list: "orders" } as const;
  const body = { name: "Two sites", columns: ["site", "total"], filters };
  expect((await testServer.call(createView, { token: admin, params, body: body as never })).status).toBe(200);
  const { results } = (await testServer.call(views, { token: admin, params })).body;
  expect(results.map((view) => view.filters)).toEqual([filters]);
  expect(await orders({ site: filters.site })).toEqual(["A-2", "A-0"]);
});
