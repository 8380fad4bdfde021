import { beforeAll, describe, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const item = (sku: string, price: string) => ({
  product: sku,
  sku,
  text: sku,
  quantity: 1,
  base_unit_price_value: price,
});
/** 4,500 in all, 100,000 without the credit. */
const CREDITED = [item("RIG", "99000.00"), item("HOSE", "1000.00"), item("CREDIT", "-95500.00")];

/** Site approvers for every order, finance from 5,000, the board from 50,000: one user each. */
const threeSteps = async () => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const [site, finance, board] = [
    await approvalCompany.role("Site"),
    await approvalCompany.role("Finance"),
    await approvalCompany.role("Board"),
  ];
  await approvalCompany.rule({ roleId: site, limit: 0 });
  await approvalCompany.rule({ roleId: finance, limit: 5_000 });
  await approvalCompany.rule({ roleId: board, limit: 50_000 });
  return {
    ...approvalCompany,
    sam: await approvalCompany.person({ roleId: site, firstName: "Sam" }),
    fay: await approvalCompany.person({ roleId: finance, firstName: "Fay" }),
    bea: await approvalCompany.person({ roleId: board, firstName: "Bea" }),
  };
};

const stepsOf = async (orderId: number) =>
  (
    await testServer.sql<{ name: string; state: string; is_current: boolean }>(
      "select name, state, is_current from order_steps where order_id = $1 order by position",
      [orderId],
    )
  ).map(({ name, state, is_current }) => `${name} ${state}${is_current ? " now" : ""}`);

describe("removing a credit", () => {
  test("requests the approvals that the larger total needs (APPR-047)", async () => {
    const { order, approve, remove, sam, fay, bea } = await threeSteps();
    const { identifier, id } = await order("0", { lines: CREDITED });
    expect(await stepsOf(id)).toEqual(["Site open now"]);
    const { body } = await remove(sam.token, identifier, "CREDIT");
    expect(body).toMatchObject({
      status: "Pending Approval",
      taxful_total_price_value: "100000.00",
      approval_steps: [{ name: "Site" }, { name: "Finance" }, { name: "Board" }],
    });
    expect((await approve(sam.token, identifier)).body.status).toBe("Pending Approval");
    expect((await approve(fay.token, identifier)).body.status).toBe("Pending Approval");
    expect((await approve(bea.token, identifier)).body.status).toBe("Accepted");
  });

  test("reopens a step that an earlier removal had dropped, and keeps approvals (APPR-047)", async () => {
    const { order, approve, remove, sam, fay, bea } = await threeSteps();
    const lines = [item("RIG", "99000.00"), item("PUMP", "5000.00"), item("CREDIT", "-50000.00")];
    const { identifier, id } = await order("0", { lines });
    await approve(sam.token, identifier);
    await remove(fay.token, identifier, "PUMP");
    expect(await stepsOf(id)).toEqual(["Site done", "Finance open now", "Board dropped"]);
    const { body } = await remove(fay.token, identifier, "CREDIT");
    expect(body.approved_by).toMatchObject([{ username: sam.username }]);
    expect(body.approval_steps[0]).toMatchObject({ acted_total: "54000.00" });
    expect(body.approval_steps[0]?.changed_at).not.toBeNull();
    expect(await stepsOf(id)).toEqual(["Site done", "Finance open now", "Board dropped", "Board open"]);
    expect((await approve(fay.token, identifier)).body.status).toBe("Pending Approval");
    expect((await approve(bea.token, identifier)).body.status).toBe("Accepted");
  });

  test("completes steps that open for a user who has already approved (APPR-043, APPR-047)", async () => {
    const { order, approve, remove, rule, sam, fay, site } = await threeSteps();
    const lines = [item("RIG", "99000.00"), item("HOSE", "1000.00"), item("CREDIT", "-94000.00")];
    const { identifier, id } = await order("0", { lines });
    await approve(sam.token, identifier);
    await rule({ userId: sam.id, limit: 0, siteIds: [site.id] });
    const { body } = await remove(fay.token, identifier, "CREDIT");
    expect(body.current_required_approval).toEqual({ name: "Finance" });
    expect(body.approval_steps[1]).toMatchObject({ type: "user", state: "done", entitlement: "earlier" });
    expect((await stepsOf(id)).slice(2)).toEqual(["Finance open now", "Board open"]);
    expect((await approve(fay.token, identifier)).body.current_required_approval).toEqual({ name: "Board" });
  });

  test("inserts a step before the current one where its limit is lower (APPR-047)", async () => {
    const { order, remove, rule, person, sam, site } = await threeSteps();
    const { identifier, id } = await order("0", { lines: CREDITED });
    const bob = await person({ firstName: "Bob", lastName: "Buyer" });
    await rule({ userId: bob.id, limit: 0, siteIds: [site.id] });
    const { body } = await remove(sam.token, identifier, "CREDIT");
    expect(body.approvable_by_current_user).toBe(false);
    expect(await stepsOf(id)).toEqual(["Bob Buyer open now", "Site open", "Finance open", "Board open"]);
  });
});
