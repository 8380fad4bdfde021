import { upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import { findOrder, orderList } from "@mcc/contract/orders/orders.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addKey } from "../../testing/integration.ts";
import { addOrder, addSite } from "../../testing/orders.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let company: number;
let token: string;
let headers: { authorization: string };
let siteId: number;

beforeAll(async () => {
  testServer = await startTestServer();
  company = await addCompany(testServer, { slug: "entity" });
  token = await tokenFor(testServer, (await addPerson(testServer, company, { admin: true })).username);
  ({ headers } = await addKey(testServer));
  const site = {
    name: "The site",
    locationName: "The location",
    businessUnit: "The unit",
    region: "The region",
    division: "The division",
  };
  siteId = (await addSite(testServer, company, site)).id;
});

/** No two of its values are equal: a value in the wrong field is detected. */
const SENT = {
  creator: "Cora Creator",
  ordered_by: "Otto Orderer",
  requested_by: "Rita Requester",
  po_number: "PO-1",
  afe_number: "AFE-2",
  order_date: "2026-03-04T05:06:07.000Z",
  status: "Shipped",
  payment_status: "Partially Paid",
  tracking_numbers: ["T-1", "T-2", "T-3", "T-4"],
  custom_checkout_data: { "Cost center": "CC-7" },
  custom_confirm_data: { "Confirmed by": "Conny" },
  total: "143.40",
  subtotal: "120.00",
  lines: [
    { product: "Drill bit", quantity: 4, base_unit_price_value: "25.00", tax_amount: "23.40", ordering: 3 },
    { product: "Gloves", quantity: 2, base_unit_price_value: "5.00", ordering: 2 },
    { text: "Freight", base_unit_price_value: "10.00", display: false, ordering: 1 },
  ],
};

const ROW = {
  site: {
    id: expect.any(Number),
    name: "The site",
    location_name: "The location",
    business_unit: "The unit",
    region: "The region",
    division: "The division",
    groups: [],
  },
  creator: "Cora Creator",
  ordered_by: "Otto Orderer",
  requested_by: "Rita Requester",
  po_number: "PO-1",
  afe_number: "AFE-2",
  order_date: "2026-03-04T05:06:07.000Z",
  status: "Shipped",
  payment_status: "Partially Paid",
  products: 2,
  taxful_total_price_value: "143.40",
  taxless_total_price_value: "120.00",
  tax: "23.40",
  tracking_numbers_count: 4,
  approved_by: [],
  approved_by_count: 0,
  rejected_by: [],
  current_required_approval: null,
  approvable_by_current_user: false,
  approval_status: null,
  waiting_for_answer: null,
  warnings: [],
};

const send = (identifier: string, more: object = {}) =>
  testServer.call(upsertOrder, {
    params: { slug: "entity", identifier },
    body: { site: siteId, ...SENT, ...more } as never,
    headers,
  });
const listed = async (identifier: string, more: object = {}) =>
  (await testServer.call(orderList.page, { token, query: { identifier, ...more } })).body.results[0];
const alone = async (identifier: string) =>
  (await testServer.call(findOrder, { token, params: { identifier } })).body;

describe("an order", () => {
  test("is returned completely, each value in its own field, in the list, untrimmed and alone (ORD-030)", async () => {
    expect((await send("E-1")).body).toMatchObject({ changed: true });
    const [{ id } = { id: 0 }] = await testServer.sql<{ id: number }>(
      "select id from orders where identifier = 'E-1'",
    );
    const row = { ...ROW, id: Number(id), identifier: "E-1", lines: 2 };
    expect(await listed("E-1")).toEqual({
      ...row,
      tracking_numbers: ["T-1", "T-2", "T-3"],
      custom_checkout_data: { "Cost center": "CC-7" },
      custom_confirm_data: { "Confirmed by": "Conny" },
    });
    expect(await listed("E-1", { untrimmed: "true" })).toEqual({
      ...row,
      custom_checkout_data: { "Cost center": "CC-7" },
      custom_confirm_data: { "Confirmed by": "Conny" },
      tracking_numbers: SENT.tracking_numbers,
    });
    expect(await alone("E-1")).toEqual({
      ...row,
      tracking_numbers: SENT.tracking_numbers,
      lines: [
        expect.objectContaining({ product: "Drill bit", quantity: "4", base_unit_price_value: "25.00" }),
        expect.objectContaining({ product: "Gloves", quantity: "2", base_unit_price_value: "5.00" }),
        expect.objectContaining({ product: null, text: "Freight", base_unit_price_value: "10.00" }),
      ],
      custom_checkout_data: { "Cost center": "CC-7" },
      custom_confirm_data: { "Confirmed by": "Conny" },
      approval_steps: [],
      removed_lines: [],
      changes: [],
      changeable: null,
      barred_as_placer: false,
      next_approvers: null,
      warnings: [],
    });
  });

  test("has its checkout fields in a page of a list, unless they are long", async () => {
    const [long, short] = [{ Note: "a".repeat(5_000) }, { Rig: "7" }];
    await send("E-9", { custom_checkout_data: long, custom_confirm_data: short });
    expect(await listed("E-9")).toMatchObject({ custom_checkout_data: null, custom_confirm_data: short });
    expect(await listed("E-9", { untrimmed: "true" })).toMatchObject({ custom_checkout_data: long });
    expect(await alone("E-9")).toMatchObject({ custom_checkout_data: long, custom_confirm_data: short });
  });

  test("shows who approved and who rejected it, and why (ORD-030)", async () => {
    await send("E-2");
    const [order] = await testServer.sql<{ id: number }>("select id from orders where identifier = 'E-2'");
    const [yes, no] = [await addPerson(testServer, company), await addPerson(testServer, company)];
    await testServer.sql(
      "insert into order_approvals (company_id, order_id, user_id, username, name) values ($1, $2, $3, 'anna', 'Anna A')",
      [company, order?.id, yes.id],
    );
    await testServer.sql(
      "insert into order_rejections (company_id, order_id, user_id, username, name, note) values ($1, $2, $3, 'rolf', 'Rolf R', 'Too dear')",
      [company, order?.id, no.id],
    );
    await testServer.sql("update orders set status = 8 where id = $1", [order?.id]);
    for (const found of [
      await listed("E-2"),
      await listed("E-2", { untrimmed: "true" }),
      await alone("E-2"),
    ]) {
      expect(found).toMatchObject({
        status: "Rejected",
        approved_by: [{ username: "anna", name: "Anna A" }],
        approved_by_count: 1,
        rejected_by: [{ username: "rolf", name: "Rolf R", note: "Too dear" }],
      });
    }
  });

  test("shows the groups its site belongs to, where a company has a hierarchy (ORD-030)", async () => {
    const tree = await addCompany(testServer, { slug: "tree", hierarchy: true });
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
    const nodeId = await addNode("East", group, await addNode("Root", top, null));
    const { identifier } = await addOrder(
      testServer,
      await addSite(testServer, tree, { name: "East yard", nodeId }),
    );
    const admin = await tokenFor(testServer, (await addPerson(testServer, tree, { admin: true })).username);
    const rows = await Promise.all(
      [{}, { untrimmed: "true" }].map((query) => testServer.call(orderList.page, { token: admin, query })),
    );
    const one = await testServer.call(findOrder, { token: admin, params: { identifier } });
    for (const found of [...rows.map(({ body }) => body.results[0]), one.body]) {
      expect(found?.site.groups).toEqual([
        { id: Number(top?.id), name: "Corporate", node: "Root" },
        { id: Number(group?.id), name: "Region", node: "East" },
      ]);
    }
  });
});
