import { orderAccess } from "@mcc/contract/access/access-questions.api.ts";
import { approveOrders, pendingList, requiresApprovalCount } from "@mcc/contract/decisions/decisions.api.ts";
import { beforeAll, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { addDelegation } from "../../testing/delegations.ts";
import { eventually } from "../../testing/eventually.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

/** Sam approves every order at the site, Finance those of 5,000 and more: Fay. */
const setUp = async () => {
  const company = await setUpApprovalCompany(testServer);
  const finance = await company.role("Finance");
  const sam = await company.person({ firstName: "Sam", lastName: "Site" });
  await company.rule({ userId: sam.id, limit: 0, siteIds: [company.site.id] });
  await company.rule({ roleId: finance, limit: 5_000 });
  const fay = await company.person({ firstName: "Fay", lastName: "Finance", roleId: finance });
  const admin = await company.person({ firstName: "Ada", lastName: "Admin", admin: true });
  const delegate = (principal: { id: number }, deputy: { id: number }) =>
    addDelegation(testServer, company.companyId, principal.id, deputy.id);
  /** Who may decide, as the access question of a company admin answers it. */
  const approvers = async (identifier: string) => {
    const { body } = await testServer.call(orderAccess, { token: admin.token, params: { identifier } });
    return body.approvers.map(({ name, by }) => `${name}: ${by}`);
  };
  return { ...company, finance, sam, fay, admin, delegate, approvers };
};
type Company = Awaited<ReturnType<typeof setUp>>;

/** The order is pending, and not for this user, wherever they look. */
const mustNotWaitFor = async (
  { look, approve, reject }: Company,
  { token }: { token: string },
  identifier: string,
) => {
  expect((await look(token, identifier)).body).toMatchObject({
    status: "Pending Approval",
    approvable_by_current_user: false,
    approval_status: "You already took action on this order",
  });
  const { body: rows } = await testServer.call(pendingList.page, { token, query: { identifier } });
  expect(rows.results).toMatchObject([{ identifier, approvable_by_current_user: false }]);
  const { body: mine } = await testServer.call(pendingList.page, {
    token,
    query: { requires_my_approval: "true" },
  });
  expect(mine.results).toEqual([]);
  expect((await testServer.call(requiresApprovalCount, { token })).body.count).toBe(0);
  expect((await approve(token, identifier)).status).toBe(409);
  expect((await reject(token, identifier)).status).toBe(409);
  const { body: bulk } = await testServer.call(approveOrders, {
    token,
    body: { orders: [{ identifier, total: "6000.00" }] },
  });
  expect(bulk.results).toMatchObject([{ identifier, result: "already_approved" }]);
};

test("a site approver who is the deputy of finance does not close the step of finance, too, and is not asked to (DELE-009)", async () => {
  const company = await setUp();
  const { sam, fay, delegate, order, approve, approvers, companyId } = company;
  await delegate(fay, sam);
  const { identifier } = await order("6000.00");
  const approved = await approve(sam.token, identifier);
  expect(approved.body).toMatchObject({
    status: "Pending Approval",
    next_approvers: { names: ["Fay Finance"], deputies: [] },
    approval_steps: [
      { acted_by: "Sam Site", acted_for: null, entitlement: "user" },
      { name: "Finance", state: "open", acted_by: null },
    ],
  });
  await mustNotWaitFor(company, sam, identifier);
  expect(await approvers(identifier)).toEqual(["Fay Finance: role"]);
  const recipients = await eventually(async () => {
    const sent = await testServer.sql<{ recipient: string }>(
      `select distinct recipient from messages join order_steps step
           on messages.sent_for like 'approval:' || step.id || '%'
         where messages.company_id = $1 and step.is_current and step.notified_at is not null`,
      [companyId],
    );
    expect(sent).not.toEqual([]);
    return sent.map(({ recipient }) => recipient);
  });
  expect(recipients).toEqual([fay.email]);
  expect((await approve(fay.token, identifier)).body).toMatchObject({
    status: "Accepted",
    approval_steps: [{ acted_by: "Sam Site" }, { acted_by: "Fay Finance", acted_for: null }],
  });
});

test("who approved as a deputy does not fulfil a step of their own: a colleague does, else company admins (DELE-009)", async () => {
  const company = await setUp();
  const { sam, fay, admin, finance, delegate, order, approve, approvers, person } = company;
  await delegate(sam, fay);
  const { identifier } = await order("6000.00");
  expect((await approve(fay.token, identifier)).body).toMatchObject({
    status: "Pending Approval",
    approval_steps: [{ acted_by: "Fay Finance", acted_for: "Sam Site" }, { state: "open" }],
    next_approvers: { names: ["Ada Admin"], stand_in: true },
  });
  await mustNotWaitFor(company, fay, identifier);
  expect(await approvers(identifier)).toEqual(["Ada Admin: stand-in"]);
  const { body: count } = await testServer.call(requiresApprovalCount, { token: admin.token });
  expect(count).toEqual({ count: 1 });
  const bob = await person({ firstName: "Bob", lastName: "Books", roleId: finance });
  expect(await approvers(identifier)).toEqual(["Bob Books: role"]);
  expect((await approve(bob.token, identifier)).body.status).toBe("Accepted");
});

test("the deputy of two approvers decides for one of them, and the principals stay eligible by their own right (DELE-009)", async () => {
  const company = await setUp();
  const { sam, fay, delegate, order, approve, approvers, person } = company;
  const dee = await person({ firstName: "Dee", lastName: "Deputy" });
  await delegate(sam, dee);
  await delegate(fay, dee);
  const first = await order("6000.00");
  expect((await approve(dee.token, first.identifier)).body.status).toBe("Pending Approval");
  await mustNotWaitFor(company, dee, first.identifier);
  expect(await approvers(first.identifier)).toEqual(["Fay Finance: role"]);
  expect((await approve(fay.token, first.identifier)).body.status).toBe("Accepted");
});

test("an approval as a deputy does not count for a later step of the same principal, who decides it themselves (DELE-009)", async () => {
  const { sam, delegate, order, approve, approvers, person, finance } = await setUp();
  const dee = await person({ firstName: "Dee", lastName: "Deputy" });
  await testServer.sql("update users set role_id = $2 where id = $1", [sam.id, finance]);
  await delegate(sam, dee);
  const { identifier } = await order("6000.00");
  expect((await approve(dee.token, identifier)).body.status).toBe("Pending Approval");
  expect(await approvers(identifier)).toEqual(["Fay Finance: role", "Sam Site: role"]);
  expect((await approve(sam.token, identifier)).body.status).toBe("Accepted");
});
