import { pendingList, requiresApprovalCount } from "@mcc/contract/orders/pending.api.ts";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

/** Two approvers of every order; one of them places the orders. */
const openDesk = async () => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const roleId = await approvalCompany.role("Site");
  await approvalCompany.rule({ roleId, limit: 0 });
  const colleague = await approvalCompany.person({ roleId, firstName: "Cole", lastName: "League" });
  const placer = await approvalCompany.person({ roleId, firstName: "Zoë", lastName: "Weiß" });
  return { ...approvalCompany, roleId, colleague, placer };
};
type Desk = Awaited<ReturnType<typeof openDesk>>;

const LINES = ["P", "Q"].map((sku) => ({
  product: sku,
  sku,
  text: sku,
  quantity: 1,
  base_unit_price_value: "50.00",
}));

const place = (desk: Desk, fields: object) => desk.order("0", { lines: LINES, fields });

/** Every notified user, after all notifications are written. */
const notifiedUsers = async ({ companyId }: ApprovalCompany): Promise<string[]> =>
  vi.waitFor(
    async () => {
      const unnotified =
        "select 1 from order_steps where company_id = $1 and is_current and notified_at is null";
      expect(await testServer.sql(unnotified, [companyId])).toEqual([]);
      const sent = "select distinct recipient from messages where company_id = $1";
      return (await testServer.sql<{ recipient: string }>(sent, [companyId])).map(
        ({ recipient }) => recipient,
      );
    },
    { timeout: 10_000, interval: 50 },
  );

/** The order itself, the lists, the count, the decision and the removal all agree. */
const mustBeBarred = async (desk: Desk, { identifier }: { identifier: string }, said: string) => {
  const { token } = desk.placer;
  const { body } = await desk.look(token, identifier);
  expect(body, said).toMatchObject({ barred_as_placer: true, approvable_by_current_user: false });
  const list = await testServer.call(pendingList.page, { token, query: { identifier } });
  expect(list.body.results, said).toMatchObject([{ identifier, approvable_by_current_user: false }]);
  const approved = await desk.approve(token, identifier);
  expect(approved, said).toMatchObject({ status: 403, body: { code: "approval.not_yours" } });
  expect((await desk.reject(token, identifier)).status, said).toBe(403);
  expect(await desk.remove(token, identifier, "P"), said).toMatchObject({
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
      const desk = await openDesk();
      const { username, email } = desk.placer;
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
        await mustBeBarred(desk, await place(desk, { [field]: way }), JSON.stringify(way));
      }
      expect(await countOf(desk.placer)).toBe(0);
      expect(await notifiedUsers(desk)).toEqual([desk.colleague.email]);
      expect(await countOf(desk.colleague)).toBe(ways.length);
    },
  );

  test("is no other user: a colleague approves and removes lines (APPR-044)", async () => {
    const desk = await openDesk();
    const order = await place(desk, { creator: "Zoë Weiß", ordered_by: "Weiß Zoë", requested_by: "Cole" });
    expect((await desk.remove(desk.colleague.token, order.identifier, "P")).status).toBe(200);
    expect((await desk.approve(desk.colleague.token, order.identifier)).body.status).toBe("Accepted");
  });

  test("by a known username is no other user with the same full name", async () => {
    const desk = await openDesk();
    const namesake = await desk.person({ roleId: desk.roleId, firstName: "Zoë", lastName: "Weiß" });
    const { identifier } = await place(desk, { creator: { username: desk.placer.username } });
    expect((await desk.approve(namesake.token, identifier)).body.status).toBe("Accepted");
  });

  test("removes lines where the company lets users approve orders they placed (APPR-044)", async () => {
    const desk = await openDesk();
    const { identifier } = await place(desk, { creator: "Zoë Weiß" });
    await testServer.sql(
      "update company_configurations set allow_self_approval = true where company_id = $1",
      [desk.companyId],
    );
    expect((await desk.remove(desk.placer.token, identifier, "P")).status).toBe(200);
  });
});

describe("while an order is pending", () => {
  test("a user who is added or renamed to match its name may not approve it (APPR-044)", async () => {
    const desk = await openDesk();
    const order = await place(desk, { requested_by: "new.buyer@example.com", ordered_by: "Nina Newman" });
    const added = await desk.person({ roleId: desk.roleId, firstName: "Nina", lastName: "NEWMAN" });
    await mustBeBarred({ ...desk, placer: added }, order, "added");
    expect((await desk.look(desk.placer.token, order.identifier)).body.barred_as_placer).toBe(false);
    await testServer.sql("update users set email = 'New.Buyer@example.com' where id = $1", [desk.placer.id]);
    await mustBeBarred(desk, order, "renamed");
  });

  test("a renamed user still may not approve it, also at later steps, but may approve new orders (APPR-044)", async () => {
    const desk = await openDesk();
    const second = await desk.person({ roleId: await desk.role("Second") });
    await desk.rule({ userId: second.id, limit: 0, siteIds: [desk.site.id] });
    const order = await place(desk, { ordered_by: "Zoë Weiß" });
    await testServer.sql("update users set first_name = 'Zora' where id = $1", [desk.placer.id]);
    await mustBeBarred(desk, order, "renamed");
    expect((await desk.approve(second.token, order.identifier)).status).toBe(200);
    await mustBeBarred(desk, order, "at the next step");
    const later = await place(desk, { ordered_by: "Zoë Weiß" });
    expect((await desk.look(desk.placer.token, later.identifier)).body.barred_as_placer).toBe(false);
  });

  test("an order and a user added at the same moment are matched (APPR-044)", async () => {
    const desk = await openDesk();
    const people = Array.from({ length: 8 }, (_, at) => `Racer ${at}`);
    const [orders, users] = await Promise.all([
      Promise.all(people.map((name) => place(desk, { creator: name }))),
      Promise.all(
        people.map((name) =>
          desk.person({ roleId: desk.roleId, firstName: name.split(" ")[0], lastName: name.split(" ")[1] }),
        ),
      ),
    ]);
    for (const [at, { identifier }] of orders.entries()) {
      const { body } = await desk.look(users[at]?.token ?? "", identifier);
      expect(body.barred_as_placer, people[at]).toBe(true);
    }
  });
});
