import { orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { pendingCount, pendingList, requiresApprovalCount } from "@mcc/contract/orders/pending.api.ts";
import { searchRecords } from "@mcc/contract/search/search.api.ts";
import { beforeAll, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { addDelegation } from "../../testing/delegations.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

/** Ann approves every order at the first site, Finance those of 1,000 and more; Dee sees another site only. */
const setUp = async () => {
  const company = await setUpApprovalCompany(testServer);
  const finance = await company.role("Finance");
  const ann = await company.person({ firstName: "Ann", lastName: "Away" });
  await company.rule({ userId: ann.id, limit: 0, siteIds: [company.site.id] });
  await company.rule({ roleId: finance, limit: 1_000 });
  const fay = await company.person({ firstName: "Fay", lastName: "Finance", roleId: finance });
  const other = await company.addSite();
  const dee = await company.person({ firstName: "Dee", lastName: "Deputy", sites: [other] });
  const admin = await company.person({ firstName: "Ada", lastName: "Admin", admin: true });
  const delegate = (
    principal: { id: number },
    deputy: { id: number },
    more: Parameters<typeof addDelegation>[4] = {},
  ) => addDelegation(testServer, company.companyId, principal.id, deputy.id, more);
  const counts = async (token: string) => ({
    pending: (await testServer.call(pendingCount, { token })).body.count,
    mine: (await testServer.call(requiresApprovalCount, { token })).body.count,
  });
  const listed = async (token: string, query: Record<string, string> = {}) => {
    const { body } = await testServer.call(pendingList.page, { token, query });
    return body.results.map(({ identifier }) => identifier);
  };
  return { ...company, finance, ann, fay, dee, other, admin, delegate, counts, listed };
};

test("a deputy may act on exactly the steps of the principal, and the step says for whom (DELE-002, DELE-006)", async () => {
  const { ann, dee, fay, delegate, order, approve, look, counts, listed } = await setUp();
  const { identifier } = await order("1500.00");
  expect(await counts(dee.token)).toEqual({ pending: 0, mine: 0 });
  await delegate(ann, dee, { note: "Back on Monday" });
  expect(await counts(dee.token)).toEqual({ pending: 1, mine: 1 });
  expect(await listed(dee.token)).toEqual([identifier]);
  expect(await listed(dee.token, { requires_my_approval: "true" })).toEqual([identifier]);
  const seen = await look(dee.token, identifier);
  expect(seen.body).toMatchObject({
    approvable_by_current_user: true,
    approval_status: "Waiting for you",
    next_approvers: {
      names: ["Ann Away"],
      deputies: [{ name: "Dee Deputy", principal: "Ann Away", note: "Back on Monday", is_you: true }],
    },
  });
  const approved = await approve(dee.token, identifier);
  expect(approved).toMatchObject({ status: 200, body: { status: "Pending Approval" } });
  expect(approved.body.approved_by).toEqual([
    { username: dee.username, name: "Dee Deputy", principal: "Ann Away" },
  ]);
  const [step, next] = (await look(fay.token, identifier)).body.approval_steps;
  expect(step).toMatchObject({
    state: "done",
    acted_by: "Dee Deputy",
    acted_for: "Ann Away",
    entitlement: "deputy",
  });
  expect(next).toMatchObject({ is_current: true, name: "Finance", acted_for: null });
  // Finance is not Ann's: neither is it Dee's.
  expect(await approve(dee.token, identifier)).toMatchObject({ status: 409 });
  const [audited] = await testServer.sql<{ actor_name: string; on_behalf_of: string }>(
    "select actor_name, on_behalf_of from audit_entries where action = 'order.approved' and record_id = $1",
    [identifier],
  );
  expect(audited).toEqual({ actor_name: "Dee Deputy", on_behalf_of: "Ann Away" });
});

test("not before the start, not after the end, not above the cap and not elsewhere (DELE-002)", async () => {
  const { ann, dee, delegate, order, approve, look, counts, other, site, person } = await setUp();
  const { identifier } = await order("500.00");
  const expectNothing = async () => {
    expect((await look(dee.token, identifier)).status).toBe(404);
    expect([403, 404]).toContain((await approve(dee.token, identifier)).status);
    expect(await counts(dee.token)).toEqual({ pending: 0, mine: 0 });
  };
  const tomorrow = await delegate(ann, dee, { starts: "1 day", ends: "2 days" });
  await expectNothing();
  await tomorrow.end();
  await (await delegate(ann, dee, { starts: "-2 days", ends: "-1 second" })).end();
  await expectNothing();
  const small = await delegate(ann, dee, { cap: "499.99" });
  await expectNothing();
  await small.end();
  // The limits are the same for a deputy who sees the site anyway.
  const eve = await person();
  for (const limits of [{ cap: "499.99" }, { siteIds: [other.id] }]) {
    const limited = await delegate(ann, eve, limits);
    expect((await approve(eve.token, identifier)).status).toBe(403);
    await limited.end();
  }
  const elsewhere = await delegate(ann, dee, { siteIds: [other.id] });
  await expectNothing();
  await elsewhere.end();
  const exact = await delegate(ann, dee, { cap: "500.00", siteIds: [site.id] });
  expect((await look(dee.token, identifier)).body.approvable_by_current_user).toBe(true);
  await exact.end();
  await expectNothing();
  await delegate(ann, dee);
  expect((await approve(dee.token, identifier)).status).toBe(200);
});

test("the order, its documents and what leads to it are seen while the delegation holds and the step is open, or if they decided (DELE-003)", async () => {
  const { ann, dee, fay, admin, delegate, order, approve, look, listed } = await setUp();
  const first = await order("500.00");
  const second = await order("500.00");
  const documents = async (identifier: string) =>
    (await testServer.call(orderDocumentList.page, { token: dee.token, params: { identifier }, query: {} }))
      .status;
  const found = async (q: string) =>
    (await testServer.call(searchRecords, { token: dee.token, query: { q } })).body.results.map(
      ({ title }) => title,
    );
  const ways = async (identifier: string) => ({
    details: (await look(dee.token, identifier)).status,
    documents: await documents(identifier),
    pending: (await listed(dee.token)).includes(identifier),
    suggested: (
      await testServer.call(pendingList.suggest, {
        token: dee.token,
        query: { field: "identifier", identifier },
      })
    ).body.results,
    found: await found(identifier),
  });
  const unseen = { details: 404, documents: 404, pending: false, suggested: [], found: [] };
  expect(await ways(first.identifier)).toEqual(unseen);
  const delegation = await delegate(ann, dee);
  const seen = ({ identifier }: { identifier: string }) => ({
    details: 200,
    documents: 200,
    pending: true,
    suggested: [identifier],
    found: [identifier],
  });
  expect(await ways(first.identifier)).toEqual(seen(first));
  expect(await ways(second.identifier)).toEqual(seen(second));
  // The list of all orders stays what it was.
  const all = await testServer.call(orderList.page, { token: dee.token, query: {} });
  expect(all.body.count).toBe(0);
  expect((await approve(dee.token, first.identifier)).status).toBe(200);
  expect((await approve(ann.token, second.identifier)).status).toBe(200);
  expect((await look(dee.token, second.identifier)).status).toBe(404);
  await delegation.end();
  // What they decided themselves stays visible to them, the rest does not.
  expect((await look(dee.token, first.identifier)).status).toBe(200);
  expect(await documents(first.identifier)).toBe(200);
  expect(await ways(second.identifier)).toEqual(unseen);
  expect((await look(fay.token, first.identifier)).status).toBe(200);
  expect((await look(admin.token, first.identifier)).status).toBe(200);
});

test("what was delegated to somebody is not theirs to delegate (DELE-004)", async () => {
  const { ann, dee, person, other, delegate, order, approve, look } = await setUp();
  const max = await person({ sites: [other] });
  const { identifier } = await order("500.00");
  await delegate(ann, dee);
  await delegate(dee, max);
  expect((await look(dee.token, identifier)).body.approvable_by_current_user).toBe(true);
  expect((await look(max.token, identifier)).status).toBe(404);
  expect([403, 404]).toContain((await approve(max.token, identifier)).status);
});

test("who placed an order is barred as deputy and as principal, and one user approves once (DELE-005)", async () => {
  const { ann, dee, fay, delegate, order, approve, look, person, other } = await setUp();
  await delegate(ann, dee);
  const byDeputy = await order("500.00", { creator: dee.username });
  expect([403, 404]).toContain((await approve(dee.token, byDeputy.identifier)).status);
  const byPrincipal = await order("500.00", { creator: ann.username });
  expect([403, 404]).toContain((await approve(dee.token, byPrincipal.identifier)).status);
  expect((await look(fay.token, byPrincipal.identifier)).body.next_approvers).toMatchObject({
    names: ["Ada Admin"],
    deputies: [],
  });
  // Somebody who has approved already can neither approve again nor lend their right.
  await delegate(fay, dee);
  const max = await person({ sites: [other] });
  await delegate(fay, max);
  const { identifier } = await order("1500.00");
  expect((await approve(dee.token, identifier)).body.status).toBe("Accepted");
  expect(await approve(dee.token, identifier)).toMatchObject({ status: 409 });
});

test("an escalated step may be decided by the named role, else by company admins, and says so (REMI-004 partly)", async () => {
  const { admin, order, approve, look, counts, role, person, companyId } = await setUp();
  const first = await order("500.00");
  const second = await order("500.00");
  const escalate = (id: number) =>
    testServer.sql("update order_steps set escalated_at = now() where order_id = $1 and is_current", [id]);
  expect((await look(admin.token, first.identifier)).body.approvable_by_current_user).toBe(false);
  await escalate(first.id);
  expect(await counts(admin.token)).toEqual({ pending: 2, mine: 1 });
  expect((await look(admin.token, first.identifier)).body.approvable_by_current_user).toBe(true);
  expect((await approve(admin.token, first.identifier)).body.approval_steps[0]).toMatchObject({
    acted_by: "Ada Admin",
    entitlement: "escalation",
  });
  const roleId = await role("Directors");
  const kim = await person({ firstName: "Kim", lastName: "Director", roleId });
  await testServer.sql("update company_configurations set escalation_role_id = $2 where company_id = $1", [
    companyId,
    roleId,
  ]);
  await escalate(second.id);
  expect((await look(admin.token, second.identifier)).body.approvable_by_current_user).toBe(false);
  expect((await look(kim.token, second.identifier)).body.approvable_by_current_user).toBe(true);
});
