import { createRole, deleteRole, findRole, roles, updateRole } from "@mcc/contract/roles/roles.api.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const TAKEN = { name: ["There is already a role with this name."] };

const openCompany = async (traits: Parameters<typeof setUpApprovalCompany>[1] = {}) => {
  const company = await setUpApprovalCompany(testServer, traits);
  const { token } = await company.person({ admin: true });
  return {
    ...company,
    token,
    create: (name: unknown, more: object = {}) =>
      testServer.call(createRole, { token, body: { name, ...more } as never }),
    find: (id: unknown) => testServer.call(findRole, { token, params: { id } }),
    update: (id: number, body: object) => testServer.call(updateRole, { token, params: { id }, body }),
    remove: (id: number) => testServer.call(deleteRole, { token, params: { id } }),
    names: async () => (await testServer.call(roles, { token })).body.results.map(({ name }) => name),
    audited: () =>
      testServer.sql<{ action: string; record_id: string; details: object }>(
        "select action, record_id, details from audit_entries where company_id = $1 order by id",
        [company.companyId],
      ),
  };
};

test("a role is created, found, renamed, given rights and deleted, and each is on record (CONF-014, CONF-016, CONF-017)", async () => {
  const { create, find, update, remove, names, audited } = await openCompany({ tracking: true });
  const made = await create("  Buyer ", { can_impersonate: true, id: 1, company_id: 1 });
  const { id } = made.body;
  const buyer = {
    id,
    name: "Buyer",
    can_impersonate: false,
    can_view_order_tracking: false,
    has_approval_rule: false,
  };
  expect(made).toMatchObject({ status: 200, body: buyer });
  expect((await find(id)).body).toEqual(buyer);
  expect((await update(id, { name: "Chief Buyer" })).body).toEqual({ ...buyer, name: "Chief Buyer" });
  const able = { ...buyer, name: "Chief Buyer", can_impersonate: true, can_view_order_tracking: true };
  expect((await update(id, { can_impersonate: true, can_view_order_tracking: true })).body).toEqual(able);
  expect((await update(id, { name: "Chief Buyer", has_approval_rule: true })).body).toEqual(able);
  expect((await find(id)).body).toEqual(able);
  expect(await remove(id)).toMatchObject({ status: 200, body: { detail: "Role deleted correctly" } });
  expect(await names()).toEqual([]);
  for (const gone of [await find(id), await update(id, { name: "Again" }), await remove(id)]) {
    expect(gone.status).toBe(404);
  }
  const entries = await audited();
  expect(entries.map(({ action, record_id }) => [action, record_id])).toEqual(
    ["role.created", "role.updated", "role.updated", "role.deleted"].map((action) => [action, String(id)]),
  );
  expect(entries[1]?.details).toMatchObject({ name: "Chief Buyer", before: { name: "Buyer" } });
});

test("a name is required, storable, not too long, and one role's only, in capitals or not (CONF-012)", async () => {
  const { create, update, names } = await openCompany();
  const { body: buyer } = await create("Buyer");
  const { body: other } = await create("Other");
  for (const bad of ["", "   ", undefined, null, 7]) {
    expect(await create(bad)).toMatchObject({ status: 400, body: { name: ["Name field is required"] } });
  }
  expect(await update(buyer.id, { name: " " })).toMatchObject({
    status: 400,
    body: { name: ["Name field is required"] },
  });
  for (const bad of ["x".repeat(256), "a\u0000b", "\ud800"]) expect((await create(bad)).status).toBe(400);
  expect((await update(buyer.id, { can_impersonate: "yes" })).status).toBe(400);
  expect(await create("bUYER ")).toMatchObject({ status: 400, body: TAKEN });
  expect(await update(other.id, { name: "BUYER" })).toMatchObject({ status: 400, body: TAKEN });
  expect((await update(buyer.id, { name: "BUYER" })).status).toBe(200);
  expect((await create("x".repeat(255))).status).toBe(200);
  expect(await names()).toEqual(["BUYER", "Other", "x".repeat(255)]);
  const elsewhere = await openCompany();
  expect((await elsewhere.create("Buyer")).status).toBe(200);
});

test("of two admins who give the same name at once, one succeeds and the others get the field error", async () => {
  const { create, update, person, names } = await openCompany();
  const colleague = await person({ admin: true });
  const another = (name: string) => testServer.call(createRole, { token: colleague.token, body: { name } });
  for (const name of ["Buyer", "Keeper", "Welder"]) {
    const answers = await Promise.all([
      create(name),
      another(name.toUpperCase()),
      create(name.toLowerCase()),
      another(name),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    for (const { status, body } of answers) if (status !== 200) expect(body).toEqual(TAKEN);
  }
  expect(await names()).toHaveLength(3);
  const [first, second] = await Promise.all([create("First"), create("Second")]);
  const renamed = await Promise.all([first, second].map(({ body }) => update(body.id, { name: "Only" })));
  expect(renamed.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("roles are for company admins, and another company's role is not there", async () => {
  const { create, person, names, role } = await openCompany();
  const { body: own } = await create("Buyer");
  const { token } = await person({ roleId: await role("Helper") });
  const params = { id: own.id };
  const refused = [
    await testServer.call(roles, { token }),
    await testServer.call(findRole, { token, params }),
    await testServer.call(createRole, { token, body: { name: "Mine" } }),
    await testServer.call(updateRole, { token, params, body: { can_impersonate: true } }),
    await testServer.call(deleteRole, { token, params }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect((await testServer.call(deleteRole, { params })).status).toBe(401);
  const other = await openCompany();
  for (const { status } of [
    await other.find(own.id),
    await other.find("nothing"),
    await other.update(own.id, { name: "Taken over" }),
    await other.remove(own.id),
  ]) {
    expect(status).toBe(404);
  }
  expect(await names()).toEqual(["Buyer", "Helper"]);
});

test("the order tracking switch takes a company with order tracking", async () => {
  const { create, update, find } = await openCompany({ tracking: false });
  const { body: buyer } = await create("Buyer");
  expect((await update(buyer.id, { can_view_order_tracking: true })).status).toBe(403);
  expect((await update(buyer.id, { name: "Other", can_view_order_tracking: true })).status).toBe(403);
  expect((await find(buyer.id)).body).toEqual(buyer);
});

test("a role that users have stays, with their number; those who were deleted keep nothing back", async () => {
  const { create, remove, person, names } = await openCompany();
  const { body: buyer } = await create("Buyer");
  const [ann, ben] = [await person({ roleId: buyer.id }), await person({ roleId: buyer.id })];
  expect(await remove(buyer.id)).toMatchObject({
    status: 409,
    body: { code: "role.in_use", detail: "2 users have this role: give them another one first." },
  });
  const drop = (id: number) => testServer.sql("update users set deleted_at = now() where id = $1", [id]);
  await drop(ann.id);
  expect(await remove(buyer.id)).toMatchObject({
    status: 409,
    body: { detail: "1 user has this role: give them another one first." },
  });
  expect(await names()).toEqual(["Buyer"]);
  await drop(ben.id);
  expect((await remove(buyer.id)).status).toBe(200);
});

test("a role takes its approval rule along, unless an order waits for it (APPR-051 partly, CONF-022)", async () => {
  const { create, find, remove, rule, order, companyId, token, approve, audited } = await openCompany();
  const { body: finance } = await create("Finance");
  await rule({ roleId: finance.id, limit: 0 });
  expect((await find(finance.id)).body.has_approval_rule).toBe(true);
  const { identifier } = await order("10.00");
  expect(await remove(finance.id)).toMatchObject({
    status: 409,
    body: {
      detail: "Pending orders have no other eligible approver: approve or reject them first.",
    },
  });
  const rules = () => testServer.sql("select from approval_rules where company_id = $1", [companyId]);
  expect(await rules()).toHaveLength(1);
  // Nobody has the role, so a company admin stands in.
  expect((await approve(token, identifier)).status).toBe(200);
  expect((await remove(finance.id)).status).toBe(200);
  expect(await rules()).toHaveLength(0);
  expect((await audited()).map(({ action }) => action)).toEqual(
    expect.arrayContaining(["approval_rule.deleted", "role.deleted"]),
  );
});

test("a right that is taken from a role is gone with the next request of its users", async () => {
  const { create, update, person } = await openCompany({ tracking: true });
  const { body: buyer } = await create("Buyer");
  const { token } = await person({ roleId: buyer.id });

  const may = async () => (await testServer.call(currentUser, { token })).body.permissions;
  await update(buyer.id, { can_view_order_tracking: true, can_impersonate: true });
  expect(await may()).toEqual(expect.arrayContaining(["order-tracking", "impersonate"]));
  await update(buyer.id, { can_view_order_tracking: false });
  expect(await may()).toEqual(["impersonate"]);
});
