import { AppError } from "@mcc/contract/kit/errors.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { type CompanyScope, openScope } from "../../platform/access/scope.ts";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { type DeletedRecord, mustKeepApprovers } from "./deletion-guards.service.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

/** Like a request of a company admin, in its own transaction; returns the error. */
const refusalOf = async (
  { token }: { token: string },
  leaving: DeletedRecord,
): Promise<string | undefined> => {
  const { database, tokens } = testServer.services;
  const sessionId = tokens.sessionOf(token) ?? "";
  const open = await openScope(database, { sessionId, token, readOnly: false });
  const ask = async (scope: CompanyScope) => mustKeepApprovers(scope, leaving);
  try {
    await ask(open.company);
    return undefined;
  } catch (error) {
    return error instanceof AppError ? `${error.status} ${error.message}` : String(error);
  } finally {
    await open.rollback();
  }
};

const NEEDED = "409 Pending orders have no other eligible approver: approve or reject them first.";

const openTestCompany = async (traits: Parameters<typeof setUpApprovalCompany>[1] = {}) => {
  const approvalCompany = await setUpApprovalCompany(testServer, traits);
  const roleId = await approvalCompany.role("Finance");
  await approvalCompany.rule({ roleId, limit: 0 });
  return { ...approvalCompany, roleId, admin: await approvalCompany.person({ admin: true }) };
};

// The endpoints that delete these call this guard first; each has its own test for that.
describe("while orders are pending, the deletion guard responds with 409 and a message:", () => {
  test("the role of their step cannot be deleted, with a message; afterwards it can (APPR-051 partly)", async () => {
    const { roleId, admin, role, person, order, approve } = await openTestCompany();
    const fay = await person({ roleId });
    expect(await refusalOf(admin, { role: roleId })).toBeUndefined();
    const { identifier } = await order("10.00");
    expect(await refusalOf(admin, { role: roleId })).toBe(NEEDED);
    expect(await refusalOf(admin, { role: await role("Other") })).toBeUndefined();
    await approve(fay.token, identifier);
    expect(await refusalOf(admin, { role: roleId })).toBeUndefined();
  });

  test("the last eligible approver cannot be deleted, also for a later step (APPR-051 partly)", async () => {
    const { roleId, admin, role, rule, person, order, addSite, assign } = await openTestCompany();
    const later = await role("Board");
    await rule({ roleId: later, limit: 5 });
    const [fay, bea] = [await person({ roleId }), await person({ roleId: later })];
    const regular = await person();
    const far = await person({ roleId, sites: [await addSite()] });
    await order("4.00");
    expect(await refusalOf(admin, { user: bea.id })).toBeUndefined();
    await order("10.00");
    expect(await refusalOf(admin, { user: fay.id })).toBe(NEEDED);
    expect(await refusalOf(admin, { user: bea.id })).toBe(NEEDED);
    expect(await refusalOf(admin, { user: regular.id })).toBeUndefined();
    expect(await refusalOf(admin, { user: far.id })).toBeUndefined();
    await assign(far.id, (await siteOf({ fay }))[0] ?? 0);
    expect(await refusalOf(admin, { user: fay.id })).toBeUndefined();
  });

  const siteOf = async ({ fay }: { fay: { id: number } }) =>
    (
      await testServer.sql<{ site_id: number }>("select site_id from site_users where user_id = $1", [fay.id])
    ).map(({ site_id }) => site_id);

  test("a user who placed or approved an order is not an eligible approver of it (APPR-051 partly)", async () => {
    const { roleId, admin, role, rule, person, order, approve, companyId } = await openTestCompany();
    const [fay, bea] = [await person({ roleId }), await person({ roleId })];
    await order("10.00");
    expect(await refusalOf(admin, { user: bea.id })).toBeUndefined();
    const { identifier } = await order("10.00", { creator: fay.username });
    expect(await refusalOf(admin, { user: fay.id })).toBeUndefined();
    expect(await refusalOf(admin, { user: bea.id })).toBe(NEEDED);
    await approve(bea.token, identifier);
    expect(await refusalOf(admin, { user: bea.id })).toBeUndefined();

    const [first, second] = [await role("First"), await role("Second")];
    await rule({ roleId: first, limit: 50 });
    await rule({ roleId: second, limit: 100 });
    const [ann, ben] = [await person({ roleId: first }), await person({ roleId: second })];
    const { identifier: long } = await order("200.00");
    await approve(fay.token, long);
    await approve(ann.token, long);
    const moveTo = (id: number, to: number) =>
      testServer.sql("update users set role_id = $2 where company_id = $3 and id = $1", [id, to, companyId]);
    await moveTo(ann.id, second);
    expect(await refusalOf(admin, { user: ben.id })).toBe(NEEDED);
  });

  test("the named user cannot be deleted without a blanket approver (APPR-051 partly)", async () => {
    const { admin, person, rule, order, role, site, drop } = await withoutRoles();
    const uma = await person();
    await rule({ userId: uma.id, limit: 0, siteIds: [site.id] });
    await order("10.00");
    expect(await refusalOf(admin, { user: uma.id })).toBe(NEEDED);
    const blanket = await role("Blanket");
    await rule({ roleId: blanket, limit: -1 });
    const ben = await person({ roleId: blanket });
    expect(await refusalOf(admin, { user: uma.id })).toBeUndefined();
    expect(await refusalOf(admin, { user: ben.id })).toBeUndefined();
    await drop(uma.id);
    expect(await refusalOf(admin, { user: ben.id })).toBe(NEEDED);
  });

  const withoutRoles = async () => {
    const approvalCompany: ApprovalCompany = await setUpApprovalCompany(testServer);
    const drop = (id: number) => testServer.sql("update users set deleted_at = now() where id = $1", [id]);
    return { ...approvalCompany, drop, admin: await approvalCompany.person({ admin: true }) };
  };

  test("the site they were placed for cannot be deleted (APPR-051 partly)", async () => {
    const { admin, person, roleId, order, site, addSite, reject } = await openTestCompany();
    const fay = await person({ roleId });
    const other = await addSite();
    const { identifier } = await order("10.00");
    expect(await refusalOf(admin, { site: site.id })).toBe(NEEDED);
    expect(await refusalOf(admin, { site: other.id })).toBeUndefined();
    await reject(fay.token, identifier);
    expect(await refusalOf(admin, { site: site.id })).toBeUndefined();
  });

  test("the node of a rule they are pending for cannot be deleted (APPR-051 partly)", async () => {
    const { admin, companyId, person, rule, order, addSite } = await openTestCompany({ hierarchy: true });
    const [group] = await testServer.sql<{ id: number }>(
      "insert into organization_groups (company_id, name) values ($1, 'Area') returning id",
      [companyId],
    );
    const [node] = await testServer.sql<{ id: number }>(
      "insert into organization_nodes (company_id, group_id, name) values ($1, $2, 'Root') returning id",
      [companyId, group?.id],
    );
    const nodeId = Number(node?.id);
    const site = await addSite({ nodeId });
    const uma = await person({ nodeId, sites: [] });
    await rule({ userId: uma.id, limit: 100, nodeIds: [nodeId] });
    await order("10.00", { site });
    expect(await refusalOf(admin, { node: nodeId })).toBeUndefined();
    await order("200.00", { site });
    expect(await refusalOf(admin, { node: nodeId })).toBe(NEEDED);
  });
});
