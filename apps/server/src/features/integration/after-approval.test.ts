import { changeOrderLine } from "@mcc/contract/decisions/decisions.api.ts";
import { updateOrderProgress, upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import { updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { volume } from "../../testing/battery.ts";
import { sendBatch } from "../../testing/integration.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

/** Every order needs the site's approver, one of 5,000 also Finance, one of 25,000 also the board. */
const openTiers = async () => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const tier = async (name: string, limit: number) => {
    const role = await approvalCompany.role(name);
    await approvalCompany.rule({ roleId: role, limit });
    return approvalCompany.person({ roleId: role, firstName: name, lastName: "Approver" });
  };
  const [sam, fay, bea] = [await tier("Site", 0), await tier("Finance", 5_000), await tier("Board", 25_000)];
  const admin = await approvalCompany.person({ admin: true });
  return { ...approvalCompany, sam, fay, bea, admin };
};

const item = (sku: string, price: string, more: object = {}) => ({
  product: `Product ${sku}`,
  sku,
  text: sku,
  quantity: 1,
  base_unit_price_value: price,
  ...more,
});

/** The same order sent again with these lines. */
const contentOf = ({ site }: Pick<ApprovalCompany, "site">, lines: object[], more: object = {}) => ({
  ecommerce_username: site.shopUser,
  lines,
  ...more,
});
const send = (
  { slug, headers }: Pick<ApprovalCompany, "slug" | "headers">,
  identifier: string,
  body: object,
) => testServer.call(upsertOrder, { params: { slug, identifier }, headers, body: body as never });

const move = (
  { slug, headers }: Pick<ApprovalCompany, "slug" | "headers">,
  identifier: string,
  status: string,
) =>
  testServer.call(updateOrderProgress, { params: { slug, identifier }, headers, body: { status } as never });

const codeOf = ({ status, body }: { status: number; body: object }) => [status, "code" in body && body.code];

const auditOf = (identifier: string) =>
  testServer.sql<{ action: string; actor_name: string; details: Record<string, unknown> }>(
    "select action, actor_name, details from audit_entries where record_id = $1 and action like 'order.changed%' order by id",
    [identifier],
  );

describe("a change of an approved order", () => {
  test("cannot bypass approvers who were never requested (APPR-032)", async () => {
    const at = await openTiers();
    const { identifier } = await at.order("15.00");
    await at.approve(at.sam.token, identifier);
    for (const price of ["5000.00", "90000.00"]) {
      const raised = contentOf(at, [item("P", price)], { version: 2, status: "Processing" });
      expect(codeOf(await send(at, identifier, raised))).toEqual([409, "order.needs_approval"]);
      const { results } = await sendBatch(testServer, at.slug, at.headers, [
        { identifier, ...raised },
        { identifier: `${identifier}-B`, ...contentOf(at, [item("P", "1.00")]) },
      ]);
      expect(results).toMatchObject([{ status: 409, code: "order.needs_approval" }, { status: 200 }]);
    }
    const { body } = await at.look(at.sam.token, identifier);
    expect(body).toMatchObject({
      status: "Accepted",
      taxful_total_price_value: "15.00",
      approval_steps: [{ state: "done", acted_total: "15.00", changed_at: null }],
    });
    expect(await auditOf(identifier)).toEqual([]);
    // The refused request was not stored: the next one is accepted with the same version.
    const small = contentOf(at, [item("P", "16.00")], { version: 2 });
    expect((await send(at, identifier, small)).body).toMatchObject({ changed: true, version: 2 });
  });

  test("cannot do so for an order that needed no approval either, nor with another site (APPR-031, APPR-032)", async () => {
    const at = await setUpApprovalCompany(testServer);
    await at.rule({ roleId: await at.role(), limit: 5_000 });
    const elsewhere = await at.addSite();
    const chief = await at.person({ sites: [elsewhere] });
    await at.rule({ userId: chief.id, limit: 0, siteIds: [elsewhere.id] });
    const { identifier } = await at.order("15.00");
    const raised = contentOf(at, [item("P", "5000.00")]);
    expect(codeOf(await send(at, identifier, raised))).toEqual([409, "order.needs_approval"]);
    const moved = contentOf({ site: elsewhere }, [item("P", "15.00")]);
    expect(codeOf(await send(at, identifier, moved))).toEqual([409, "order.needs_approval"]);
    const larger = contentOf(at, [item("P", "4999.99")]);
    expect((await send(at, identifier, larger)).body).toMatchObject({ changed: true, status: "Accepted" });
  });

  test("is accepted as far as the approvals cover it, also back up to what was approved (APPR-030)", async () => {
    const at = await openTiers();
    const { identifier } = await at.order("6000.00");
    await at.approve(at.sam.token, identifier);
    expect((await at.approve(at.fay.token, identifier)).body.status).toBe("Accepted");
    for (const price of ["10.00", "6000.00", "24999.99"]) {
      const { body } = await send(at, identifier, contentOf(at, [item("Q", price)]));
      expect(body).toMatchObject({ changed: true, status: "Accepted", taxful_total_price_value: price });
    }
    const beyond = contentOf(at, [item("Q", "25000.00")]);
    expect(codeOf(await send(at, identifier, beyond))).toEqual([409, "order.needs_approval"]);
  });

  test("needs no approval while approvals are off, and rules created since do not prevent it", async () => {
    const at = await setUpApprovalCompany(testServer);
    const { identifier } = await at.order("15.00");
    await at.rule({ roleId: await at.role(), limit: 0 });
    expect((await send(at, identifier, contentOf(at, [item("P", "20.00")]))).body.changed).toBe(true);
    await at.rule({ roleId: await at.role(), limit: 5_000 });
    await testServer.sql(
      "update company_configurations set has_order_approval = false where company_id = $1",
      [at.companyId],
    );
    const raised = contentOf(at, [item("P", "9000.00")]);
    expect((await send(at, identifier, raised)).body).toMatchObject({ changed: true, status: "Accepted" });
  });

  test("is shown with each approval, with the total it was given for, and audited (APPR-029, APPR-056)", async () => {
    const at = await openTiers();
    const { identifier } = await at.order("15.00");
    const approved = await at.approve(at.sam.token, identifier);
    expect(approved.body.approval_steps).toMatchObject([{ acted_total: "15.00", changed_at: null }]);
    const { body } = await send(at, identifier, contentOf(at, [item("P", "4000.00")], { version: 7 }));
    const [step] = body.approval_steps;
    expect(step).toMatchObject({ state: "done", acted_by: "Site Approver", acted_total: "15.00" });
    expect(Date.parse(step?.changed_at ?? "")).toBeGreaterThan(Date.parse(step?.acted_at ?? ""));
    const seen = await at.look(at.sam.token, identifier);
    expect(seen.body.approval_steps).toEqual(body.approval_steps);
    expect(seen.body.taxful_total_price_value).toBe("4000.00");
    expect(await auditOf(identifier)).toEqual([
      {
        action: "order.changed_after_approval",
        actor_name: "ERP",
        details: {
          changed: ["total", "subtotal", "lines"],
          before: { total: "15.00" },
          total: "4000.00",
          version: 7,
        },
      },
    ]);
  });

  test("of the same total is shown too; progress and repeated requests are not changes (APPR-029)", async () => {
    const at = await openTiers();
    const { identifier } = await at.order("15.00");
    await at.approve(at.sam.token, identifier);
    const same = contentOf(at, [{ ...item("P", "15.00"), product: "P", text: "Valve" }]);
    const changedAt = async (body: object) =>
      (await send(at, identifier, body)).body.approval_steps[0]?.changed_at;
    expect(await changedAt(same)).toBeNull();
    expect(await changedAt({ ...same, status: "Shipped", tracking_numbers: ["1Z"], version: 3 })).toBeNull();
    // Another notation of the same content.
    expect(await changedAt({ ...same, total: "15.00", subtotal: 15, version: 4 })).toBeNull();
    expect(await auditOf(identifier)).toEqual([]);
    expect(await changedAt({ ...same, po_number: "PO-8", version: 5 })).not.toBeNull();
    expect(await changedAt(contentOf(at, [item("X", "15.00")], { version: 6 }))).not.toBeNull();
    const audited = await auditOf(identifier);
    expect(audited.map(({ details }) => details.changed)).toEqual([["po_number"], ["po_number", "lines"]]);
  });
});

describe("an item that an approver has removed", () => {
  const withTwo = async () => {
    const at = await openTiers();
    const [keep, gone] = [item("KEEP", "100.00"), item("GONE", "5900.00")];
    const { identifier } = await at.order("", { lines: [keep, gone] });
    await at.approve(at.sam.token, identifier);
    const { body } = await at.remove(at.admin.token, identifier, "GONE");
    expect(body).toMatchObject({ status: "Accepted", taxful_total_price_value: "100.00" });
    return { ...at, identifier, keep, gone };
  };

  test("is shown with the approvals given before (APPR-047)", async () => {
    const at = await withTwo();
    const { body } = await at.look(at.sam.token, at.identifier);
    expect(body.approval_steps).toMatchObject([
      { state: "done", acted_total: "6000.00", changed_at: expect.any(String) },
      { state: "dropped", acted_total: null, changed_at: null },
    ]);
  });

  test("is not restored by the sender's next change (ORD-074)", async () => {
    const { identifier, keep, gone, ...at } = await withTwo();
    for (const back of [
      gone,
      item("GONE", "1.00", { product: "Other name" }),
      item(" gone", "5900.00", { product: null }),
      { ...gone, sku: null },
      { ...gone, sku: undefined, product: "PRODUCT GONE " },
      { ...gone, display: false },
      { text: "Freight", product: "gone", base_unit_price_value: 9, display: false },
    ]) {
      const body = contentOf(at, [keep, back], { version: 2, po_number: "PO-9" });
      expect(codeOf(await send(at, identifier, body)), JSON.stringify(back)).toEqual([
        409,
        "order.item_removed",
      ]);
      const { results } = await sendBatch(testServer, at.slug, at.headers, [{ identifier, ...body }]);
      expect(results).toMatchObject([{ status: 409, code: "order.item_removed" }]);
    }
    // The same sending as before the removal is still a repeat.
    expect((await send(at, identifier, contentOf(at, [keep, gone]))).body).toMatchObject({
      changed: false,
      reason: "unchanged",
      taxful_total_price_value: "100.00",
    });
    const fee = { text: "Handling of GONE", base_unit_price_value: 9, display: false };
    const without = contentOf(at, [keep, fee], { version: 2, po_number: "PO-9" });
    expect((await send(at, identifier, without)).body).toMatchObject({
      changed: true,
      taxful_total_price_value: "109.00",
    });
  });

  test("keeps other lines of its product or SKU on the order, which the sender may change as before (ORD-074)", async () => {
    const at = await openTiers();
    const gloves = (sku: string, price: string) => item(sku, price, { product: "Gloves" });
    const core = item("M", "10.00", { product: null, text: "Deposit", display: false });
    const { identifier } = await at.order("", { lines: [gloves("S", "90.00"), gloves("M", "900.00"), core] });
    await at.remove(at.admin.token, identifier, "M");
    expect((await at.approve(at.sam.token, identifier)).body.taxful_total_price_value).toBe("100.00");
    const kept = contentOf(at, [gloves("S", "80.00"), core]);
    expect((await send(at, identifier, kept)).body).toMatchObject({
      changed: true,
      taxful_total_price_value: "90.00",
    });
    for (const back of [gloves("M", "1.00"), { ...gloves("M", "1.00"), sku: null }]) {
      const body = contentOf(at, [gloves("S", "80.00"), core, back]);
      expect(codeOf(await send(at, identifier, body))).toEqual([409, "order.item_removed"]);
    }
  });

  test("lets the sender repeat the order without the item: that is not a change after the approvals", async () => {
    const { identifier, keep, gone, ...at } = await withTwo();
    const before = await at.look(at.sam.token, identifier);
    const { body } = await send(at, identifier, contentOf(at, [{ ...keep, ordering: 2 }], { version: 2 }));
    expect(body.approval_steps).toEqual(before.body.approval_steps);
    expect(await auditOf(identifier)).toEqual([]);
  });
});

describe("a quantity that an approver has reduced", () => {
  const reduced = async () => {
    const at = await openTiers();
    const gloves = (quantity: number, more: object = {}) => item("GLOVES", "10.00", { quantity, ...more });
    const { identifier } = await at.order("", { lines: [gloves(5), item("KEEP", "100.00")] });
    const [line] = await testServer.sql<{ id: number }>(
      "select line.id from order_lines line join orders on orders.id = line.order_id where identifier = $1 and sku = 'GLOVES'",
      [identifier],
    );
    await testServer.call(changeOrderLine, {
      token: at.sam.token,
      params: { identifier, id: line?.id ?? 0 },
      body: { quantity: 2, reason: "Two are enough" } as never,
    });
    await at.approve(at.sam.token, identifier);
    return { ...at, identifier, gloves, keep: item("KEEP", "100.00") };
  };

  test("is not raised by the sender's next change, whatever its version or the names of its lines (EDIT-004 partly)", async () => {
    const { identifier, gloves, keep, ...at } = await reduced();
    for (const more of [
      [gloves(5)],
      [gloves(3, { sku: " gloves", product: null })],
      [gloves(3, { sku: null })],
      [gloves(2), gloves(1)],
    ]) {
      const body = contentOf(at, [...more, keep], { version: 7, po_number: "PO-9" });
      expect(codeOf(await send(at, identifier, body)), JSON.stringify(more)).toEqual([
        409,
        "order.quantity_reduced",
      ]);
      const { results } = await sendBatch(testServer, at.slug, at.headers, [{ identifier, ...body }]);
      expect(results).toMatchObject([{ status: 409, code: "order.quantity_reduced" }]);
    }
    // The sending of before is a repeat, and one with a version too: the order stays as it was approved.
    expect((await send(at, identifier, contentOf(at, [gloves(5), keep], { version: 8 }))).body).toMatchObject(
      {
        changed: false,
        taxful_total_price_value: "120.00",
      },
    );
    const less = contentOf(at, [gloves(1), keep], { version: 9, po_number: "PO-9" });
    expect((await send(at, identifier, less)).body).toMatchObject({
      changed: true,
      taxful_total_price_value: "110.00",
    });
  });
});

describe("what an approver has set stays", () => {
  const openGloves = async (lines: object[]) => {
    const at = await openTiers();
    const { status } = await testServer.call(updateReminderSettings, {
      token: at.admin.token,
      body: { changeable_fields: ["po_number", "afe_number"], changeable_checkout: ["Well"] },
    });
    expect(status).toBe(200);
    const fields = {
      po_number: "PO-1",
      afe_number: "AFE-1",
      custom_checkout_data: { Well: "7", Rig: "117" },
    };
    const { identifier } = await at.order("", { lines, fields });
    const reduce = async (sku: string, quantity: number) => {
      const [line] = await testServer.sql<{ id: number }>(
        "select line.id from order_lines line join orders on orders.id = line.order_id where identifier = $1 and sku = $2",
        [identifier, sku],
      );
      expect((await at.changeLine(at.sam.token, identifier, line?.id ?? 0, quantity)).status).toBe(200);
    };
    const sendLines = async (...sent: object[]) => codeOf(await send(at, identifier, contentOf(at, sent)));
    return { ...at, identifier, fields, reduce, sendLines };
  };
  const sized = (sku: string, quantity: number, more: object = {}) =>
    item(sku, "10.00", { quantity, product: "Gloves", text: `Gloves ${sku}`, ...more });
  const REFUSED = [409, "order.quantity_reduced"];
  const ACCEPTED = [200, false];

  test("as the most of a line: less, and more again up to it, is accepted (EDIT-004 partly)", async () => {
    const { identifier, reduce, sendLines, ...at } = await openGloves([sized("M", 8)]);
    await reduce("M", 6);
    await reduce("M", 5);
    await at.approve(at.sam.token, identifier);
    expect(await sendLines(sized("M", 3))).toEqual(ACCEPTED);
    expect(await sendLines(sized("M", 5))).toEqual(ACCEPTED);
    expect(await sendLines(sized("M", 3), sized("M", 2))).toEqual(ACCEPTED);
    expect(await sendLines(sized("M", 6))).toEqual(REFUSED);
  });

  test("whatever the line is called later; another size beside it is the sender's matter (EDIT-004 partly)", async () => {
    const { identifier, reduce, sendLines, ...at } = await openGloves([sized("M", 8), sized("S", 4)]);
    await reduce("M", 5);
    await at.approve(at.sam.token, identifier);
    expect(await sendLines(sized("M-2", 5), sized("S", 4))).toEqual(ACCEPTED);
    expect(await sendLines(sized("M-2", 6), sized("S", 4))).toEqual(REFUSED);
    expect(await sendLines(sized("M-2", 5, { product: "Hands", text: "Gloves M" }), sized("S", 4))).toEqual(
      ACCEPTED,
    );
    expect(await sendLines(sized("M-2", 6, { product: "Hands", text: "Gloves M" }), sized("S", 4))).toEqual(
      REFUSED,
    );
    expect(await sendLines(sized("M", 5), sized("S", 6))).toEqual(ACCEPTED);
    expect(await sendLines(sized("M", 5), sized("S", 6), sized("L", 1))).toEqual(REFUSED);
  });

  test("in fields too: what the sender repeats of them is not applied, everything else is (EDIT-004 partly)", async () => {
    const { identifier, fields, ...at } = await openGloves([sized("M", 8)]);
    for (const given of [
      { po_number: "PO-2", checkout: { Well: "8" } },
      { po_number: "PO-3", afe_number: null },
    ])
      expect((await at.changeFields(at.sam.token, identifier, given)).status).toBe(200);
    await at.approve(at.sam.token, identifier);
    const sent = contentOf(at, [sized("M", 7)], {
      ...{ ...fields, afe_number: "AFE-9", custom_checkout_data: { Well: "7", Rig: "200" } },
    });
    expect((await send(at, identifier, sent)).body).toMatchObject({ changed: true });
    const { results } = await sendBatch(testServer, at.slug, at.headers, [
      { identifier, ...sent, custom_checkout_data: { Rig: "201" } },
    ]);
    expect(results).toMatchObject([{ status: 200, changed: true }]);
    expect((await at.look(at.sam.token, identifier)).body).toMatchObject({
      ...{ po_number: "PO-3", afe_number: null, taxful_total_price_value: "70.00" },
      custom_checkout_data: { Well: "8", Rig: "201" },
    });
    expect((await auditOf(identifier)).map(({ details }) => details.changed)).toEqual([
      expect.not.arrayContaining(["po_number", "afe_number"]),
      ["custom_checkout_data"],
    ]);
  });
});

describe("an order whose total became smaller before it was approved", () => {
  const lessened = async (price = "5900.00", keep = "100.00") => {
    const at = await openTiers();
    const { identifier } = await at.order("", { lines: [item("KEEP", keep), item("GONE", price)] });
    return { ...at, identifier, lessen: () => at.remove(at.admin.token, identifier, "GONE") };
  };
  type Lessened = Awaited<ReturnType<typeof lessened>>;
  const waysToAcceptance: [string, (at: Lessened) => Promise<unknown>][] = [
    [
      "removal, then approval",
      async (at) => [await at.lessen(), await at.approve(at.sam.token, at.identifier)],
    ],
    [
      "approval, then removal",
      async (at) => [await at.approve(at.sam.token, at.identifier), await at.lessen()],
    ],
  ];

  test.each(waysToAcceptance)("continues after the sender canceled it: %s (ORD-040)", async (_, accept) => {
    const at = await lessened();
    await accept(at);
    for (const status of ["Canceled", "Processing", "Canceled"]) {
      expect(await move(at, at.identifier, status)).toMatchObject({ status: 200, body: { status } });
    }
    const whole = contentOf(at, [item("KEEP", "90.00")], { status: "Shipped" });
    expect((await send(at, at.identifier, whole)).body).toMatchObject({ changed: true, status: "Shipped" });
  });

  test.each([
    ["no user had approved it", async () => undefined],
    ["a first approval was given", (at: Lessened) => at.approve(at.sam.token, at.identifier)],
  ])("stays canceled when it was canceled before the last approval: %s (ORD-041)", async (_, first) => {
    const at = await lessened("25000.00", "6000.00");
    await first(at);
    expect((await at.lessen()).body).toMatchObject({ status: "Pending Approval" });
    expect((await move(at, at.identifier, "Canceled")).status).toBe(200);
    expect(codeOf(await move(at, at.identifier, "Processing"))).toEqual([409, "order.canceled"]);
    // Sending it with a smaller total first does not help either.
    expect((await send(at, at.identifier, contentOf(at, [item("KEEP", "1.00")]))).status).toBe(200);
    expect(codeOf(await move(at, at.identifier, "Processing"))).toEqual([409, "order.canceled"]);
  });
});

const LEAST_ROUNDS = volume(12, 60);
/** Until each of the two has come first once. */
const MOST_ROUNDS = 1_000 + LEAST_ROUNDS;

test("an approval and a change at once: the change is refused, or shown with the approval (APPR-055)", async () => {
  const at = await openTiers();
  const seen = new Set<string>();
  const round = async () => {
    const { identifier } = await at.order("15.00");
    const changed = contentOf(at, [item("P", "4000.00")]);
    const [approved, ...sent] = await Promise.all([
      at.approve(at.sam.token, identifier),
      send(at, identifier, changed),
      send(at, identifier, contentOf(at, [item("P", "90000.00")])),
    ]);
    expect(approved.status).toBe(200);
    const { body } = await at.look(at.sam.token, identifier);
    const [taken, raised] = sent.map(codeOf);
    expect([
      [409, "order.pending"],
      [409, "order.needs_approval"],
    ]).toContainEqual(raised);
    const isTaken = taken?.[0] === 200;
    if (!isTaken) expect(taken).toEqual([409, "order.pending"]);
    expect(body).toMatchObject({
      status: "Accepted",
      taxful_total_price_value: isTaken ? "4000.00" : "15.00",
      approval_steps: [{ acted_total: "15.00", changed_at: isTaken ? expect.any(String) : null }],
    });
    expect(await auditOf(identifier)).toHaveLength(isTaken ? 1 : 0);
    seen.add(String(taken?.[0]));
  };
  for (let done = 0; done < LEAST_ROUNDS || (seen.size < 2 && done < MOST_ROUNDS); done += 4) {
    await Promise.all([round(), round(), round(), round()]);
  }
  expect(seen).toEqual(new Set(["200", "409"]));
});
