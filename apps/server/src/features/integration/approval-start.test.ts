import { updateOrderProgress, upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addRule, addShop, addSite, orderOf } from "../../testing/integration.ts";
import { addPerson, addRole } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let shop: Awaited<ReturnType<typeof addShop>>;
let made = 0;

beforeAll(async () => {
  testServer = await startTestServer();
  shop = await addShop(testServer, { approvals: true });
  const roleId = await addRole(testServer, shop.companyId, { name: "Finance" });
  await addRule(testServer, shop.companyId, { roleId, limit: 100 });
});

type Shop = typeof shop;
const put = (body: object, at: Shop = shop, identifier = `S-${++made}`) =>
  testServer.call(upsertOrder, {
    params: { slug: at.slug, identifier },
    body: body as never,
    headers: at.headers,
  });
const patch = (identifier: string, body: object, at: Shop = shop) =>
  testServer.call(updateOrderProgress, {
    params: { slug: at.slug, identifier },
    body: body as never,
    headers: at.headers,
  });
const order = (more: object = {}) => orderOf(shop.site.shopUser, more);
const small = () => order({ lines: [{ text: "Nut", base_unit_price_value: "99.99" }] });
const codeOf = ({ status, body }: { status: number; body: object }) => [
  status,
  "code" in body ? body.code : Object.keys(body),
];

describe("an order that arrives while approvals are on", () => {
  test("is pending when a rule requires approval and is accepted otherwise (APPR-030, APPR-035)", async () => {
    const waiting = await put(order());
    expect(waiting.body).toMatchObject({
      status: "Pending Approval",
      current_required_approval: { name: "Finance" },
      approval_steps: [{ position: 1, type: "role", name: "Finance", limit: 100, state: "open" }],
    });
    expect((await put(small())).body).toMatchObject({ status: "Accepted", approval_steps: [] });
  });

  test("is pending whatever status was sent; without steps it has the sent status (APPR-035)", async () => {
    expect((await put(order({ status: "Processing" }))).body.status).toBe("Pending Approval");
    expect((await put({ ...small(), status: "Processing" })).body.status).toBe("Processing");
    expect((await put({ ...small(), status: "Canceled" })).body.approval_steps).toEqual([]);
  });

  test("as Canceled needs no approval, and cannot be reopened without its approvers (ORD-041, APPR-035)", async () => {
    const { body } = await put(order({ status: "Canceled" }));
    expect(body).toMatchObject({
      status: "Canceled",
      current_required_approval: null,
      approval_steps: [{ name: "Finance", state: "dropped" }],
    });
    const back = { status: "Processing" };
    expect(codeOf(await patch(body.identifier, back))).toEqual([409, "order.canceled"]);
    expect(codeOf(await put(order(back), shop, body.identifier))).toEqual([409, "order.canceled"]);
    const free = await put({ ...small(), status: "Canceled" });
    expect((await patch(free.body.identifier, back)).body.status).toBe("Processing");
  });

  test("gets no steps while approvals are off or not available (APPR-030)", async () => {
    for (const approvals of [false, null]) {
      const other = await addShop(testServer, { approvals });
      const roleId = await addRole(testServer, other.companyId);
      await addRule(testServer, other.companyId, { roleId, limit: 0 });
      const { body } = await put(orderOf(other.site.shopUser), other);
      expect(body).toMatchObject({ status: "Accepted", approval_steps: [] });
    }
  });

  test("gets steps from role rules and from user rules at its site, in their order (APPR-031, APPR-033, APPR-034)", async () => {
    const at = await addShop(testServer, { approvals: true });
    const elsewhere = await addSite(testServer, at.companyId);
    const person = (firstName: string) =>
      addPerson(testServer, at.companyId, { firstName, lastName: "Rule" });
    const [ada, bob, cyn, dee] = [
      await person("Ada"),
      await person("Bob"),
      await person("Cyn"),
      await person("Dee"),
    ];
    const roleId = await addRole(testServer, at.companyId, { name: "Buyers" });
    const here = [at.site.id];
    await addRule(testServer, at.companyId, { roleId, limit: 50 });
    await addRule(testServer, at.companyId, { userId: ada.id, limit: 50, siteIds: here });
    await addRule(testServer, at.companyId, { userId: bob.id, limit: 0, siteIds: here });
    await addRule(testServer, at.companyId, { userId: cyn.id, limit: 0, siteIds: [elsewhere.id] });
    await addRule(testServer, at.companyId, { userId: dee.id, limit: -1, siteIds: here });
    await addRule(testServer, at.companyId, { userId: dee.id, limit: 144, siteIds: here });
    const { body } = await put(orderOf(at.site.shopUser), at);
    expect(body.approval_steps.map(({ name, type, limit }) => [name, type, limit])).toEqual([
      ["Bob Rule", "user", 0],
      ["Ada Rule", "user", 50],
      ["Buyers", "role", 50],
    ]);
  });

  test("gets steps from user rules whose nodes contain its site (APPR-031)", async () => {
    const at = await addShop(testServer, { approvals: true, hierarchy: true });
    const [group] = await testServer.sql<{ id: number }>(
      "insert into organization_groups (company_id, name) values ($1, 'Area') returning id",
      [at.companyId],
    );
    const node = async (name: string, parent: number | null) => {
      const [row] = await testServer.sql<{ id: number }>(
        "insert into organization_nodes (company_id, parent_id, group_id, name) values ($1, $2, $3, $4) returning id",
        [at.companyId, parent, group?.id, name],
      );
      return Number(row?.id);
    };
    const root = await node("Root", null);
    const north = await node("North", root);
    const south = await node("South", root);
    const camp = await addSite(testServer, at.companyId, { nodeId: await node("Camp", north) });
    const chief = await addPerson(testServer, at.companyId, { firstName: "North", lastName: "Chief" });
    const outsider = await addPerson(testServer, at.companyId);
    await addRule(testServer, at.companyId, { userId: chief.id, limit: 0, nodeIds: [north] });
    await addRule(testServer, at.companyId, { userId: outsider.id, limit: 0, nodeIds: [south] });
    const { body } = await put(orderOf(camp.shopUser), at);
    expect(body.approval_steps.map(({ name }) => name)).toEqual(["North Chief"]);
  });

  test("reaches a limit by equality (APPR-032)", async () => {
    const exact = order({ lines: [{ text: "Nut", base_unit_price_value: "100.00" }] });
    expect((await put(exact)).body.status).toBe("Pending Approval");
  });

  test("keeps its steps when rules change or it is sent again (APPR-030)", async () => {
    const at = await addShop(testServer, { approvals: true });
    const roleId = await addRole(testServer, at.companyId, { name: "First" });
    const rule = await addRule(testServer, at.companyId, { roleId, limit: 0 });
    const { body } = await put(orderOf(at.site.shopUser), at, "KEPT");
    await testServer.sql("update approval_rules set limit_amount = 999999 where id = $1", [rule]);
    const again = await put(orderOf(at.site.shopUser), at, "KEPT");
    expect(again.body).toEqual({ ...body, changed: false, reason: "unchanged" });
  });
});

describe("the owner of a status", () => {
  test("Pending Approval and Rejected are the portal's (ORD-040)", async () => {
    for (const status of ["Pending Approval", "Rejected"]) {
      expect(codeOf(await put({ ...small(), status }))).toEqual([400, ["status"]]);
      const { body } = await put(small());
      expect(codeOf(await patch(body.identifier, { status }))).toEqual([400, ["status"]]);
    }
  });

  test("the others are the sender's, by name or code (ORD-040)", async () => {
    const { body } = await put(small());
    for (const [given, status] of [
      ["Processing", "Processing"],
      [4, "Shipped"],
      ["5", "Partially Shipped"],
      ["Delivered", "Delivered"],
      ["Canceled", "Canceled"],
      ["Accepted", "Accepted"],
    ] as const) {
      expect((await patch(body.identifier, { status: given })).body.status).toBe(status);
    }
  });

  test("a pending order moves only to Canceled; anything else is 409 (ORD-041)", async () => {
    const { body } = await put(order());
    const id = body.identifier;
    for (const status of ["Accepted", "Processing", "Shipped", "Delivered", "Rejected"]) {
      expect(codeOf(await patch(id, { status }))).toEqual([409, "order.pending"]);
      expect(codeOf(await put(order({ status }), shop, id))).toEqual([409, "order.pending"]);
    }
    expect((await patch(id, { status: "Pending Approval", payment_status: "Paid" })).body).toMatchObject({
      status: "Pending Approval",
      payment_status: "Paid",
    });
    const canceled = await patch(id, { status: "Canceled" });
    expect(canceled.body).toMatchObject({ status: "Canceled", current_required_approval: null });
    expect(canceled.body.approval_steps[0]?.state).toBe("dropped");
    // Canceling and sending on must not lead around the approvers.
    expect(codeOf(await patch(id, { status: "Processing" }))).toEqual([409, "order.canceled"]);
    expect(codeOf(await put(order({ status: "Processing" }), shop, id))).toEqual([409, "order.canceled"]);
  });

  test("a pending order keeps its content; payment and tracking can be sent (ORD-041)", async () => {
    const { body } = await put(order());
    const id = body.identifier;
    expect(codeOf(await put(order({ po_number: "OTHER" }), shop, id))).toEqual([409, "order.pending"]);
    const cheap = order({ lines: [{ text: "Nut", base_unit_price_value: 1 }], status: "Canceled" });
    expect(codeOf(await put(cheap, shop, id))).toEqual([409, "order.pending"]);
    const tracked = await put(order({ tracking_numbers: ["1Z"], payment_status: "Paid" }), shop, id);
    expect(tracked.body).toMatchObject({
      status: "Pending Approval",
      tracking_numbers: ["1Z"],
      changed: true,
    });
    expect((await put(order({ status: "Canceled" }), shop, id)).body.status).toBe("Canceled");
  });

  test("a rejected order stays rejected (ORD-040)", async () => {
    const { body } = await put(order());
    await testServer.sql("update orders set status = 8 where identifier = $1", [body.identifier]);
    for (const status of ["Processing", "Canceled"]) {
      expect(codeOf(await patch(body.identifier, { status }))).toEqual([409, "order.rejected"]);
    }
    expect(codeOf(await put(order({ po_number: "X" }), shop, body.identifier))).toEqual([
      409,
      "order.rejected",
    ]);
    expect((await put(order(), shop, body.identifier)).body.changed).toBe(false);
  });
});

describe("a patch", () => {
  test("changes status, payment and tracking, and nothing else (API-021)", async () => {
    const { body } = await put({ ...small(), tracking_numbers: ["A"] });
    const id = body.identifier;
    const sent = {
      status: "Shipped",
      payment_status: "Not Paid",
      tracking_numbers: ["B", "C"],
      tracking_url: "https://track.example.com/B",
    };
    const after = await patch(id, sent);
    expect(after.body).toEqual({ ...body, ...sent, changed: true });
    expect((await patch(id, sent)).body).toMatchObject({ changed: false, reason: "unchanged" });
    const one = await patch(id, { tracking_numbers: [] });
    expect(one.body).toMatchObject({ status: "Shipped", payment_status: "Not Paid", tracking_numbers: [] });
    expect((await patch(id, { payment_status: null, tracking_url: null })).body).toMatchObject({
      payment_status: null,
      tracking_url: null,
    });
  });

  test("notes when the order gets another status, and nothing else", async () => {
    const { body } = await put(small());
    const timesOf = async () => {
      const [stored] = await testServer.sql<{ status_times: Record<string, string> }>(
        "select status_times from orders where company_id = $1 and identifier = $2",
        [shop.companyId, body.identifier],
      );
      return stored?.status_times ?? {};
    };
    await patch(body.identifier, { payment_status: "Paid" });
    expect(await timesOf()).toEqual({});
    await patch(body.identifier, { status: "Processing" });
    const processed = (await timesOf())["3"];
    await patch(body.identifier, { status: "Shipped" });
    await patch(body.identifier, { status: "Shipped", tracking_numbers: ["A"] });
    const times = await timesOf();
    expect(Object.keys(times)).toEqual(["3", "4"]);
    expect(times["3"]).toBe(processed);
    expect(Math.abs(Date.parse(String(times["4"])) - Date.now())).toBeLessThan(600_000);
  });

  test("without a known field is refused (API-021)", async () => {
    const { body } = await put(small());
    const refused = async (sent: unknown) => {
      const answer = await patch(body.identifier, sent as object);
      expect(answer.status).toBe(400);
      return answer.body;
    };
    const misspelt = { payment_status: "Paid", stauts: "Shipped", po_number: "X", constructor: 1 };
    expect(await refused(misspelt)).toEqual({
      stauts: ["Unknown field."],
      po_number: ["Unknown field."],
      constructor: ["Unknown field."],
    });
    const empty = {
      non_field_errors: ["Send at least one of status, payment_status, tracking_numbers, tracking_url."],
    };
    expect(await refused({})).toEqual(empty);
    expect(await refused(null)).toEqual(empty);
    expect(await refused([])).toEqual({ non_field_errors: ["This must be an object."] });
    expect((await put(small(), shop, body.identifier)).body.changed).toBe(false);
  });

  test("of an unknown order or another company's is 404, and invalid fields are named", async () => {
    const other = await addShop(testServer);
    await put(orderOf(other.site.shopUser), other, "THEIRS");
    expect((await patch("NONE", { status: "Shipped" })).status).toBe(404);
    expect((await patch("THEIRS", { status: "Shipped" })).status).toBe(404);
    const { body } = await put(small());
    const bad = await patch(body.identifier, {
      status: 0,
      payment_status: "x",
      tracking_numbers: "1",
      tracking_url: "x",
    });
    expect(codeOf(bad)).toEqual([400, ["status", "payment_status", "tracking_numbers", "tracking_url"]]);
  });
});
