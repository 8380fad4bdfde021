import { approveOrder } from "@mcc/contract/decisions/decisions.api.ts";
import { updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { addDelegation } from "../../testing/delegations.ts";
import { eventually } from "../../testing/eventually.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let mail: Awaited<ReturnType<typeof openMailServer>>;

beforeAll(async () => {
  mail = await openMailServer();
  testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
});

const ITEMS = [
  { product: "P", sku: "P", text: "Pump", quantity: 5, base_unit_price_value: "100.00", tax_amount: "40.00" },
  { product: "H", sku: "H", text: "Hose", quantity: 2.5, base_unit_price_value: "20.00" },
  { text: "Freight", quantity: 1, base_unit_price_value: "10.00", display: false },
];

/** Sam decides every order, Fay those of 500.00 and more; the order costs 600.00. */
const openCompany = async (settings: object = {}) => {
  const company = await setUpApprovalCompany(testServer);
  const [site, finance] = [await company.role("Site"), await company.role("Finance")];
  await company.rule({ roleId: site, limit: 0 });
  await company.rule({ roleId: finance, limit: 500 });
  const admin = await company.person({ admin: true });
  if (Object.keys(settings).length > 0) {
    const { status } = await testServer.call(updateReminderSettings, {
      token: admin.token,
      body: settings,
    });
    expect(status).toBe(200);
  }
  return {
    ...company,
    admin,
    sam: await company.person({ roleId: site, firstName: "Sam", lastName: "Site" }),
    fay: await company.person({ roleId: finance, firstName: "Fay", lastName: "Finance" }),
    placer: await company.person({ firstName: "Pat", lastName: "Placer" }),
  };
};

/** An order of the items with the ids of its lines. */
const place = async (company: ApprovalCompany, more: Parameters<ApprovalCompany["order"]>[1] = {}) => {
  const { identifier, id } = await company.order("0", { lines: ITEMS, ...more });
  const rows = await testServer.sql<{ id: number; text: string }>(
    "select id, text from order_lines where order_id = $1",
    [id],
  );
  const lineOf = (text: string) => Number(rows.find((row) => row.text === text)?.id);
  return { identifier, id, pump: lineOf("Pump"), hose: lineOf("Hose"), freight: lineOf("Freight") };
};

const eventsOf = (identifier: string) =>
  testServer.sql<{ type: string; payload: object }>(
    "select type, payload from events where payload->>'identifier' = $1 order by ctid",
    [identifier],
  );

describe("the quantity of a line", () => {
  test("is reduced by who may decide now, with exact amounts, history and event (EDIT-001 partly, EDIT-002 partly)", async () => {
    const company = await openCompany();
    const { identifier, pump } = await place(company);
    const { status, body } = await company.changeLine(company.sam.token, identifier, pump, 4, "Four will do");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "Pending Approval",
      taxful_total_price_value: "492.00",
      taxless_total_price_value: "460.00",
      tax: "32.00",
      changes: [
        {
          line: {
            ...{ id: pump, text: "Pump", sku: "P", quantity_before: "5", quantity_after: "4" },
            ...{ price_before: "500.00", price_after: "400.00" },
          },
          ...{ fields: [], total_before: "600.00", total_after: "492.00", reason: "Four will do" },
          ...{ changed_by: "Sam Site", changed_for: null, asked_again: [] },
        },
      ],
    });
    expect(body.lines.find(({ id }) => id === pump)).toMatchObject({
      ...{ quantity: "4", base_unit_price_value: "100.00", taxless_price: "400.00" },
      ...{ tax_amount: "32.00", line_total_price: "432.00" },
    });
    expect(await eventsOf(identifier)).toEqual([
      {
        type: "order.line_changed",
        payload: {
          ...{ identifier, product: "P", sku: "P", text: "Pump", reason: "Four will do" },
          before: { quantity: "5", price: "500.00", total: "600.00" },
          after: { quantity: "4", price: "400.00", total: "492.00" },
          changed_by: company.sam.username,
        },
      },
    ]);
    expect((await company.look(company.fay.token, identifier)).body.changes).toEqual(body.changes);
  });

  test("only goes down, by whole pieces, to one, with a reason; nothing is half saved (EDIT-001 partly)", async () => {
    const company = await openCompany();
    const { identifier, pump, hose, freight } = await place(company);
    const { body: before } = await company.look(company.sam.token, identifier);
    const least = "Enter 1 or more. To take the whole item off the order, remove it.";
    const only = "Enter less than 5: the quantity of an ordered item can only be reduced.";
    for (const [line, quantity, message] of [
      [pump, 0, least],
      [pump, -3, least],
      [pump, "2.5", "Enter a whole number."],
      [pump, 1.5, "Enter a whole number."],
      [pump, "many", "Enter a whole number."],
      [pump, null, "Enter a whole number."],
      [pump, 5, only],
      [pump, 6, only],
      [pump, "99999999999", only],
      [hose, 3, "Enter less than 2.5: the quantity of an ordered item can only be reduced."],
      [freight, 1, "The quantity of a fee cannot be changed."],
    ] as const) {
      const answer = await company.changeLine(company.sam.token, identifier, line, quantity);
      expect([answer.status, answer.body], String(quantity)).toEqual([400, { quantity: [message] }]);
    }
    expect(await company.changeLine(company.sam.token, identifier, pump, 4, " ")).toMatchObject({
      status: 400,
      body: { reason: ["Enter a reason."] },
    });
    const other = await place(company);
    for (const line of [0, 987_654_321, other.pump])
      expect((await company.changeLine(company.sam.token, identifier, line, 1)).status).toBe(404);
    expect((await company.look(company.sam.token, identifier)).body).toEqual(before);
    expect(await eventsOf(identifier)).toEqual([]);
    expect((await company.changeLine(company.sam.token, identifier, hose, "2")).status).toBe(200);
    expect((await company.changeLine(company.sam.token, identifier, hose, 1)).body).toMatchObject({
      taxful_total_price_value: "570.00",
    });
    expect((await company.changeLine(company.sam.token, identifier, hose, 1)).body).toEqual({
      quantity: ["The quantity cannot be reduced further. To take the item off the order, remove it."],
    });
  });

  test("is not for who may not decide now: a later step, who placed it, who approved, a decided order (EDIT-001 partly)", async () => {
    const company = await openCompany();
    const { identifier, pump } = await place(company, { creator: company.sam.username });
    const change = async (token: string) =>
      (await company.changeLine(token, identifier, pump, 4)).body as { code?: string };
    expect((await company.look(company.fay.token, identifier)).body.changeable).toBeNull();
    for (const { token } of [company.sam, company.fay])
      expect((await change(token)).code).toBe("approval.not_yours");
    expect((await change(company.placer.token)).code).toBe("access.denied");
    const second = await place(company);
    expect((await company.look(company.sam.token, second.identifier)).body.changeable).toEqual({
      ...{ fields: [], checkout: [], after_change: "keep" },
    });
    await company.approve(company.sam.token, second.identifier);
    const late = await company.changeLine(company.sam.token, second.identifier, second.pump, 4);
    expect(late).toMatchObject({ status: 409, body: { code: "order.already_approved" } });
    await company.approve(company.fay.token, second.identifier);
    const settled = await company.changeLine(company.fay.token, second.identifier, second.pump, 4);
    expect(settled).toMatchObject({ status: 400, body: { code: "order.not_pending" } });
  });

  test("is reduced by a deputy in the name of the approver (EDIT-002 partly)", async () => {
    const company = await openCompany();
    const deputy = await company.person({ firstName: "Dee", lastName: "Deputy" });
    await addDelegation(testServer, company.companyId, company.sam.id, deputy.id);
    const { identifier, pump } = await place(company);
    const { body } = await company.changeLine(deputy.token, identifier, pump, 3);
    expect(body.changes).toMatchObject([{ changed_by: "Dee Deputy", changed_for: "Sam Site" }]);
  });
});

describe("the steps", () => {
  test("follow the new total both ways, and the order is accepted when none is left (EDIT-003 partly)", async () => {
    const company = await openCompany();
    const lines = [
      { product: "P", sku: "P", text: "Pump", quantity: 6, base_unit_price_value: "100.00" },
      { product: "C", sku: "C", text: "Credit", quantity: 3, base_unit_price_value: "-50.00" },
    ];
    const { id, identifier } = await company.order("0", { lines });
    const rows = await testServer.sql<{ id: number }>(
      "select id from order_lines where order_id = $1 order by text",
      [id],
    );
    const [credit = 0, pump = 0] = rows.map((row) => Number(row.id));
    const steps = async () =>
      (await company.look(company.sam.token, identifier)).body.approval_steps.map(
        ({ name, state }) => `${name} ${state}`,
      );
    expect(await steps()).toEqual(["Site open"]);
    await company.changeLine(company.sam.token, identifier, credit, 2);
    expect(await steps()).toEqual(["Site open", "Finance open"]);
    await company.approve(company.sam.token, identifier);
    const { body } = await company.changeLine(company.fay.token, identifier, pump, 5);
    expect([body.status, body.taxful_total_price_value]).toEqual(["Accepted", "400.00"]);
    expect(await steps()).toEqual(["Site done", "Finance dropped"]);
    expect((await eventsOf(identifier)).map(({ type }) => type)).toEqual([
      ...["order.line_changed", "order.line_changed", "order.approved"],
    ]);
  });

  test("given approvals stay and say so, or are asked for again, as the company chose (EDIT-003 partly)", async () => {
    for (const after_change of ["keep", "again"]) {
      const company = await openCompany({ after_change });
      const { identifier, hose } = await place(company);
      const asked = (times: number) =>
        eventually(() => {
          const messages = mail.received.filter(({ to }) => to === company.sam.email);
          expect(messages.filter(({ shown }) => shown.includes(identifier))).toHaveLength(times);
        });
      await asked(1);
      await company.approve(company.sam.token, identifier);
      const { body } = await company.changeLine(company.fay.token, identifier, hose, 2);
      const [first, second] = body.approval_steps;
      expect(body.status).toBe("Pending Approval");
      if (after_change === "keep") {
        expect([first?.state, first?.acted_total, second?.is_current]).toEqual(["done", "600.00", true]);
        expect(first?.changed_at).not.toBeNull();
        expect(body.changes[0]?.asked_again).toEqual([]);
        expect((await company.approve(company.fay.token, identifier)).body.status).toBe("Accepted");
        continue;
      }
      expect([first?.state, first?.is_current, first?.acted_by, second?.is_current]).toEqual([
        ...["open", true, null, false],
      ]);
      expect([body.approved_by, body.changes[0]?.asked_again]).toEqual([[], ["Sam Site"]]);
      expect((await company.approve(company.fay.token, identifier)).status).toBe(403);
      await asked(2);
      expect((await company.approve(company.sam.token, identifier)).status).toBe(200);
      expect((await company.approve(company.fay.token, identifier)).body.status).toBe("Accepted");
    }
  });

  test("an approval given for another total is refused (EDIT-004 partly)", async () => {
    const company = await openCompany();
    const { identifier, pump } = await place(company);
    await company.changeLine(company.sam.token, identifier, pump, 4);
    const approve = (total: string) =>
      testServer.call(approveOrder, { token: company.sam.token, params: { identifier }, query: { total } });
    expect(await approve("600.00")).toMatchObject({ status: 400, body: { code: "order.total_changed" } });
    expect((await company.look(company.sam.token, identifier)).body.approved_by).toEqual([]);
    expect((await approve("492")).status).toBe(200);
  });
});

describe("PO, AFE and checkout fields", () => {
  const allowed = {
    changeable_fields: ["po_number", "afe_number"],
    changeable_checkout: ["Rig", "Cost Center"],
  };
  const fields = { po_number: "PO-1", custom_checkout_data: { Rig: "7", Notes: "Gate 2" } };

  test("are set as far as the company allows, with before and after (EDIT-001 partly, EDIT-002 partly)", async () => {
    const company = await openCompany(allowed);
    const { identifier } = await place(company, { fields });
    const { status, body } = await company.changeFields(company.sam.token, identifier, {
      po_number: " PO-2 ",
      checkout: { Rig: "7", "Cost Center": "4711" },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ po_number: "PO-2", afe_number: null, taxful_total_price_value: "600.00" },
      custom_checkout_data: { Rig: "7", Notes: "Gate 2", "Cost Center": "4711" },
      changes: [
        {
          line: null,
          fields: [
            { name: "po_number", is_checkout: false, before: "PO-1", after: "PO-2" },
            { name: "Cost Center", is_checkout: true, before: null, after: "4711" },
          ],
          reason: "The other job",
        },
      ],
    });
    expect(await eventsOf(identifier)).toMatchObject([
      {
        type: "order.fields_changed",
        payload: {
          before: { po_number: "PO-1", checkout: { "Cost Center": null } },
          after: { po_number: "PO-2", checkout: { "Cost Center": "4711" } },
        },
      },
    ]);
    const cleared = await company.changeFields(company.sam.token, identifier, { po_number: "" });
    expect(cleared.body.po_number).toBeNull();
  });

  test("others are refused on the field, and nothing is half saved (EDIT-001 partly)", async () => {
    const company = await openCompany({ changeable_fields: ["po_number"], changeable_checkout: ["Rig"] });
    const { identifier } = await place(company, { fields });
    const { body: before } = await company.look(company.sam.token, identifier);
    const notAllowed = "Your company does not let approvers change this field.";
    for (const [given, wrong] of [
      [{}, { po_number: ["Enter at least one field to change."] }],
      [{ po_number: "PO-2", afe_number: "A" }, { afe_number: [notAllowed] }],
      [
        { po_number: "PO-2", checkout: { Notes: "" } },
        { checkout: ["Your company does not let approvers change the field Notes."] },
      ],
      [{ checkout: { Rig: "8", constructor: "x" } }, { checkout: ["This order has no field constructor."] }],
      [{ po_number: "PO-1" }, { po_number: ["This is the same as before. Enter another value."] }],
      [{ po_number: "PO-2", reason: "" }, { reason: ["Enter a reason."] }],
      [{ po_number: 7 }, { po_number: ["This field must be text."] }],
      [{ checkout: ["Rig"] }, { checkout: ["This must be an object of labels and texts."] }],
    ] as const) {
      const answer = await company.changeFields(company.sam.token, identifier, given);
      expect([answer.status, answer.body]).toEqual([400, wrong]);
    }
    expect((await company.look(company.sam.token, identifier)).body).toEqual(before);
  });

  test("of a company that chose nothing stay as they are, and settings are checked (EDIT-001 partly)", async () => {
    const company = await openCompany();
    const { identifier } = await place(company, { fields });
    expect((await company.changeFields(company.sam.token, identifier, { po_number: "X" })).status).toBe(400);
    for (const [body, field] of [
      [{ after_change: "never" }, "after_change"],
      [{ changeable_fields: ["total"] }, "changeable_fields.0"],
      [{ changeable_checkout: [" "] }, "changeable_checkout.0"],
    ] as const) {
      const answer = await testServer.call(updateReminderSettings, {
        token: company.admin.token,
        body: body as never,
      });
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]]);
    }
  });
});

test("who placed the order gets before and after by e-mail, not who changed it (EDIT-002 partly)", async () => {
  const company = await openCompany({ changeable_fields: ["po_number"] });
  const { identifier, pump } = await place(company, { creator: company.placer.username });
  await company.changeLine(company.sam.token, identifier, pump, 4, "Four will do");
  await company.changeFields(company.sam.token, identifier, { po_number: "PO-2" });
  const shown = await eventually(async () => {
    const found = mail.received
      .filter(({ to }) => to === company.placer.email)
      .map((message) => message.shown);
    expect(found).toHaveLength(2);
    return found.sort().join("\n");
  });
  for (const words of [
    `Subject: Order ${identifier} was changed`,
    `Sam Site changed order ${identifier}, which you placed.`,
    "Pump: quantity 5 before, 4 now; price $500.00 before, $400.00 now",
    "Total before: $600.00",
    "Total now: $492.00",
    "Reason: Four will do",
    "PO: empty before, PO-2 now",
  ])
    expect(shown).toContain(words);
});
