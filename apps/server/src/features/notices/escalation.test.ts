import { createComment } from "@mcc/contract/comments/comments.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpLateSteps } from "../../testing/late-steps.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

/** Sam approves first; directors are asked if he does not. */
const setUp = async ({ named = true } = {}) => {
  const testCompany = await setUpLateSteps(testServer, { reminder_max: 0, escalation_hours: 4 });
  const directors = await testCompany.role("Directors");
  const dana = await testCompany.person({ roleId: directors });
  await testCompany.change({ escalation_role: named ? directors : null });
  /** As if everything had happened so many hours earlier. */
  const pass = async (hours: number) => {
    for (const [table, column] of [
      ["order_steps", "current_since"],
      ["order_comments", "created_at"],
    ]) {
      await testServer.sql(
        `update ${table} set ${column} = ${column} - make_interval(mins => $2) where company_id = $1`,
        [testCompany.companyId, Math.round(hours * 60)],
      );
    }
  };
  const escalated = async () =>
    (
      await testServer.sql<{ identifier: string }>(
        `select orders.identifier from order_steps step join orders
         on orders.company_id = step.company_id and orders.id = step.order_id
         where step.company_id = $1 and step.escalated_at is not null order by orders.id`,
        [testCompany.companyId],
      )
    ).map(({ identifier }) => identifier);
  return { ...testCompany, dana, pass, escalated };
};

describe("escalation", () => {
  test("lets the named role decide too, after its working hours, and notifies it once (REMI-004)", async () => {
    const testCompany = await setUp();
    const { identifier } = await testCompany.order("70.00");
    await testCompany.pass(3.9);
    await testCompany.run();
    expect(await testCompany.escalated()).toEqual([]);
    expect((await testCompany.approve(testCompany.dana.token, identifier)).status).toBe(403);
    await testCompany.pass(0.2);
    for (let n = 0; n < 2; n++) await testCompany.run();
    expect(await testCompany.escalated()).toEqual([identifier]);
    expect(await testCompany.sent()).toEqual([
      `${testCompany.dana.email}: Escalated: Order ${identifier} for $70.00 needs your approval`,
    ]);
    // Nothing is approved by time alone, and a company admin is not the named role.
    const { status, approval_steps } = (await testCompany.look(testCompany.sam.token, identifier)).body;
    expect(approval_steps[0]?.escalated_at).not.toBeNull();
    expect([status, approval_steps.map(({ state }) => state)]).toEqual(["Pending Approval", ["open"]]);
    expect((await testCompany.approve(testCompany.admin.token, identifier)).status).toBe(403);
    const approved = await testCompany.approve(testCompany.dana.token, identifier);
    expect(approved).toMatchObject({ status: 200, body: { status: "Accepted" } });
    expect(approved.body.approval_steps[0]?.entitlement).toBe("escalation");
    const audited = await testServer.sql(
      "select actor_name, record_id from audit_entries where company_id = $1 and action = 'order.escalated'",
      [testCompany.companyId],
    );
    expect(audited).toEqual([{ actor_name: "Escalation", record_id: identifier }]);
  });

  test("is to company admins when no role is named, and those named first can still decide (REMI-004)", async () => {
    const testCompany = await setUp({ named: false });
    const [first, second] = [await testCompany.order("10.00"), await testCompany.order("20.00")];
    await testCompany.pass(4.1);
    await testCompany.run();
    expect(await testCompany.sent()).toEqual(
      [first, second]
        .map(({ identifier }, at) => {
          const total = at === 0 ? "$10.00" : "$20.00";
          return `${testCompany.admin.email}: Escalated: Order ${identifier} for ${total} needs your approval`;
        })
        .sort(),
    );
    expect((await testCompany.approve(testCompany.dana.token, first.identifier)).status).toBe(403);
    expect((await testCompany.approve(testCompany.admin.token, first.identifier)).status).toBe(200);
    expect((await testCompany.approve(testCompany.sam.token, second.identifier)).status).toBe(200);
  });

  test("of many orders at once is one message", async () => {
    const testCompany = await setUp();
    for (let n = 0; n < 4; n++) await testCompany.order("10.00");
    await testCompany.pass(4.1);
    await testCompany.run();
    expect(await testCompany.sent()).toEqual([
      `${testCompany.dana.email}: Escalated: 4 orders need your approval`,
    ]);
  });

  test("waits for the answer to a question, two working days at most (REMI-005)", async () => {
    const testCompany = await setUp();
    const { identifier } = await testCompany.order("70.00");
    const asked = await testServer.call(createComment, {
      token: testCompany.sam.token,
      params: { identifier },
      body: { text: "What is it for?", asks: testCompany.admin.id },
    });
    expect(asked.status).toBe(200);
    await testCompany.pass(47);
    await testCompany.run();
    expect(await testCompany.escalated()).toEqual([]);
    await testCompany.pass(4);
    await testCompany.run();
    expect(await testCompany.escalated()).toEqual([]);
    await testCompany.pass(1.5);
    await testCompany.run();
    expect(await testCompany.escalated()).toEqual([identifier]);
  });
});
