import { deleteApprovalRule } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { requiresApprovalCount } from "@mcc/contract/decisions/decisions.api.ts";
import {
  createDelegation,
  delegations,
  endDelegation,
  possibleDeputies,
} from "@mcc/contract/delegations/delegations.api.ts";
import { updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { deleteUser } from "@mcc/contract/users/users.api.ts";
import { beforeAll, expect, test } from "vitest";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { addDelegation } from "../../testing/delegations.ts";
import { eventually } from "../../testing/eventually.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const DAY = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

const setUp = async () => {
  const company = await setUpApprovalCompany(testServer);
  const roleId = await company.role("Buyers");
  const ruleId = await company.rule({ roleId, limit: 0 });
  const ann = await company.person({ firstName: "Ann", lastName: "Away", roleId });
  const dee = await company.person({ firstName: "Dee", lastName: "Deputy", sites: [] });
  const admin = await company.person({ firstName: "Ada", lastName: "Admin", admin: true });
  const name = (token: string, body: object) =>
    testServer.call(createDelegation, {
      token,
      body: { deputy: dee.id, starts_at: inDays(0), ends_at: inDays(7), ...body } as never,
    });
  const list = async (token: string, query: Record<string, string> = {}) =>
    (await testServer.call(delegations, { token, query })).body;
  const end = (token: string, id: number) => testServer.call(endDelegation, { token, params: { id } });
  const may = async (token: string) => (await testServer.call(currentUser, { token })).body.permissions;
  return { ...company, roleId, ruleId, ann, dee, admin, name, list, end, may };
};

test("an approver names a deputy with from, until, cap and sites, an admin for another, and both is on record (DELE-001)", async () => {
  const { ann, dee, admin, name, list, site, companyId } = await setUp();
  const own = await name(ann.token, { cap: 5000, sites: [site.id], note: " On leave " });
  expect(own).toMatchObject({
    status: 200,
    body: {
      principal: { id: ann.id, name: "Ann Away" },
      deputy: { id: dee.id, name: "Dee Deputy" },
      cap: "5000.00",
      sites: [{ id: site.id }],
      note: "On leave",
      state: "active",
      ended_at: null,
      decisions: 0,
      can_end: true,
    },
  });
  const other = await name(admin.token, { principal: ann.id, starts_at: inDays(8), ends_at: inDays(9) });
  expect(other.body).toMatchObject({ principal: { id: ann.id }, state: "planned", cap: null, sites: [] });
  const ids = [own.body.id, other.body.id];
  for (const { token } of [ann, dee, admin])
    expect((await list(token)).results.map(({ id }) => id).sort()).toEqual(ids);
  expect((await list(dee.token)).results.map(({ can_end }) => can_end)).toEqual([false, false]);
  expect((await list(admin.token, { user: String(admin.id) })).count).toBe(0);
  const audited = await testServer.sql<{ action: string; record_name: string; actor_name: string }>(
    "select action, record_name, actor_name from audit_entries where company_id = $1 and record_type = 'delegation' order by id",
    [companyId],
  );
  expect(audited).toEqual(
    ["Ann Away", "Ada Admin"].map((actor_name) => ({
      action: "delegation.created",
      record_name: "Dee Deputy for Ann Away",
      actor_name,
    })),
  );
  const found = await testServer.call(possibleDeputies, { token: ann.token, query: { search: "dee" } });
  expect(found.body.results).toEqual([{ id: dee.id, name: "Dee Deputy", username: dee.username }]);
});

test("bad input is refused on its field, and nothing tells a user of another company from one that is not there (DELE-001 partly)", async () => {
  const { ann, dee, admin, name, list, addSite } = await setUp();
  const elsewhere = await setUp();
  const unseen = await addSite();
  const fields = async (body: object, token = ann.token) => {
    const { status, body: reply } = await name(token, body);
    return [status, Object.keys(reply as object)];
  };
  expect(await fields({ deputy: ann.id })).toEqual([400, ["deputy"]]);
  expect(await fields({ deputy: undefined })).toEqual([400, ["deputy"]]);
  expect(await fields({ ends_at: inDays(-1), starts_at: inDays(-2) })).toEqual([400, ["ends_at"]]);
  expect(await fields({ starts_at: inDays(3), ends_at: inDays(2) })).toEqual([400, ["ends_at"]]);
  expect(await fields({ ends_at: "soon" })).toEqual([400, ["ends_at"]]);
  expect(await fields({ ends_at: undefined })).toEqual([400, ["ends_at"]]);
  expect(await fields({ starts_at: undefined })).toEqual([400, ["starts_at"]]);
  for (const cap of [0, -1, "much", 1e30, {}]) expect(await fields({ cap })).toEqual([400, ["cap"]]);
  for (const sites of [[unseen.id], [elsewhere.site.id], [999_999_999]])
    expect(await fields({ sites })).toEqual([400, ["sites"]]);
  expect(await fields({ note: "x".repeat(501) })).toEqual([400, ["note"]]);
  const gone = elsewhere.dee.id;
  const [hidden, absent] = [
    await name(ann.token, { deputy: gone }),
    await name(ann.token, { deputy: 999_999_999 }),
  ];
  expect([hidden.status, hidden.body]).toEqual([400, absent.body]);
  expect(await fields({ principal: dee.id }, admin.token)).toEqual([400, ["principal"]]);
  expect(await fields({ principal: elsewhere.ann.id }, admin.token)).toEqual([400, ["principal"]]);
  expect(await fields({ deputy: ann.id }, dee.token)).toEqual([400, ["principal"]]);
  expect((await name(ann.token, { principal: admin.id })).status).toBe(403);
  expect((await list(ann.token)).count).toBe(0);
  await name(ann.token, { starts_at: inDays(1), ends_at: inDays(2) });
  expect(await fields({ starts_at: inDays(1.5), ends_at: inDays(3) })).toEqual([400, ["starts_at"]]);
  const both = await Promise.all(
    [0, 1].map(() => name(ann.token, { starts_at: inDays(4), ends_at: inDays(5) })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await list(ann.token)).count).toBe(2);
});

test("a user keeps at most 50 delegations that are not over, given and taken", async () => {
  const { ann, dee, admin, name, person, companyId, roleId } = await setUp();
  for (let n = 0; n < 49; n++)
    await addDelegation(testServer, companyId, ann.id, dee.id, {
      starts: `${n + 10} days`,
      ends: `${n + 11} days`,
    });
  expect((await name(ann.token, {})).status).toBe(200);
  const later = { starts_at: inDays(100), ends_at: inDays(101) };
  const more = await name(ann.token, { ...later, deputy: admin.id });
  expect([more.status, Object.keys(more.body)]).toEqual([400, ["principal"]]);
  const bob = await person({ roleId });
  const taken = await name(bob.token, later);
  expect([taken.status, Object.keys(taken.body)]).toEqual([400, ["deputy"]]);
  expect((await name(bob.token, { ...later, deputy: admin.id })).status).toBe(200);
});

test("only the principal and company admins end a delegation, and of others it is not there (DELE-007 partly)", async () => {
  const { ann, dee, admin, name, end, list, person } = await setUp();
  const stranger = await person();
  const elsewhere = await setUp();
  const { body } = await name(ann.token, {});
  expect((await end(stranger.token, body.id)).status).toBe(404);
  expect((await end(elsewhere.admin.token, body.id)).status).toBe(404);
  expect((await end(dee.token, body.id)).status).toBe(403);
  expect((await end(admin.token, body.id)).status).toBe(200);
  expect((await end(ann.token, body.id)).status).toBe(200);
  expect((await list(ann.token)).results).toMatchObject([
    { state: "ended", ended_by: "Ada Admin", can_end: false },
  ]);
});

test("start, end and revocation take effect with the next request, and both are notified; the principal with what was decided (DELE-007)", async () => {
  const { ann, dee, admin, name, end, may, order, approve, reject, companyId } = await setUp();
  const { identifier } = await order("120.00");
  const other = await order("80.00");
  const count = async () => (await testServer.call(requiresApprovalCount, { token: dee.token })).body.count;
  expect(await may(dee.token)).toEqual([]);
  const { body } = await name(ann.token, { starts_at: inDays(1), ends_at: inDays(2), note: "Fishing" });
  expect([await may(dee.token), await count()]).toEqual([[], 0]);
  const move = (set: string) => testServer.sql(`update delegations set ${set} where id = $1`, [body.id]);
  await move("starts_at = now()");
  expect([await may(dee.token), await count()]).toEqual([["has-order-approvals"], 2]);
  const notify = () => testServer.services.jobs.requestJob("notify-of-delegations", {}, "all");
  const subjects = async () =>
    (
      await testServer.sql<{ subject: string }>(
        "select subject from messages where company_id = $1 and sent_for like 'delegation:%' order by id",
        [companyId],
      )
    ).map(({ subject }) => subject);
  await notify();
  const started = ["Dee Deputy is now your deputy", "You are now the deputy of Ann Away"];
  await eventually(async () => expect(await subjects()).toEqual(started));
  expect((await approve(dee.token, identifier)).status).toBe(200);
  expect((await reject(dee.token, other.identifier, "No")).status).toBe(200);
  expect((await end(admin.token, body.id)).status).toBe(200);
  expect([await may(dee.token), await count()]).toEqual([[], 0]);
  const ended = [
    ...started,
    "Dee Deputy is no longer your deputy",
    "You are no longer the deputy of Ann Away",
  ];
  await eventually(async () => expect(await subjects()).toEqual(ended));
  const [list] = (await latestMessages(testServer.services, 1_000)).filter(
    ({ subject, recipient }) => subject === ended[2] && recipient === ann.email,
  );
  expect(list?.body).toContain("Ada Admin ended the delegation.");
  expect(list?.body).toContain(`Order ${identifier} for $120.00: approved`);
  expect(list?.body).toContain(`Order ${other.identifier} for $80.00: rejected`);
});

test("delegations made and ended in a loop become few messages to the deputy (ABUS-010 partly)", async () => {
  const { ann, dee, name, end } = await setUp();
  const toDee = () =>
    testServer.sql<{ is_held: boolean; count: number }>(
      `select state = 'held' as is_held, count(*)::int as count from messages where user_id = $1 and channel = 'email'
       group by 1 order by 1`,
      [dee.id],
    );
  for (let n = 1; n <= 6; n++) {
    const { body } = await name(ann.token, {});
    expect((await end(ann.token, body.id)).status).toBe(200);
    await testServer.services.jobs.requestJob("notify-of-delegations", {}, "all");
    const told = "select 1 from delegations where id = $1 and end_notified_at is not null";
    await eventually(async () => expect(await testServer.sql(told, [body.id])).toHaveLength(1));
  }
  const [singly, held] = await toDee();
  expect(singly).toEqual({ is_held: false, count: 3 });
  expect(held?.count).toBeGreaterThanOrEqual(3);
});

test("a delegation ends with the deputy, the principal, the rule and the role (DELE-007 partly)", async () => {
  const { ann, dee, admin, list, person, ruleId, roleId, companyId } = await setUp();
  const states = async () =>
    Object.fromEntries((await list(admin.token)).results.map(({ id, state }) => [id, state]));
  const add = (principal: number, deputy: number) => addDelegation(testServer, companyId, principal, deputy);
  const second = await person({ roleId });
  const third = await person({ roleId });
  const withDeputy = await add(ann.id, dee.id);
  const withPrincipal = await add(second.id, third.id);
  const withRole = await add(third.id, ann.id);
  const withRule = await add(ann.id, third.id);
  const ofAdmin = await add(admin.id, ann.id);
  const remove = (id: number) => testServer.call(deleteUser, { token: admin.token, params: { id } });
  expect((await remove(dee.id)).status).toBe(200);
  expect(await states()).toMatchObject({ [withDeputy.id]: "ended", [withPrincipal.id]: "active" });
  expect((await remove(second.id)).status).toBe(200);
  expect(await states()).toMatchObject({ [withPrincipal.id]: "ended", [withRole.id]: "active" });
  await testServer.sql("update users set role_id = null where id = $1", [third.id]);
  expect(await states()).toMatchObject({ [withRole.id]: "ended", [withRule.id]: "active" });
  const params = { id: ruleId };
  expect((await testServer.call(deleteApprovalRule, { token: admin.token, params })).status).toBe(200);
  expect(await states()).toMatchObject({ [withRule.id]: "ended", [ofAdmin.id]: "active" });
});

test("a delegation of one who decides escalated steps alone ends when another role, or none, gets them (DELE-007 partly)", async () => {
  const { ann, dee, admin, list, person, role, roleId, companyId } = await setUp();
  const [directors, chiefs] = [await role("Directors"), await role("Chiefs")];
  const kim = await person({ roleId: directors });
  const lou = await person({ roleId: chiefs });
  const escalateTo = async (escalation_role: number | null) => {
    const { status } = await testServer.call(updateReminderSettings, {
      token: admin.token,
      body: { escalation_role },
    });
    expect(status).toBe(200);
  };
  const states = async () =>
    Object.fromEntries((await list(admin.token)).results.map(({ id, state }) => [id, state]));
  const add = (principal: { id: number }, more: Parameters<typeof addDelegation>[4] = {}) =>
    addDelegation(testServer, companyId, principal.id, dee.id, more);
  await escalateTo(directors);
  const ofKim = await add(kim);
  const planned = await add(kim, { starts: "1 day", ends: "2 days" });
  const ofAnn = await add(ann);
  const ofAdmin = await add(admin);
  await escalateTo(chiefs);
  expect(await states()).toMatchObject({
    ...{ [ofKim.id]: "ended", [planned.id]: "ended", [ofAnn.id]: "active", [ofAdmin.id]: "active" },
  });
  const ofLou = await add(lou);
  await escalateTo(null);
  expect(await states()).toMatchObject({ [ofLou.id]: "ended", [ofAnn.id]: "active" });
  // A role that keeps a rule keeps the right, and loses it with the rule.
  await escalateTo(roleId);
  await escalateTo(null);
  expect(await states()).toMatchObject({ [ofAnn.id]: "active" });
  await testServer.sql("update approval_rules set role_id = $2 where company_id = $1", [companyId, chiefs]);
  expect(await states()).toMatchObject({ [ofAnn.id]: "ended", [ofAdmin.id]: "active" });
});
