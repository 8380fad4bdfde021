import { approvalNodes } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { roles } from "@mcc/contract/roles/roles.api.ts";
import { allSites } from "@mcc/contract/sites/sites.api.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addDocument } from "../../testing/documents.ts";
import { addOrder, addSite } from "../../testing/orders.ts";
import { addCompany, addPerson, addRole, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

/** As a reader looks for them. Byte by byte, "ann" stands behind "Zoe", "Émile" behind both, and 10 before 2. */
const IN_ORDER = ["Ábel", "ann", "Bea", "Émile", "Erik", "Site 2", "site 10", "Zoe"];
const NAMES = ["Zoe", "ann", "site 10", "Émile", "Site 2", "Bea", "Ábel", "Erik"];

let testServer: TestServer;
let token: string;
let admin: number;
let group: number;

beforeAll(async () => {
  testServer = await startTestServer();
  const company = await addCompany(testServer, { approvals: true, hierarchy: true });
  const addGroup = "insert into organization_groups (company_id, name) values ($1, $2) returning id";
  const addNode =
    "insert into organization_nodes (company_id, group_id, name, parent_id) values ($1, $2, $3, $4) returning id";
  const top = await idOf(addNode, [company, await idOf(addGroup, [company, "Top"]), "zz", null]);
  group = await idOf(addGroup, [company, "Area"]);
  for (const name of NAMES) {
    const nodeId = await idOf(addNode, [company, group, name, top]);
    const place = { name, locationName: name, businessUnit: name, region: name, nodeId };
    const site = await addSite(testServer, company, place);
    const people = { orderedBy: name, requestedBy: name };
    const order = await addOrder(testServer, site, { ...people, po: name, status: "Pending Approval" });
    await addDocument(testServer, site, { name });
    await addRole(testServer, company, { name });
    const { id } = await addPerson(testServer, company, { username: name, firstName: name, lastName: "" });
    await testServer.sql(
      "insert into order_approvals (company_id, order_id, user_id, username, name) values ($1, $2, $3, $4, $4)",
      [company, order.id, id, name],
    );
  }
  const { id, username } = await addPerson(testServer, company, { admin: true, firstName: "zz" });
  admin = id;
  token = await tokenFor(testServer, username);
});

const idOf = async (statement: string, values: unknown[]): Promise<number> =>
  Number((await testServer.sql<{ id: number }>(statement, values))[0]?.id);

type Row = Awaited<ReturnType<typeof pageOf>>[number];
const pageOf = async ({ page }: typeof pendingList | typeof orderList, query: Record<string, string>) =>
  (await testServer.call(page, { token, query: query as never })).body.results;

/** Nothing, what the rollups can count, and what only the rows can tell: each is a way of its own. */
const FILTERS: readonly Record<string, string>[] = [
  {},
  { orderDate_after: "2026-01-01" },
  { identifier: "o" },
];
const SHOWN: Readonly<Record<string, (row: Row) => unknown>> = {
  site: ({ site }) => site.name,
  location_name: ({ site }) => site.location_name,
  business_unit: ({ site }) => site.business_unit,
  region: ({ site }) => site.region,
  ordered_by: (row) => row.ordered_by,
  requested_by: (row) => row.requested_by,
  approved_by: (row) => row.approved_by[0]?.name,
};

describe("names stand as people look for them", () => {
  test.each(Object.entries(SHOWN))("in orders sorted by %s, both ways (TABLE-028)", async (key, shown) => {
    for (const list of key === "approved_by" ? [pendingList] : [pendingList, orderList]) {
      for (const filter of FILTERS) {
        expect((await pageOf(list, { ordering: key, ...filter })).map(shown)).toEqual(IN_ORDER);
        const down = await pageOf(list, { ordering: `-${key}`, ...filter });
        expect(down.map(shown)).toEqual(IN_ORDER.toReversed());
      }
    }
  });

  test.each([...Object.keys(SHOWN), "po_number"])("in suggestions of %s (TABLE-008)", async (field) => {
    for (const query of [{ field }, { field, orderDate_after: "2026-01-01" }]) {
      const { body } = await testServer.call(pendingList.suggest, { token, query: query as never });
      expect(body.results).toEqual(IN_ORDER);
    }
  });

  test("in documents sorted by name, both ways, and in their suggestions (DOC-017)", async () => {
    const sorted = async (ordering: string) =>
      (await testServer.call(documentList.page, { token, query: { ordering } })).body.results.map(
        ({ document_name }) => document_name,
      );
    expect(await sorted("document_name")).toEqual(IN_ORDER);
    expect(await sorted("-document_name")).toEqual(IN_ORDER.toReversed());
    const { body } = await testServer.call(documentList.suggest, {
      token,
      query: { field: "document_name" },
    });
    expect(body.results).toEqual(IN_ORDER);
  });

  test("in every list that people choose from", async () => {
    const namesOf = async (endpoint: typeof allSites | typeof nodeList.page | typeof roles) =>
      (await testServer.call(endpoint, { token, query: {} as never })).body.results.map(({ name }) => name);
    expect(await namesOf(allSites)).toEqual(IN_ORDER);
    expect(await namesOf(nodeList.page)).toEqual([...IN_ORDER, "zz"]);
    expect(await namesOf(roles)).toEqual(IN_ORDER);
    const users = (await testServer.call(userList.litePage, { token, query: { liteVersion: "true" } })).body
      .results;
    expect(users.map(({ first_name }) => first_name)).toEqual([...IN_ORDER, "zz"]);
    const nodes = (await testServer.call(approvalNodes, { token, params: { userId: admin } })).body;
    expect(nodes.map(({ name }) => name)).toEqual([...IN_ORDER, "zz"]);
    const grouped = await testServer.call(orderList.suggest, {
      token,
      query: { field: `group_${group}` } as never,
    });
    expect(grouped.body.results).toEqual(IN_ORDER);
  });
});

test("names that differ in case alone stay two, each with its own orders (TABLE-028)", async () => {
  const company = await addCompany(testServer);
  const site = await addSite(testServer, company);
  for (const orderedBy of ["Anna", "anna", "Anna", "anna"]) await addOrder(testServer, site, { orderedBy });
  const as = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
  const ask = { token: as, query: { ordering: "ordered_by" } };
  const { results } = (await testServer.call(orderList.page, ask)).body;
  expect(results.map(({ ordered_by }) => ordered_by)).toEqual(["anna", "anna", "Anna", "Anna"]);
  const { body } = await testServer.call(orderList.suggest, { token: as, query: { field: "ordered_by" } });
  expect(body.results).toEqual(["anna", "Anna"]);
});
