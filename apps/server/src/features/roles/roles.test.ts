import { roles } from "@mcc/contract/roles/roles.api.ts";
import { deleteUser } from "@mcc/contract/users/users.api.ts";
import { beforeAll, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { addRole } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

test("the roles of the company are listed by name, in either direction and page by page, with how many users have them (CONF-013, CONF-015)", async () => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const { token } = await approvalCompany.person({ admin: true });
  const [buyer, finance] = [
    await addRole(testServer, approvalCompany.companyId, { name: "Buyer", impersonates: true }),
    await addRole(testServer, approvalCompany.companyId, { name: "Finance", tracks: true }),
  ];
  await addRole(testServer, (await setUpApprovalCompany(testServer)).companyId, {
    name: "Another company's",
  });
  for (const _ of [1, 2]) await approvalCompany.person({ roleId: buyer });
  const former = await approvalCompany.person({ roleId: buyer });
  expect((await testServer.call(deleteUser, { token, params: { id: former.id } })).status).toBe(200);
  await approvalCompany.rule({ roleId: finance, limit: 0 });
  const ask = (query: object) => testServer.call(roles, { token, query: query as never });
  expect((await ask({ order_by: "name" })).body).toMatchObject({
    count: 2,
    next: null,
    results: [
      {
        id: buyer,
        name: "Buyer",
        can_impersonate: true,
        can_view_order_tracking: false,
        has_approval_rule: false,
        users_count: 2,
      },
      {
        id: finance,
        name: "Finance",
        can_impersonate: false,
        can_view_order_tracking: true,
        has_approval_rule: true,
        users_count: 0,
      },
    ],
  });
  const first = (await ask({ order_by: "-name", limit: 1 })).body;
  expect(first.results.map(({ name }) => name)).toEqual(["Finance"]);
  expect(first.next).toContain("offset=1");
  for (const bad of [{ order_by: "age" }, { limit: 0 }]) expect((await ask(bad)).status).toBe(400);
});
