import { documentList, orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addDocument } from "../../testing/documents.ts";
import { addOrder, addSite, assignSite, type Site } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let company: number;
let token: string;
let north: Site;
let south: Site;
/** O-0 to O-24, one document each, a day apart; every fifth of the south. */
const orders = new Map<string, { id: number; identifier: string }>();

beforeAll(async () => {
  testServer = await startTestServer();
  company = await addCompany(testServer);
  token = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
  north = await addSite(testServer, company, { name: "North" });
  south = await addSite(testServer, company, { name: "South" });
  for (let n = 0; n < 25; n++) {
    const site = n % 5 ? north : south;
    const order = await addOrder(testServer, site, { identifier: `O-${n}` });
    orders.set(order.identifier, order);
    await addDocument(testServer, site, {
      name: `Ørder "${n}" 100%.pdf`,
      type: DOCUMENT_TYPES[n % 7],
      order,
      po: n % 2 ? `PO-${n}` : null,
      afe: n % 3 ? null : `AFE-${n}`,
      date: new Date(Date.UTC(2026, 0, n + 1)).toISOString(),
    });
  }
});

const ask = (query: Record<string, string | string[]> = {}, as = token) =>
  testServer.call(documentList.page, { token: as, query });
const page = async (query: Record<string, string | string[]> = {}, as = token) => (await ask(query, as)).body;
const namesOf = async (query: Record<string, string>) =>
  (await page(query)).results.map(({ order_identifier }) => order_identifier);

describe("the repository", () => {
  test("returns the newest 20 with count and links (DOC-003, DOC-008, DOC-017)", async () => {
    const first = await page();
    expect(first).toMatchObject({ count: 25, previous: null });
    expect(first.results).toHaveLength(20);
    expect(first.results[0]?.order_identifier).toBe("O-24");
    const second = await page(Object.fromEntries(new URL(first.next ?? "").searchParams));
    expect(second.results.map(({ order_identifier }) => order_identifier)).toEqual([
      "O-4",
      "O-3",
      "O-2",
      "O-1",
      "O-0",
    ]);
    expect(second.next).toBeNull();
  });

  test("returns every field of a document (DOC-031)", async () => {
    const [row] = (await page({ order_identifier: "O-21" })).results;
    expect(row).toEqual({
      id: expect.any(Number),
      document_name: 'Ørder "21" 100%.pdf',
      document_class: 1,
      document_class_name: "Order document",
      document_type: 1,
      document_type_name: "Invoice",
      order_identifier: "O-21",
      po_number: "PO-21",
      afe_number: "AFE-21",
      invoice_number: null,
      tracking_number: null,
      order_date: "2026-01-22T00:00:00.000Z",
      created_date: expect.stringMatching(/Z$/),
      modified_date: expect.stringMatching(/Z$/),
      site: {
        ...{ id: north.id, name: "North", location_name: null, business_unit: null, region: null },
        groups: [],
      },
      file_name: 'Ørder "21" 100%.pdf',
      content_type: "application/pdf",
      size: expect.any(Number),
      download_url: expect.stringMatching(/^http:\/\/portal\.test\/files\//),
    });
  });

  test("filters by name, type, order, PO, AFE and date (DOC-017)", async () => {
    expect((await page({ document_name: 'ØRDER "7"' })).count).toBe(1);
    expect((await page({ document_name: "100%" })).count).toBe(25);
    expect((await page({ document_name: "100_" })).count).toBe(0);
    expect((await page({ document_type: "packing" })).count).toBe(4);
    expect((await page({ document_type: "2" })).count, "a type by its code").toBe(4);
    expect((await page({ document_type: ["2", "Certificate", "Packing Slip"] })).count).toBe(8);
    expect((await page({ order_identifier: "o-1" })).count).toBe(11);
    expect((await page({ po_number: "po-1" })).count).toBe(6);
    expect((await page({ afe_number: "fe-2" })).count).toBe(2);
    expect((await page({ po_number: "AFE" })).count).toBe(0); // its own column, not the others
    expect((await page({ search: "afe-21" })).count).toBe(1);
    expect((await page({ orderDate_after: "2026-01-10", orderDate_before: "2026-01-11" })).count).toBe(2);
    expect((await page({ document_type: "invoice", po_number: "po" })).count).toBe(2);
    const refused: Record<string, string>[] = [
      { nonsense: "1" },
      { ordering: "size" },
      { orderDate_after: "soon" },
      { offset: "-1" },
      { document_type: "no such type" },
      { document_type: "8" },
    ];
    for (const bad of refused) expect((await ask(bad)).status).toBe(400);
  });

  test("sorts by every column in both directions, and pages through any of them without a gap (DOC-017)", async () => {
    for (const ordering of [
      "document_name",
      "document_type",
      "order_identifier",
      "po_number",
      "afe_number",
      "order_date",
    ] as const) {
      const { results } = await page({ ordering, limit: "25" });
      const up = results.map(({ order_identifier }) => order_identifier);
      const [missing, known] = [true, false].map((isMissing) =>
        up.filter((_, at) => (results[at]?.[ordering] === null) === isMissing).toReversed(),
      ) as [string[], string[]];
      expect(await namesOf({ ordering: `-${ordering}`, limit: "25" })).toEqual([...known, ...missing]);
      const pages = await Promise.all(
        [0, 10, 20].map((offset) => namesOf({ ordering, limit: "10", offset: String(offset) })),
      );
      expect(pages.flat()).toEqual(up);
      expect(new Set(up).size).toBe(25);
    }
    const types = (await page({ ordering: "document_type", limit: "25" })).results.map(
      (row) => row.document_type_name,
    );
    expect(types).toEqual(types.toSorted());
    expect(new Set(types)).toEqual(new Set(DOCUMENT_TYPES));
  });

  test("has the seven types (DOC-034)", async () => {
    const { body } = await testServer.call(documentList.suggest, {
      token,
      query: { field: "document_type" },
    });
    expect(body.results).toEqual([
      "Invoice",
      "Packing Slip",
      "Proof of Delivery",
      "Certificate",
      "Material Test Report",
      "Quote",
      "Other",
    ]);
  });

  test("suggests values of one field under the filters in force (DOC-019)", async () => {
    const suggest = async (query: Record<string, string>) =>
      (await testServer.call(documentList.suggest, { token, query })).body.results;
    expect(await suggest({ field: "document_type", document_name: "zzzz" })).toEqual([]);
    expect(await suggest({ field: "document_type", po_number: "PO-19" })).toEqual(["Quote"]);
    // Further types can be chosen beside the chosen ones.
    expect(await suggest({ field: "document_type", po_number: "PO-19", document_type: "inv" })).toEqual([
      "Quote",
    ]);
    expect(await suggest({ field: "po_number", po_number: "po-2" })).toEqual(["PO-21", "PO-23"]);
    expect(await suggest({ field: "po_number", document_type: "Quote" })).toEqual(["PO-5", "PO-19"]);
    expect(await suggest({ field: "order_identifier" })).toHaveLength(10);
    expect((await testServer.call(documentList.suggest, { token, query: { field: "size" } })).status).toBe(
      400,
    );
  });

  test("without pagination, streams all documents (API-007)", async () => {
    const { body } = await ask({ limit: String(ALL_ROWS), ordering: "document_type" });
    expect(body.results).toHaveLength(25);
    expect(body).toMatchObject({ count: 25, next: null });
    expect(body.results.map((row) => row.id)).toEqual(
      (await page({ limit: "25", ordering: "document_type" })).results.map((row) => row.id),
    );
  });
});

describe("the documents of one order", () => {
  const ofOrder = (identifier: string, query: Record<string, string> = {}, as = token) =>
    testServer.call(orderDocumentList.page, { token: as, params: { identifier }, query });

  test("are listed, filtered and suggested like the repository (DOC-018, DOC-019)", async () => {
    const order = orders.get("O-3") as { id: number; identifier: string };
    await addDocument(testServer, north, {
      name: "Second.pdf",
      type: "Quote",
      order,
      date: "2020-01-01T00:00:00Z",
    });
    const { body } = await ofOrder("O-3");
    expect(body.results.map((row) => row.document_name)).toEqual(['Ørder "3" 100%.pdf', "Second.pdf"]);
    expect((await ofOrder("O-3", { document_type: "quote" })).body.count).toBe(1);
    expect((await ofOrder("O-3", { ordering: "order_date", limit: "1" })).body).toMatchObject({
      count: 2,
      results: [{ document_name: "Second.pdf" }],
    });
    const suggested = await testServer.call(orderDocumentList.suggest, {
      token,
      params: { identifier: "O-3" },
      query: { field: "document_name" },
    });
    expect(suggested.body.results).toEqual(['Ørder "3" 100%.pdf', "Second.pdf"]);
    await testServer.sql("delete from documents where document_name = 'Second.pdf'");
  });

  test("of an order that is hidden, another company's or absent are not found, with the same response (SEC-001, SEC-002)", async () => {
    const person = await addPerson(testServer, company);
    await assignSite(testServer, north, person.id);
    const theirs = await tokenFor(testServer, person.username);
    const outsider = await addPerson(testServer, await addCompany(testServer), { admin: true });
    const foreign = await tokenFor(testServer, outsider.username);
    const answers = [
      await ofOrder("O-5", {}, theirs), // of the south
      await ofOrder("O-3", {}, foreign),
      await ofOrder("no-such-order", {}, theirs),
      await testServer.call(orderDocumentList.suggest, {
        token: theirs,
        params: { identifier: "O-5" },
        query: { field: "document_name" },
      }),
    ];
    const bodies = answers.map(({ status, body }) => ({ status, ...body, request_id: "" }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]?.status).toBe(404);
    expect((await ofOrder("O-3", {}, theirs)).body.count).toBe(1);
  });
});

describe("the users who see a site, and no others, see its documents", () => {
  test("in a search for two characters of any alphabet, and in its export (SEC-003 partly)", async () => {
    const another = await addCompany(testServer);
    const admin = await addPerson(testServer, another, { admin: true });
    const person = await addPerson(testServer, another);
    const [own, other] = [await addSite(testServer, another), await addSite(testServer, another)];
    await assignSite(testServer, own, person.id);
    await addDocument(testServer, other, { name: "Ωδ7 plan.pdf" });
    const [all, theirs] = [
      await tokenFor(testServer, admin.username),
      await tokenFor(testServer, person.username),
    ];
    for (const limit of ["20", String(ALL_ROWS)]) {
      expect((await page({ search: "δ7", limit }, theirs)).results).toEqual([]);
      const found = await page({ search: "δ7", limit }, all);
      expect([found.count, found.results.length]).toEqual([1, 1]);
    }
  });

  test("in lists, counts and suggestions (SEC-003, SEC-012)", async () => {
    const person = await addPerson(testServer, company);
    await assignSite(testServer, north, person.id);
    const theirs = await tokenFor(testServer, person.username);
    expect((await page({}, theirs)).count).toBe(20);
    expect((await page({ search: "o-" }, theirs)).count).toBe(20);
    for (const ordering of ["-order_date", "document_type", "po_number"]) {
      const rows = (await page({ ordering, limit: "100" }, theirs)).results;
      expect(new Set(rows.map(({ site }) => site.id))).toEqual(new Set([north.id]));
      expect(rows).toHaveLength(20);
    }
    const suggested = async (as: string) =>
      (
        await testServer.call(documentList.suggest, {
          token: as,
          query: { field: "po_number", po_number: "po-5" },
        })
      ).body.results;
    expect(await suggested(token)).toEqual(["PO-5"]);
    expect(await suggested(theirs)).toEqual([]); // O-5 is of the south
    const outsider = await addPerson(testServer, await addCompany(testServer), { admin: true });
    const foreign = await tokenFor(testServer, outsider.username);
    expect((await page({}, foreign)).count).toBe(0);
    expect((await page({ limit: String(ALL_ROWS) }, foreign)).results).toEqual([]);
    expect(await suggested(foreign)).toEqual([]);
  });

  test("also when their order moves to another site (SEC-012)", async () => {
    const there = await addSite(testServer, company, { name: "There" });
    const person = await addPerson(testServer, company);
    await assignSite(testServer, there, person.id);
    const theirs = await tokenFor(testServer, person.username);
    const order = await addOrder(testServer, north, { identifier: "Wanderer" });
    await addDocument(testServer, north, { name: "Wanders along.pdf", order });
    expect((await page({}, theirs)).count).toBe(0);
    await testServer.sql(
      "update orders set site_id = $1, site_snapshot_id = $2 where identifier = 'Wanderer'",
      [there.id, there.snapshot],
    );
    expect((await page({}, theirs)).results.map((row) => row.document_name)).toEqual(["Wanders along.pdf"]);
    await testServer.sql("delete from documents where document_name = 'Wanders along.pdf'");
  });
});

test("a company without a hierarchy has no groups to filter by", async () => {
  for (const list of [documentList, orderList]) {
    for (const [endpoint, query, field] of [
      [list.page, { group_1: "x" }, "group_1"],
      [list.page, { group_1: "x", limit: String(ALL_ROWS) }, "group_1"],
      [list.suggest, { field: "group_1" }, "field"],
    ] as const) {
      expect(await testServer.call(endpoint, { token, query })).toMatchObject({
        status: 400,
        body: { [field]: ["Unknown parameter."] },
      });
    }
  }
});

test("in a company with a hierarchy each row has its groups, and a group filters by its node", async () => {
  const tree = await addCompany(testServer, { hierarchy: true });
  const [top, group] = await testServer.sql<{ id: number }>(
    "insert into organization_groups (company_id, name) values ($1, 'Corporate'), ($1, 'Region') returning id",
    [tree],
  );
  const addNode = async (name: string, of: typeof top, parent: number | null) => {
    const [node] = await testServer.sql<{ id: number }>(
      "insert into organization_nodes (company_id, parent_id, group_id, name) values ($1, $2, $3, $4) returning id",
      [tree, parent, of?.id, name],
    );
    return Number(node?.id);
  };
  const root = await addNode("Root", top, null);
  const east = await addSite(testServer, tree, {
    name: "East yard",
    nodeId: await addNode("East", group, root),
  });
  const west = await addSite(testServer, tree, {
    name: "West yard",
    nodeId: await addNode("West", group, root),
  });
  await addDocument(testServer, east, { name: "East.pdf" });
  await addDocument(testServer, west, { name: "West.pdf" });
  const admin = await tokenFor(testServer, (await addPerson(testServer, tree, { admin: true })).username);
  const key = `group_${group?.id}`;
  const { results } = await page({ [key]: "East" }, admin);
  expect(results.map((row) => [row.document_name, row.site.groups])).toEqual([
    [
      "East.pdf",
      [
        { id: Number(top?.id), name: "Corporate", node: "Root" },
        { id: Number(group?.id), name: "Region", node: "East" },
      ],
    ],
  ]);
  const nodes = await testServer.call(documentList.suggest, { token: admin, query: { field: key } });
  expect(nodes.body.results).toEqual(["East", "West"]);
});
