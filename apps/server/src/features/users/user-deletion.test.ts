import { approvalRules } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { currentUser, signIn } from "@mcc/contract/sign-in/sign-in.api.ts";
import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { beforeAll, expect, test } from "vitest";
import { PASSWORD } from "../../testing/people.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { setUpUserCompany } from "../../testing/user-records.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

test("a deleted user leaves the lists, is signed out at once, and history keeps the name (USER-060, USER-062)", async () => {
  const company = await setUpUserCompany(testServer);
  const roleId = await company.role("Finance");
  await company.rule({ roleId, limit: 0 });
  const fay = await company.person({ roleId, firstName: "Fay", lastName: "Moss" });
  const { identifier } = await company.order("10.00", { creator: fay.username });
  const { identifier: approved } = await company.order("20.00");
  await company.approve(fay.token, approved);
  await testServer.sql(
    "insert into alerts (company_id, site_id, user_id, content, fired_for) values ($1, $2, $3, 'An order', 'x')",
    [company.companyId, company.site.id, fay.id],
  );
  const stream = await openEventStream(testServer, fay.token);
  await stream.hears(1);
  expect(await company.remove(fay.id)).toMatchObject({
    status: 200,
    body: { detail: "User deleted correctly" },
  });
  expect((await testServer.call(currentUser, { token: fay.token })).status).toBe(401);
  expect(await stream.ended).toBe("ended");
  const body = { username: fay.username, password: PASSWORD };
  expect((await testServer.call(signIn, { body })).status).toBe(401);
  expect((await company.list()).body.results.map(({ id }) => id)).toEqual([company.admin.id]);
  expect((await company.find(fay.id)).status).toBe(404);
  const order = (await company.look(company.token, identifier)).body;
  expect(JSON.stringify(order)).toContain("Fay Moss");
  expect(JSON.stringify((await company.look(company.token, approved)).body)).toContain("Fay Moss");
  const [alert] = await testServer.sql<{ name: string }>(
    "select users.first_name as name from alerts join users on users.id = alerts.user_id where alerts.company_id = $1",
    [company.companyId],
  );
  expect(alert?.name).toBe("Fay");
  expect((await company.audited()).at(-1)).toMatchObject({
    action: "user.deleted",
    record_id: String(fay.id),
  });
  // The username and the address are free again.
  expect((await company.create({ username: `${company.slug}-fay`, email: fay.email })).status).toBe(200);
});

test("oneself and the last company admin cannot be deleted, also when two admins delete each other", async () => {
  const company = await setUpUserCompany(testServer);
  expect(await company.remove(company.admin.id)).toMatchObject({
    status: 409,
    body: { code: "user.self", detail: "You can't delete your own user: ask another company admin." },
  });
  for (let round = 0; round < 3; round++) {
    const [left] = (await company.list({ limit: "1000" })).body.results.filter(
      (user) => user.is_company_admin,
    );
    const other = await company.person({ admin: true });
    const answers = await Promise.all([company.remove(other.id), company.remove(left?.id ?? 0, other.token)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect([401, 409]).toContain(statuses[1]);
    const admins = await testServer.sql<{ id: number }>(
      "select id from users where company_id = $1 and is_company_admin and deleted_at is null",
      [company.companyId],
    );
    expect(admins).toHaveLength(1);
    if (Number(admins[0]?.id) !== company.admin.id) return;
  }
});

test("the last eligible approver of a pending order stays; their rules go with anyone else (APPR-051 partly)", async () => {
  const company = await setUpUserCompany(testServer);
  const uma = await company.person();
  await company.rule({ userId: uma.id, limit: 0, siteIds: [company.site.id] });
  await company.order("10.00");
  expect(await company.remove(uma.id)).toMatchObject({
    status: 409,
    body: { detail: "Pending orders have no other eligible approver: approve or reject them first." },
  });
  expect((await company.find(uma.id)).status).toBe(200);
  const blanket = await company.role("Blanket");
  await company.rule({ roleId: blanket, limit: -1 });
  await company.person({ roleId: blanket });
  expect((await company.remove(uma.id)).status).toBe(200);
  const { data } = (await testServer.call(approvalRules, { token: company.token })).body;
  expect(data.map(({ user }) => user)).toEqual([null]);
});

test("sites that are assigned or taken away count from the next request on, and open pages are told", async () => {
  const company = await setUpUserCompany(testServer);
  const ann = await company.person({ sites: [] });
  const second = await company.addSite({ name: "Second" });
  const seen = async () =>
    (await testServer.call(siteList.page, { token: ann.token })).body.results.map(({ name }) => name);
  const stream = await openEventStream(testServer, ann.token);
  const admins = await openEventStream(testServer, company.token);
  await Promise.all([stream.hears(1), admins.hears(1)]);
  expect(await seen()).toEqual([]);
  await company.assignSites({ user: ann.id, sites_list: [{ site: second.id }] });
  expect(await seen()).toEqual(["Second"]);
  await stream.hears(4);
  expect(stream.received.toSorted()).toEqual(["access", "ready", "rules", "users"]);
  await admins.hears(3);
  expect(admins.received).toContain("users");
  expect(admins.received).not.toContain("access");
  await company.update(ann.id, { sites: [] });
  expect(await seen()).toEqual([]);
  await stream.hears(7);
});
