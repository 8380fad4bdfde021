import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { findOrder, orderList } from "@mcc/contract/orders/orders.api.ts";
import { endOtherSessions } from "@mcc/contract/profile/profile.api.ts";
import { currentUser, signOut } from "@mcc/contract/sign-in/sign-in.api.ts";
import {
  findCompanySupportAccess,
  findSupportAccess,
  grantSupportAccess,
  openSupportSession,
  revokeSupportAccess,
} from "@mcc/contract/support-access/support-access.api.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let company: ApprovalCompany;
let admin: { readonly id: number; readonly token: string };
let platform: string;

beforeAll(async () => {
  testServer = await startTestServer();
});

const newPlatformToken = async () =>
  tokenFor(testServer, (await addPerson(testServer, null, { firstName: "Sam", lastName: "Port" })).username);

beforeEach(async () => {
  company = await setUpApprovalCompany(testServer);
  admin = await company.person({ admin: true });
  platform = await newPlatformToken();
});

const grant = async (hours = 4) => {
  const body = { hours, reason: "Order 1027 is missing" };
  return testServer.call(grantSupportAccess, { token: admin.token, body });
};
const open = async (token = platform) =>
  testServer.call(openSupportSession, { token, params: { id: company.companyId } });
const grantAndOpen = async () => {
  await grant();
  return (await open()).body.token;
};
const orders = (token: string, headers = {}, query = {}) =>
  testServer.call(orderList.page, { token, query, headers });

const CODE = expect.objectContaining({ code: "auth.required", reason: "support" });

describe("support access", () => {
  test("is granted by a company admin for 1 to 24 hours, once at a time, and the other company admins are told (LIFE-005 partly)", async () => {
    const other = await company.person({ admin: true });
    for (const hours of [0, 25, 1.5])
      expect((await grant(hours)).body).toEqual({
        hours: ["Enter a whole number of hours from 1 to 24."],
      });
    const { status, body } = await grant(24);
    expect(status).toBe(200);
    const seconds = (Date.parse(body.ends_at) - Date.parse(body.granted_at)) / 1000;
    expect(seconds).toBe(24 * 3600);
    expect((await grant()).body).toMatchObject({ code: "support.granted" });
    const { body: seen } = await testServer.call(findSupportAccess, { token: other.token });
    expect(seen.access).toMatchObject({ id: body.id, reason: "Order 1027 is missing" });
    const { body: user } = await testServer.call(currentUser, { token: other.token });
    expect([user.support_until, user.is_support]).toEqual([body.ends_at, undefined]);
    const mails = await testServer.sql<{ subject: string; recipient: string }>(
      "select subject, recipient from messages where company_id = $1",
      [company.companyId],
    );
    const [{ email } = { email: "" }] = await testServer.sql<{ email: string }>(
      "select email from users where id = $1",
      [other.id],
    );
    expect(mails).toEqual([{ subject: "Support access was granted", recipient: email }]);
  });

  test("lets a platform admin see the company as a company admin does, and no other company (LIFE-005 partly)", async () => {
    const { identifier } = await company.order("10.00");
    expect((await open()).body).toMatchObject({ code: "support.not_granted" });
    expect((await orders(platform)).status).toBe(403);
    await grant();
    const { body } = await testServer.call(findCompanySupportAccess, {
      token: platform,
      params: { id: company.companyId },
    });
    expect(body.access).toMatchObject({ reason: "Order 1027 is missing" });
    const { body: opened } = await open();
    expect(opened.user).toMatchObject({
      is_support: true,
      is_company_admin: true,
      is_mcc_admin: false,
      can_impersonate: false,
      support_until: body.access?.ends_at,
      company: { id: company.companyId },
    });
    const list = await orders(opened.token);
    expect(list.body.results.map((row) => row.identifier)).toEqual([identifier]);
    const elsewhere = await setUpApprovalCompany(testServer);
    const foreign = await elsewhere.order("10.00");
    const params = { identifier: foreign.identifier };
    expect((await testServer.call(findOrder, { token: opened.token, params })).status).toBe(404);
    const body2 = (await testServer.call(findCompanySupportAccess, {
      token: opened.token,
      params: { id: company.companyId },
    })) as { status: number };
    expect(body2.status).toBe(403);
    // Their own session stays what it was.
    expect((await orders(platform)).status).toBe(403);
  });

  test("ends on the next request when it is revoked, with its open streams (LIFE-005 partly)", async () => {
    const token = await grantAndOpen();
    expect((await orders(token)).status).toBe(200);
    const stream = await openEventStream(testServer, token);
    await stream.hears(1);
    const { status } = await testServer.call(revokeSupportAccess, { token: admin.token });
    expect(status).toBe(200);
    const { status: refused, body } = await orders(token);
    expect([refused, body]).toEqual([401, CODE]);
    expect(await stream.ended).toBe("ended");
    expect((await open()).body).toMatchObject({ code: "support.not_granted" });
    expect((await testServer.call(revokeSupportAccess, { token: admin.token })).status).toBe(404);
  });

  test("ends by itself, with its open streams (LIFE-005 partly)", async () => {
    const token = await grantAndOpen();
    const stream = await openEventStream(testServer, token);
    await stream.hears(1);
    await testServer.sql(
      "update support_accesses set granted_at = now() - interval '4 hours', ends_at = now() where company_id = $1",
      [company.companyId],
    );
    const { status, body } = await orders(token);
    expect([status, body]).toEqual([401, CODE]);
    expect(await stream.ended).toBe("ended");
    const { body: user } = await testServer.call(currentUser, { token: admin.token });
    expect(user.support_until).toBeUndefined();
    expect((await grant()).status).toBe(200);
  });

  test("ends with the company admin who granted it: deleted, deactivated or demoted, which the audit says (LIFE-005 partly)", async () => {
    for (const change of ["deleted_at = now()", "disabled_at = now()", "is_company_admin = false"]) {
      const granter = await company.person({ admin: true });
      const body = { hours: 4, reason: "Order 1027 is missing" };
      const { body: granted } = await testServer.call(grantSupportAccess, { token: granter.token, body });
      const { body: opened } = await open();
      expect((await orders(opened.token)).status).toBe(200);
      // What is no matter of it changes nothing.
      await testServer.sql("update users set first_name = 'Ann' where id = $1", [granter.id]);
      expect((await orders(opened.token)).status).toBe(200);
      await testServer.sql(`update users set ${change} where id = $1`, [granter.id]);
      const { status, body: refused } = await orders(opened.token);
      expect([change, status, refused]).toEqual([change, 401, CODE]);
      expect((await open()).body).toMatchObject({ code: "support.not_granted" });
      const { body: seen } = await testServer.call(findSupportAccess, { token: admin.token });
      expect(seen.access).toBeNull();
      const query = { action: "support_access.revoked", record_id: String(granted.id) };
      const { body: log } = await testServer.call(auditList.page, { token: admin.token, query });
      expect(log.results).toMatchObject([
        { actor: "Support access", after: { reason: "Who granted it is no company admin any more." } },
      ]);
    }
  });

  test("ends with the session that opened it, when it is opened anew, and when its user ends it", async () => {
    const first = await grantAndOpen();
    const { body: second } = await open();
    expect((await orders(first)).status).toBe(401);
    expect((await orders(second.token)).status).toBe(200);
    expect((await testServer.call(signOut, { token: second.token })).status).toBe(200);
    expect((await orders(second.token)).status).toBe(401);
    const { body: third } = await open();
    expect((await testServer.call(endOtherSessions, { token: third.token })).status).toBe(403);
    await testServer.call(signOut, { token: platform });
    expect((await orders(third.token)).status).toBe(401);
  });

  test("has every page view in the company's audit, by what was read, and each once (LIFE-005 partly)", async () => {
    const { identifier } = await company.order("10.00");
    const token = await grantAndOpen();
    const at = (page: string) => ({ "x-page": page });
    await orders(token, at("a1 /orders"));
    await orders(token, at("a1 /orders"));
    const params = { identifier };
    await testServer.call(findOrder, { token, params, headers: at(`a2 /orders/${identifier}`) });
    await orders(token, at("a3 /orders"));
    // What the browser says is not what counts.
    await testServer.call(findOrder, { token, params, headers: at("a3 /orders") });
    await orders(token);
    // Another part of a list is another view, however it is asked for.
    await orders(token, at("a1 /orders"), { limit: 50, offset: 0 });
    await orders(token, at("a1 /orders"), { search: "a", offset: 20 });
    await orders(token, at("a1 /orders"), { offset: 20, limit: 20, search: "a" });
    await orders(token, at("a1 /orders"), { offset: 40, search: "b".repeat(300) });
    await testServer.call(currentUser, { token });
    const { body } = await testServer.call(auditList.page, { token: admin.token, query: {} });
    const views = body.results.filter(({ action }) => action === "support_access.viewed").toReversed();
    expect(views.map(({ actor, after }) => [actor, after?.name, after?.read])).toEqual([
      ["Sam Port", "/orders", "/orders/"],
      ["Sam Port", `/orders/${identifier}`, `/orders/${identifier}/`],
      ["Sam Port", "/orders", "/orders/"],
      ["Sam Port", "/orders", `/orders/${identifier}/`],
      ["Sam Port", "/orders/", "/orders/"],
      ["Sam Port", "/orders", "/orders/?offset=20&search=a"],
      ["Sam Port", "/orders", `/orders/?offset=40&search=${"b".repeat(200)}`.slice(0, 200)],
    ]);
    const actions = body.results.map(({ action }) => action);
    expect(actions).toContain("support_access.granted");
    expect(actions).toContain("support_access.opened");
  });

  test("exports no list, and reads it in pages of at most 100", async () => {
    await company.order("10.00");
    const token = await grantAndOpen();
    for (const limit of [ALL_ROWS, 101]) {
      const { status, body } = await orders(token, {}, { limit });
      expect([status, body]).toEqual([403, expect.objectContaining({ code: "support.read_only" })]);
    }
    expect((await orders(token, {}, { limit: 100 })).status).toBe(200);
  });
});
