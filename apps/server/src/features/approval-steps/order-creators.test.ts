import { pendingList, requiresApprovalCount } from "@mcc/contract/decisions/decisions.api.ts";
import { updateProfile } from "@mcc/contract/profile/profile.api.ts";
import { updateUser } from "@mcc/contract/users/users.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { eventually } from "../../testing/eventually.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

/** Two approvers of every order; one of them places the orders. */
const openTestCompany = async () => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const roleId = await approvalCompany.role("Site");
  await approvalCompany.rule({ roleId, limit: 0 });
  const colleague = await approvalCompany.person({ roleId, firstName: "Cole", lastName: "League" });
  const placer = await approvalCompany.person({ roleId, firstName: "Zoë", lastName: "Weiß" });
  return { ...approvalCompany, roleId, colleague, placer };
};
type TestCompany = Awaited<ReturnType<typeof openTestCompany>>;

const LINES = ["P", "Q"].map((sku) => ({
  product: sku,
  sku,
  text: sku,
  quantity: 1,
  base_unit_price_value: "50.00",
}));

const place = (testCompany: TestCompany, fields: object) => testCompany.order("0", { lines: LINES, fields });

/** Every notified user, after all notifications are written. */
const notifiedUsers = async ({ companyId }: ApprovalCompany): Promise<string[]> =>
  eventually(async () => {
    const unnotified =
      "select 1 from order_steps where company_id = $1 and is_current and notified_at is null";
    expect(await testServer.sql(unnotified, [companyId])).toEqual([]);
    const sent = "select distinct recipient from messages where company_id = $1";
    return (await testServer.sql<{ recipient: string }>(sent, [companyId])).map(({ recipient }) => recipient);
  });

/** The order itself, the lists, the count, the decision and the removal all agree. */
const mustBeBarred = async (
  testCompany: TestCompany,
  { identifier }: { identifier: string },
  said: string,
) => {
  const { token } = testCompany.placer;
  const { body } = await testCompany.look(token, identifier);
  expect(body, said).toMatchObject({ barred_as_placer: true, approvable_by_current_user: false });
  const list = await testServer.call(pendingList.page, { token, query: { identifier } });
  expect(list.body.results, said).toMatchObject([{ identifier, approvable_by_current_user: false }]);
  const approved = await testCompany.approve(token, identifier);
  expect(approved, said).toMatchObject({ status: 403, body: { code: "approval.not_yours" } });
  expect((await testCompany.reject(token, identifier)).status, said).toBe(403);
  expect(await testCompany.remove(token, identifier, "P"), said).toMatchObject({
    status: 403,
    body: { detail: "You placed this order, so someone else has to remove its items." },
  });
};

const countOf = async ({ token }: { token: string }): Promise<number> =>
  (await testServer.call(requiresApprovalCount, { token })).body.count;

describe("a user named by an order", () => {
  test.each(["creator", "ordered_by", "requested_by"])(
    "in %s has placed it, by username, e-mail or full name, however it is written (APPR-044)",
    async (field) => {
      const testCompany = await openTestCompany();
      const { username, email } = testCompany.placer;
      const ways = [
        { username },
        { name: "Somebody else", username: `  ${username.toUpperCase()}  ` },
        { name: "Somebody else", username: email },
        username,
        email.toUpperCase(),
        `${email.slice(0, 3)}\u200b${email.slice(3)}\u00ad`,
        "Zoë Weiß",
        "  ZOE\u0308 WEISS ",
        "Zoë\u00a0\u2060Weiß\u202e",
        "Ｚｏë Ｗｅｉß",
        { name: "\ufeffzoë   weiß", username: "nobody-here" },
      ];
      for (const way of ways) {
        await mustBeBarred(testCompany, await place(testCompany, { [field]: way }), JSON.stringify(way));
      }
      expect(await countOf(testCompany.placer)).toBe(0);
      expect(await notifiedUsers(testCompany)).toEqual([testCompany.colleague.email]);
      expect(await countOf(testCompany.colleague)).toBe(ways.length);
    },
  );

  test("is no other user: a colleague approves and removes lines (APPR-044)", async () => {
    const testCompany = await openTestCompany();
    const order = await place(testCompany, {
      creator: "Zoë Weiß",
      ordered_by: "Weiß Zoë",
      requested_by: "Cole",
    });
    expect((await testCompany.remove(testCompany.colleague.token, order.identifier, "P")).status).toBe(200);
    expect((await testCompany.approve(testCompany.colleague.token, order.identifier)).body.status).toBe(
      "Accepted",
    );
  });

  test("by a known username is no other user with the same full name", async () => {
    const testCompany = await openTestCompany();
    const namesake = await testCompany.person({
      roleId: testCompany.roleId,
      firstName: "Zoë",
      lastName: "Weiß",
    });
    const { identifier } = await place(testCompany, { creator: { username: testCompany.placer.username } });
    expect((await testCompany.approve(namesake.token, identifier)).body.status).toBe("Accepted");
  });

  test("removes lines where the company lets users approve orders they placed (APPR-044)", async () => {
    const testCompany = await openTestCompany();
    const { identifier } = await place(testCompany, { creator: "Zoë Weiß" });
    await testServer.sql(
      "update company_configurations set allow_self_approval = true where company_id = $1",
      [testCompany.companyId],
    );
    expect((await testCompany.remove(testCompany.placer.token, identifier, "P")).status).toBe(200);
  });
});

describe("while an order is pending", () => {
  test("a user who is added or renamed to match its name may not approve it (APPR-044)", async () => {
    const testCompany = await openTestCompany();
    const order = await place(testCompany, {
      requested_by: "new.buyer@example.com",
      ordered_by: "Nina Newman",
    });
    const added = await testCompany.person({
      roleId: testCompany.roleId,
      firstName: "Nina",
      lastName: "NEWMAN",
    });
    await mustBeBarred({ ...testCompany, placer: added }, order, "added");
    expect((await testCompany.look(testCompany.placer.token, order.identifier)).body.barred_as_placer).toBe(
      false,
    );
    await testServer.sql("update users set email = 'New.Buyer@example.com' where id = $1", [
      testCompany.placer.id,
    ]);
    await mustBeBarred(testCompany, order, "renamed");
  });

  test("a renamed user still may not approve it, also at later steps (APPR-044)", async () => {
    const testCompany = await openTestCompany();
    const second = await testCompany.person({ roleId: await testCompany.role("Second") });
    await testCompany.rule({ userId: second.id, limit: 0, siteIds: [testCompany.site.id] });
    const order = await place(testCompany, { ordered_by: "Zoë Weiß" });
    await testServer.sql("update users set first_name = 'Zora' where id = $1", [testCompany.placer.id]);
    await mustBeBarred(testCompany, order, "renamed");
    expect((await testCompany.approve(second.token, order.identifier)).status).toBe(200);
    await mustBeBarred(testCompany, order, "at the next step");
  });

  test("an order and a user added at the same moment are matched (APPR-044)", async () => {
    const testCompany = await openTestCompany();
    const people = Array.from({ length: 8 }, (_, at) => `Racer ${at}`);
    const [orders, users] = await Promise.all([
      Promise.all(people.map((name) => place(testCompany, { creator: name }))),
      Promise.all(
        people.map((name) =>
          testCompany.person({
            roleId: testCompany.roleId,
            firstName: name.split(" ")[0],
            lastName: name.split(" ")[1],
          }),
        ),
      ),
    ]);
    for (const [at, { identifier }] of orders.entries()) {
      const { body } = await testCompany.look(users[at]?.token ?? "", identifier);
      expect(body.barred_as_placer, people[at]).toBe(true);
    }
  });
});

describe("an order that arrives after a change of name", () => {
  /** The name by themselves, the username and the address by an admin. */
  const renameAll = async (testCompany: TestCompany) => {
    const admin = await testCompany.person({ admin: true });
    const { placer } = testCompany;
    const renamed = { first_name: "Zora", last_name: "Schwarz" };
    const username = `${testCompany.slug}-${placer.username}`;
    const email = `new-${placer.email}`;
    const own = await testServer.call(updateProfile, { token: placer.token, body: renamed });
    const byAdmin = await testServer.call(updateUser, {
      token: admin.token,
      params: { id: placer.id },
      body: { username, email },
    });
    expect([own.status, byAdmin.status]).toEqual([200, 200]);
    return { username, email };
  };

  test("and names an approver as they were called before may not be approved by them, however often they changed (APPR-044)", async () => {
    const testCompany = await openTestCompany();
    const { username, email } = testCompany.placer;
    const later = await renameAll(testCompany);
    await testServer.sql("update users set first_name = 'Zelda' where id = $1", [testCompany.placer.id]);
    const ways = [
      { creator: { username } },
      { ordered_by: { name: "Somebody else", username: email.toUpperCase() } },
      { requested_by: "ZOË WEISS" },
      { creator: "Zora Schwarz" },
      { creator: "Zelda Schwarz" },
      { ordered_by: later.email },
      { requested_by: { username: later.username } },
    ];
    for (const way of ways)
      await mustBeBarred(testCompany, await place(testCompany, way), JSON.stringify(way));
    expect(await countOf(testCompany.placer)).toBe(0);
    expect(await countOf(testCompany.colleague)).toBe(ways.length);
    const { identifier } = await place(testCompany, { creator: "Somebody else" });
    expect((await testCompany.approve(testCompany.placer.token, identifier)).body.status).toBe("Accepted");
  });

  test("and names a username that is another user's now bars both (APPR-044)", async () => {
    const testCompany = await openTestCompany();
    const { username } = testCompany.placer;
    await renameAll(testCompany);
    const heir = await testCompany.person({
      roleId: testCompany.roleId,
      username,
      email: `heir-${testCompany.placer.email}`,
    });
    const order = await place(testCompany, { creator: { username } });
    await mustBeBarred(testCompany, order, "before");
    await mustBeBarred({ ...testCompany, placer: heir }, order, "now");
    // The name changes hands again, and then a step is added.
    await testServer.sql("update users set username = username || '-again' where id = $1", [heir.id]);
    await testServer.sql(
      `insert into order_steps (company_id, order_id, position, rule_id, role_id, user_id, name, limit_amount, state)
       select company_id, order_id, position + 1, rule_id, role_id, user_id, name, limit_amount, 'open'
       from order_steps where company_id = $1 and order_id = $2`,
      [testCompany.companyId, order.id],
    );
    await mustBeBarred(testCompany, order, "before");
    await mustBeBarred({ ...testCompany, placer: heir }, order, "now");
    expect((await testCompany.approve(testCompany.colleague.token, order.identifier)).body.status).toBe(
      "Accepted",
    );
  });
});
