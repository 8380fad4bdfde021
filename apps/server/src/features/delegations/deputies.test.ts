import { createComment, orderComments } from "@mcc/contract/comments/comments.api.ts";
import { pendingCount, pendingList, requiresApprovalCount } from "@mcc/contract/decisions/decisions.api.ts";
import { deputyDecisions } from "@mcc/contract/delegations/delegations.api.ts";
import { downloadDocuments, orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import { orderList, trackingNumbers } from "@mcc/contract/orders/orders.api.ts";
import { searchRecords } from "@mcc/contract/search/search.api.ts";
import { beforeAll, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { addDelegation } from "../../testing/delegations.ts";
import { addDocument, openLink } from "../../testing/documents.ts";
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

/** Every way in which a user may come to an order, as they find it. */
const waysTo =
  (token: string, look: Awaited<ReturnType<typeof setUp>>["look"]) =>
  async ({ identifier }: { identifier: string }) => {
    const ofOrder = { token, params: { identifier } };
    const page = await testServer.call(orderDocumentList.page, { ...ofOrder, query: {} });
    const pending = await testServer.call(pendingList.page, { token, query: { identifier } });
    const suggested = await testServer.call(pendingList.suggest, {
      token,
      query: { field: "identifier", identifier },
    });
    const found = await testServer.call(searchRecords, { token, query: { q: identifier } });
    return {
      details: (await look(token, identifier)).status,
      documents: page.status,
      comments: (await testServer.call(orderComments, ofOrder)).status,
      comment: (await testServer.call(createComment, { ...ofOrder, body: { text: "Why two?" } })).status,
      tracking: (await testServer.call(trackingNumbers, ofOrder)).status,
      pending: pending.body.results.map((row) => row.identifier),
      suggested: suggested.body.results,
      found: found.body.results.map(({ title }) => title),
    };
  };

const UNSEEN = {
  ...{ details: 404, documents: 404, comments: 404, comment: 404, tracking: 404 },
  ...{ pending: [], suggested: [], found: [] },
};
const SEEN = { details: 200, documents: 200, comments: 200, comment: 200, tracking: 200 };

test("the order, its documents, comments and what leads to it are seen while the delegation holds and the step is open or was decided by the deputy, and not afterwards (DELE-003)", async () => {
  const { ann, dee, fay, admin, delegate, order, approve, look, site, companyId } = await setUp();
  const ways = waysTo(dee.token, look);
  const [first, second] = [await order("500.00"), await order("500.00")];
  const document = await addDocument(testServer, { ...site, companyId }, { order: first });
  expect(await ways(first)).toEqual(UNSEEN);
  const delegation = await delegate(ann, dee);
  for (const each of [first, second]) {
    const leads = [each.identifier];
    expect(await ways(each)).toEqual({ ...SEEN, pending: leads, suggested: leads, found: leads });
  }
  // The list of all orders stays what it was.
  const all = await testServer.call(orderList.page, { token: dee.token, query: {} });
  expect(all.body.count).toBe(0);
  expect((await approve(dee.token, first.identifier)).status).toBe(200);
  expect((await approve(ann.token, second.identifier)).status).toBe(200);
  expect((await look(dee.token, first.identifier)).body.status).toBe("Accepted");
  expect(await ways(second)).toEqual(UNSEEN);
  const listed = await testServer.call(orderDocumentList.page, {
    token: dee.token,
    params: { identifier: first.identifier },
    query: {},
  });
  const bundle = await testServer.call(downloadDocuments, {
    token: dee.token,
    query: { document_ids: String(document.id) },
  });
  const links = [listed.body.results[0]?.download_url ?? "", bundle.body.link];
  const opened = async () =>
    Promise.all(links.map(async (link) => (await openLink(testServer, link)).status));
  expect(await opened()).toEqual([200, 200]);

  await delegation.end();
  expect(await ways(first)).toEqual(UNSEEN);
  // Links that were given while the delegation held end with it.
  expect(await opened()).toEqual([404, 404]);
  const again = await testServer.call(downloadDocuments, {
    token: dee.token,
    query: { document_ids: String(document.id) },
  });
  expect(again.status).toBe(404);
  // Another delegation is another matter, even of the same principal.
  await delegate(ann, dee);
  expect((await look(dee.token, first.identifier)).status).toBe(404);
  for (const { token } of [fay, admin]) expect((await look(token, first.identifier)).status).toBe(200);
});

test("a deputy keeps number, site, total, moment and decision of what they decided, also after the order has changed, and nobody else's (DELE-003)", async () => {
  const { ann, dee, fay, delegate, order, approve, reject, remove, site } = await setUp();
  const decisions = async (token: string, query: Record<string, string> = {}) =>
    (await testServer.call(deputyDecisions, { token, query })).body;
  expect(await decisions(dee.token)).toMatchObject({ count: 0, results: [] });
  const delegation = await delegate(ann, dee);
  const lines = ["P", "Q"].map((sku) => ({
    ...{ product: sku, sku, text: sku, quantity: 1, base_unit_price_value: "600.00" },
  }));
  const large = await order("0", { lines });
  const small = await order("500.00");
  expect((await reject(dee.token, small.identifier, "No")).status).toBe(200);
  expect((await approve(dee.token, large.identifier)).body.status).toBe("Pending Approval");
  await delegation.end();
  expect((await remove(fay.token, large.identifier, "P")).body.taxful_total_price_value).toBe("600.00");
  await testServer.sql("update sites set name = 'Renamed' where id = $1", [site.id]);
  const [snapshot] = await testServer.sql<{ name: string }>(
    "select name from site_snapshots where site_id = $1",
    [site.id],
  );
  const { results, count } = await decisions(dee.token);
  expect({ results, count }).toEqual({
    count: 2,
    results: [
      {
        ...{ identifier: large.identifier, site: snapshot?.name, total: "1200.00" },
        ...{ decided_at: expect.any(String), decision: "approved" },
      },
      {
        ...{ identifier: small.identifier, site: snapshot?.name, total: "500.00" },
        ...{ decided_at: expect.any(String), decision: "rejected" },
      },
    ],
  });
  expect(Date.parse(results[0]?.decided_at ?? "")).toBeGreaterThanOrEqual(
    Date.parse(results[1]?.decided_at ?? ""),
  );
  const second = await decisions(dee.token, { limit: "1", offset: "1" });
  expect(second).toMatchObject({ count: 2, results: [{ identifier: small.identifier }] });
  for (const { token } of [ann, fay]) expect((await decisions(token)).count).toBe(0);
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
  expect((await approve(dee.token, identifier)).body.status).toBe("Pending Approval");
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
