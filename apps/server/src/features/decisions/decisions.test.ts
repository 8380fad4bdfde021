import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

type Person = Awaited<ReturnType<ApprovalCompany["person"]>>;

/** Site approvers for every order, finance from 500, the board from 5,000: one user each, and a company admin. */
const threeSteps = async () => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const [siteRole, finance, board] = [
    await approvalCompany.role("Site"),
    await approvalCompany.role("Finance"),
    await approvalCompany.role("Board"),
  ];
  await approvalCompany.rule({ roleId: siteRole, limit: 0 });
  await approvalCompany.rule({ roleId: finance, limit: 500 });
  await approvalCompany.rule({ roleId: board, limit: 5_000 });
  const named = (roleId: number, firstName: string) =>
    approvalCompany.person({ roleId, firstName, lastName: "Approver" });
  return {
    ...approvalCompany,
    siteRole,
    finance,
    board,
    sam: await named(siteRole, "Sam"),
    fay: await named(finance, "Fay"),
    bea: await named(board, "Bea"),
    admin: await approvalCompany.person({ admin: true, firstName: "Ada", lastName: "Admin" }),
  };
};

const stepsOf = (orderId: number) =>
  testServer.sql(
    "select position, state, acted_by_name, entitlement from order_steps where order_id = $1 order by position",
    [orderId],
  );
const eventsOf = async (identifier: string) =>
  (
    await testServer.sql<{ type: string }>(
      "select type from events where payload->>'identifier' = $1 order by created_at",
      [identifier],
    )
  ).map(({ type }) => type);

describe("approving", () => {
  test("completes the steps one approver after the other, and the last one accepts the order (APPR-013, APPR-036, APPR-046)", async () => {
    const { order, approve, sam, fay, bea } = await threeSteps();
    const { identifier, id } = await order("6000.00");
    const first = await approve(sam.token, identifier);
    expect(first).toMatchObject({
      status: 200,
      body: {
        status: "Pending Approval",
        current_required_approval: { name: "Finance" },
        approvable_by_current_user: false,
        approval_status: "You already took action on this order",
        approved_by: [{ username: sam.username, name: "Sam Approver" }],
        approved_by_count: 1,
      },
    });
    expect(await eventsOf(identifier)).toEqual([]);
    expect((await approve(fay.token, identifier)).body.current_required_approval).toEqual({ name: "Board" });
    const last = await approve(bea.token, identifier);
    expect(last.body).toMatchObject({
      status: "Accepted",
      current_required_approval: null,
      approved_by_count: 3,
    });
    expect(await eventsOf(identifier)).toEqual(["order.approved"]);
    expect(await stepsOf(id)).toEqual([
      { position: 1, state: "done", acted_by_name: "Sam Approver", entitlement: "role" },
      { position: 2, state: "done", acted_by_name: "Fay Approver", entitlement: "role" },
      { position: 3, state: "done", acted_by_name: "Bea Approver", entitlement: "role" },
    ]);
  });

  test("and rejecting return the order as its page then reads it (APPR-027, APPR-029)", async () => {
    const { order, approve, reject, look, finance, person, rule, site, sam, fay, bea } = await threeSteps();
    await rule({ userId: (await person({ firstName: "Una" })).id, limit: -1, siteIds: [site.id] });
    await person({ roleId: finance, firstName: "Abe", lastName: "Approver" });
    for (const last of [approve, reject]) {
      const { identifier } = await order("6000.00");
      for (const [act, { token }] of [
        [approve, sam],
        [approve, fay],
        [last, bea],
      ] as const) {
        const { body } = await act(token, identifier);
        expect(body).toEqual((await look(token, identifier)).body);
      }
    }
  });

  test("accepts no body, an empty body and an empty object (APPR-013)", async () => {
    const { order, sam } = await threeSteps();
    const headers = { authorization: `JWT ${sam.token}` };
    const json = { ...headers, "content-type": "application/json" };
    for (const request of [{ headers }, { headers: json }, { headers: json, body: "{}" }]) {
      const { identifier } = await order("10.00");
      const answer = await fetch(`${testServer.address}/api/orders/${identifier}/approve/`, {
        method: "POST",
        ...request,
      });
      expect(answer.status).toBe(200);
    }
  });

  test("out of order, with another role or without one is refused and changes nothing (APPR-041)", async () => {
    const { order, approve, reject, person, fay, admin } = await threeSteps();
    const { identifier, id } = await order("6000.00");
    const withoutRole = await person();
    for (const { token } of [fay, admin]) {
      for (const answer of [await approve(token, identifier), await reject(token, identifier, "no")]) {
        expect(answer).toMatchObject({
          status: 403,
          body: { detail: "This order is not waiting for your approval.", code: "approval.not_yours" },
        });
      }
    }
    expect(await approve(withoutRole.token, identifier)).toMatchObject({
      status: 403,
      body: { code: "access.denied" },
    });
    expect(await stepsOf(id)).toMatchObject([{ state: "open" }, { state: "open" }, { state: "open" }]);
    expect(await testServer.sql("select 1 from order_approvals where order_id = $1", [id])).toEqual([]);
    expect(await eventsOf(identifier)).toEqual([]);
  });

  test("twice is a conflict with the message of the screen, also when the order is accepted (APPR-015, APPR-042)", async () => {
    const { order, approve, reject, sam, fay } = await threeSteps();
    const { identifier, id } = await order("600.00");
    await approve(sam.token, identifier);
    for (const again of [await approve(sam.token, identifier), await reject(sam.token, identifier)]) {
      expect(again).toMatchObject({
        status: 409,
        body: { detail: "You already have approved this order", code: "order.already_approved" },
      });
    }
    expect((await approve(fay.token, identifier)).body.status).toBe("Accepted");
    expect((await approve(sam.token, identifier)).status).toBe(409);
    expect(await testServer.sql("select 1 from order_approvals where order_id = $1", [id])).toHaveLength(2);
  });

  test("an order that is no longer pending is refused with a message (APPR-053)", async () => {
    const { order, approve, reject, person, siteRole, sam } = await threeSteps();
    const other = await person({ roleId: siteRole });
    const { identifier } = await order("100.00");
    expect((await approve(sam.token, identifier)).body.status).toBe("Accepted");
    for (const late of [
      await approve(other.token, identifier),
      await reject(other.token, identifier, "late"),
    ]) {
      expect(late).toMatchObject({
        status: 400,
        body: { detail: "This order is no longer waiting for approval" },
      });
    }
  });
});

describe("who may act", () => {
  const mayAct = async ({ look }: ApprovalCompany, { token }: Person, identifier: string) =>
    (await look(token, identifier)).body.approvable_by_current_user;

  test("on a role's step are its holders who see the site (APPR-038, APPR-040)", async () => {
    const approvalCompany = await threeSteps();
    const elsewhere = await approvalCompany.addSite();
    const far = await approvalCompany.person({ roleId: approvalCompany.siteRole, sites: [elsewhere] });
    const { identifier } = await approvalCompany.order("100.00");
    expect(await mayAct(approvalCompany, approvalCompany.sam, identifier)).toBe(true);
    expect(await mayAct(approvalCompany, approvalCompany.fay, identifier)).toBe(false);
    expect((await approvalCompany.look(far.token, identifier)).status).toBe(404);
    expect((await approvalCompany.approve(far.token, identifier)).status).toBe(404);
    expect((await approvalCompany.look(approvalCompany.sam.token, identifier)).body).toMatchObject({
      approval_status: "Waiting for you",
      next_approvers: { count: 1, names: ["Sam Approver"], stand_in: false, deputies: [] },
    });
    expect((await approvalCompany.look(approvalCompany.fay.token, identifier)).body.approval_status).toBe(
      "Waiting for Site",
    );
  });

  test("on a user's step is that user (APPR-037, APPR-036)", async () => {
    const approvalCompany = await setUpApprovalCompany(testServer);
    const uma = await approvalCompany.person({ firstName: "Uma", lastName: "User" });
    const other = await approvalCompany.person();
    await approvalCompany.rule({ userId: uma.id, limit: 0, siteIds: [approvalCompany.site.id] });
    await approvalCompany.rule({ userId: other.id, limit: 1_000, siteIds: [approvalCompany.site.id] });
    const { identifier, id } = await approvalCompany.order("100.00");
    expect((await approvalCompany.look(uma.token, identifier)).body.current_required_approval).toEqual({
      name: "Uma User",
    });
    expect((await approvalCompany.approve(other.token, identifier)).status).toBe(403);
    expect((await approvalCompany.approve(uma.token, identifier)).body.status).toBe("Accepted");
    expect(await stepsOf(id)).toMatchObject([{ entitlement: "user" }]);
  });

  test("a blanket approver completes every step at once, by role or by a rule at the site (APPR-039)", async () => {
    const approvalCompany = await threeSteps();
    const blanket = await approvalCompany.role("Blanket");
    await approvalCompany.rule({ roleId: blanket, limit: -1 });
    const byRole = await approvalCompany.person({ roleId: blanket });
    const far = await approvalCompany.addSite();
    const byName = await approvalCompany.person({ sites: [approvalCompany.site, far] });
    await approvalCompany.rule({ userId: byName.id, limit: -1, siteIds: [approvalCompany.site.id] });
    const one = await approvalCompany.order("9000.00");
    expect(await mayAct(approvalCompany, byRole, one.identifier)).toBe(true);
    expect((await approvalCompany.approve(byRole.token, one.identifier)).body).toMatchObject({
      status: "Accepted",
      approved_by_count: 1,
    });
    expect(await stepsOf(one.id)).toMatchObject(Array(3).fill({ state: "done", entitlement: "blanket" }));
    const two = await approvalCompany.order("9000.00");
    await approvalCompany.approve(approvalCompany.sam.token, two.identifier);
    expect((await approvalCompany.approve(byName.token, two.identifier)).body.status).toBe("Accepted");
    expect(await stepsOf(two.id)).toMatchObject([
      { entitlement: "role" },
      { entitlement: "blanket" },
      { entitlement: "blanket" },
    ]);
    const uncovered = await approvalCompany.order("100.00", { site: far });
    expect(await mayAct(approvalCompany, byName, uncovered.identifier)).toBe(false);
    expect((await approvalCompany.approve(byName.token, uncovered.identifier)).status).toBe(403);
  });

  test("with hierarchy a blanket rule covers the sites below its node that the user sees (APPR-039)", async () => {
    const approvalCompany = await setUpApprovalCompany(testServer, { hierarchy: true });
    const [group] = await testServer.sql<{ id: number }>(
      "insert into organization_groups (company_id, name) values ($1, 'Area') returning id",
      [approvalCompany.companyId],
    );
    const node = async (name: string, parent: number | null) => {
      const [row] = await testServer.sql<{ id: number }>(
        "insert into organization_nodes (company_id, parent_id, group_id, name) values ($1, $2, $3, $4) returning id",
        [approvalCompany.companyId, parent, group?.id, name],
      );
      return Number(row?.id);
    };
    const root = await node("Root", null);
    const north = await node("North", root);
    const camp = await approvalCompany.addSite({ nodeId: await node("Camp", north) });
    const south = await approvalCompany.addSite({ nodeId: await node("South", root) });
    const roleId = await approvalCompany.role("Area");
    await approvalCompany.rule({ roleId, limit: 0 });
    const boss = await approvalCompany.person({ nodeId: root, sites: [] });
    await approvalCompany.rule({ userId: boss.id, limit: -1, nodeIds: [north] });
    const holder = await approvalCompany.person({ roleId, nodeId: north, sites: [] });
    const limited = await approvalCompany.person({ roleId, nodeId: root, sites: [] });
    await testServer.sql("insert into policy_sites (company_id, user_id, site_id) values ($1, $2, $3)", [
      approvalCompany.companyId,
      limited.id,
      south.id,
    ]);
    const atCamp = await approvalCompany.order("50.00", { site: camp });
    const atSouth = await approvalCompany.order("50.00", { site: south });
    expect(await mayAct(approvalCompany, boss, atCamp.identifier)).toBe(true);
    expect(await mayAct(approvalCompany, boss, atSouth.identifier)).toBe(false);
    expect(await mayAct(approvalCompany, holder, atCamp.identifier)).toBe(true);
    expect(await mayAct(approvalCompany, limited, atSouth.identifier)).toBe(true);
    expect((await approvalCompany.approve(limited.token, atCamp.identifier)).status).toBe(404);
    expect((await approvalCompany.approve(holder.token, atSouth.identifier)).status).toBe(404);
    expect((await approvalCompany.approve(boss.token, atSouth.identifier)).status).toBe(403);
    expect((await approvalCompany.approve(boss.token, atCamp.identifier)).body.status).toBe("Accepted");
  });

  test("users may not approve orders they placed, unless the company allows it (APPR-044)", async () => {
    const approvalCompany = await threeSteps();
    const { order, approve, sam, siteRole, person, companyId } = approvalCompany;
    const colleague = await person({ roleId: siteRole });
    const own = await order("100.00", { creator: sam.username });
    const isBarred = async ({ token }: Person, { identifier }: { identifier: string }) =>
      (await approvalCompany.look(token, identifier)).body.barred_as_placer;
    expect(await mayAct(approvalCompany, sam, own.identifier)).toBe(false);
    expect(await isBarred(sam, own)).toBe(true);
    expect(await isBarred(colleague, own)).toBe(false);
    expect((await approve(sam.token, own.identifier)).status).toBe(403);
    expect((await approve(colleague.token, own.identifier)).body.status).toBe("Accepted");
    expect(await isBarred(sam, own)).toBe(false);
    const next = await order("100.00", { creator: sam.username });
    await testServer.sql(
      "update company_configurations set allow_self_approval = true where company_id = $1",
      [companyId],
    );
    expect(await mayAct(approvalCompany, sam, next.identifier)).toBe(true);
    expect(await isBarred(sam, next)).toBe(false);
    expect((await approve(sam.token, next.identifier)).body.status).toBe("Accepted");
  });

  test("company admins may act when there is no other eligible approver, and only then (APPR-052)", async () => {
    const approvalCompany = await threeSteps();
    const { order, approve, look, sam, admin, fay } = approvalCompany;
    const { identifier, id } = await order("600.00");
    expect((await approve(admin.token, identifier)).status).toBe(403);
    expect((await look(admin.token, identifier)).body.approval_status).toBe("Waiting for Site");
    await testServer.sql("update users set role_id = null where id = $1", [sam.id]);
    expect((await look(admin.token, identifier)).body).toMatchObject({
      approvable_by_current_user: true,
      approval_status: "Waiting for you",
      next_approvers: { count: 1, names: ["Ada Admin"], stand_in: true, deputies: [] },
    });
    expect((await approve(admin.token, identifier)).body.current_required_approval).toEqual({
      name: "Finance",
    });
    expect((await approve(fay.token, identifier)).body.status).toBe("Accepted");
    expect(await stepsOf(id)).toMatchObject([{ entitlement: "stand-in" }, { entitlement: "role" }]);
  });

  test("company admins may also act when the only approver placed the order (APPR-052, APPR-044)", async () => {
    const approvalCompany = await threeSteps();
    const { identifier } = await approvalCompany.order("100.00", { creator: approvalCompany.sam.username });
    expect(
      (await approvalCompany.look(approvalCompany.admin.token, identifier)).body.approvable_by_current_user,
    ).toBe(true);
    expect((await approvalCompany.approve(approvalCompany.admin.token, identifier)).body.status).toBe(
      "Accepted",
    );
  });
});

describe("a step that opens", () => {
  test("completes automatically when an entitled user has already approved (APPR-043, APPR-056)", async () => {
    const approvalCompany = await threeSteps();
    await approvalCompany.rule({
      userId: approvalCompany.fay.id,
      limit: 0,
      siteIds: [approvalCompany.site.id],
    });
    const { identifier, id } = await approvalCompany.order("600.00");
    expect(
      (await approvalCompany.look(approvalCompany.fay.token, identifier)).body.current_required_approval,
    ).toEqual({
      name: "Fay Approver",
    });
    await approvalCompany.approve(approvalCompany.fay.token, identifier);
    const { body } = await approvalCompany.approve(approvalCompany.sam.token, identifier);
    expect(body.status).toBe("Accepted");
    expect(await stepsOf(id)).toEqual([
      { position: 1, state: "done", acted_by_name: "Fay Approver", entitlement: "user" },
      { position: 2, state: "done", acted_by_name: "Sam Approver", entitlement: "role" },
      { position: 3, state: "done", acted_by_name: "Fay Approver", entitlement: "earlier" },
    ]);
    expect(body.approved_by).toHaveLength(2);
  });

  test("shows for each step who acted, when and by which entitlement, and who is next (APPR-029, APPR-056)", async () => {
    const { order, approve, look, sam, bea } = await threeSteps();
    const { identifier } = await order("6000.00");
    const before = Date.now();
    await approve(sam.token, identifier);
    const { body } = await look(bea.token, identifier);
    expect(body.approval_steps).toMatchObject([
      {
        position: 1,
        type: "role",
        name: "Site",
        limit: 0,
        state: "done",
        is_current: false,
        acted_by: "Sam Approver",
        entitlement: "role",
      },
      {
        position: 2,
        name: "Finance",
        limit: 500,
        state: "open",
        is_current: true,
        acted_by: null,
        acted_at: null,
      },
      { position: 3, name: "Board", limit: 5_000, state: "open", is_current: false, entitlement: null },
    ]);
    expect(Date.parse(body.approval_steps[0]?.acted_at ?? "")).toBeGreaterThanOrEqual(before - 1_000);
    expect(body.next_approvers).toEqual({ count: 1, names: ["Fay Approver"], stand_in: false, deputies: [] });
  });
});

describe("rejecting", () => {
  test("is final, with the reason and the step it ended at (APPR-019, APPR-045)", async () => {
    const { order, approve, reject, look, sam, fay, bea } = await threeSteps();
    const { identifier, id } = await order("6000.00");
    await approve(sam.token, identifier);
    const { status, body } = await reject(fay.token, identifier, "Too dear.\nAsk again in May.");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "Rejected",
      rejected_by: [{ username: fay.username, name: "Fay Approver", note: "Too dear.\nAsk again in May." }],
      approved_by: [{ username: sam.username }],
      current_required_approval: null,
      approval_status: "You already took action on this order",
      next_approvers: null,
    });
    expect(await stepsOf(id)).toMatchObject([
      { state: "done" },
      { state: "rejected", acted_by_name: "Fay Approver", entitlement: "role" },
      { state: "dropped", acted_by_name: null },
    ]);
    expect((await approve(bea.token, identifier)).status).toBe(400);
    expect((await look(bea.token, identifier)).body.approval_status).toBeNull();
    expect(await eventsOf(identifier)).toEqual(["order.rejected"]);
  });

  test("accepts no reason, an empty one and a very long one (APPR-020)", async () => {
    const { order, reject, look, sam } = await threeSteps();
    const long = "x".repeat(20_000);
    for (const [note, kept] of [
      [undefined, ""],
      ["", ""],
      [long, long],
    ] as const) {
      const { identifier } = await order("10.00");
      expect((await reject(sam.token, identifier, note)).status).toBe(200);
      expect((await look(sam.token, identifier)).body.rejected_by[0]?.note).toBe(kept);
      // A list shows only the beginning: otherwise it would be as long as all reasons together.
      const { body } = await testServer.call(orderList.page, { token: sam.token, query: { identifier } });
      expect(body.results[0]?.rejected_by[0]?.note).toBe(kept.slice(0, 200));
    }
    const { identifier } = await order("10.00");
    expect(await reject(sam.token, identifier, 5 as never)).toMatchObject({
      status: 400,
      body: { note: ["This field must be text."] },
    });
  });

  test("and approving are audited", async () => {
    const { order, approve, reject, sam, fay } = await threeSteps();
    const { identifier } = await order("600.00");
    await approve(sam.token, identifier);
    await reject(fay.token, identifier, "No.");
    expect(
      await testServer.sql(
        "select action, actor_id, details from audit_entries where record_id = $1 order by id",
        [identifier],
      ),
    ).toMatchObject([
      { action: "order.approved", actor_id: sam.id, details: { status: "Pending Approval" } },
      { action: "order.rejected", actor_id: fay.id, details: { note: "No." } },
    ]);
  });
});

describe("removing a line", () => {
  const LINES = [
    { product: "A", sku: "A", text: "Pump", quantity: 1, base_unit_price_value: "5500.00" },
    { product: "B", sku: "B", text: "Hose", quantity: 1, base_unit_price_value: "450.00" },
    { product: "C", sku: "C", text: "Clamp", quantity: 1, base_unit_price_value: "60.00" },
  ];

  test("drops open steps above the new total and keeps approvals (APPR-047)", async () => {
    const { order, approve, remove, sam, fay } = await threeSteps();
    const { identifier, id } = await order("0", { lines: LINES });
    await approve(sam.token, identifier);
    const { body } = await remove(fay.token, identifier, "A");
    expect(body).toMatchObject({
      status: "Pending Approval",
      taxful_total_price_value: "510.00",
      approved_by: [{ username: sam.username }],
      current_required_approval: { name: "Finance" },
    });
    expect(await stepsOf(id)).toMatchObject([{ state: "done" }, { state: "open" }, { state: "dropped" }]);
  });

  test("accepts the order when no open step is left, and reports it (APPR-048)", async () => {
    const { order, approve, remove, sam, fay } = await threeSteps();
    const { identifier } = await order("0", { lines: LINES });
    await approve(sam.token, identifier);
    await remove(fay.token, identifier, "A");
    expect((await remove(fay.token, identifier, "B")).body.status).toBe("Accepted");
    expect(await eventsOf(identifier)).toContain("order.approved");
    expect((await approve(fay.token, identifier)).status).toBe(400);
  });
});
