import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import { approveOrders } from "@mcc/contract/decisions/decisions.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { openBrowser, tokenSentTo } from "../../testing/decision-mail.ts";
import { addDelegation } from "../../testing/delegations.ts";
import { setUpLateSteps } from "../../testing/late-steps.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let mail: Awaited<ReturnType<typeof openMailServer>>;
beforeAll(async () => {
  mail = await openMailServer();
  testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
});

/** An order that has only the step of a budget left, which the role of Cora decides. */
const openOrder = async () => {
  const company = await setUpLateSteps(testServer, {
    ...{ first_reminder_hours: 1, reminder_max: 1, escalation_hours: 4 },
  });
  const { companyId, admin, sam, site } = company;
  const [controller, directors] = [await company.role("Controller"), await company.role("Directors")];
  const [cora, dana] = [
    await company.person({ roleId: controller }),
    await company.person({ roleId: directors }),
  ];
  await company.change({ escalation_role: directors });
  await testServer.sql(
    "update company_configurations set decide_without_sign_in = true where company_id = $1",
    [companyId],
  );
  const { body: budget } = await testServer.call(budgetEndpoints.create, {
    token: admin.token,
    body: {
      ...{ name: "Rig 117", amount: "10", period: "year", sites: [site.id] },
      ...{ beyond: "step", role: controller },
    },
  });
  const { identifier } = await company.order("25.00");
  expect((await company.approve(sam.token, identifier)).status).toBe(200);
  const late = async (hours: number) => {
    await testServer.sql(
      `update order_steps set current_since = current_since - make_interval(hours => $2)
       where company_id = $1 and is_current`,
      [companyId, hours],
    );
    await company.run();
    return company.sent();
  };
  return { ...company, budget, identifier, cora, dana, late };
};
type Opened = Awaited<ReturnType<typeof openOrder>>;

/** Each approves the order. */
const ways: Readonly<Record<string, (opened: Opened) => Promise<unknown>>> = {
  "its role": ({ approve, cora, identifier }) => approve(cora.token, identifier),
  "a deputy": async ({ companyId, person, approve, cora, identifier }) => {
    const dee = await person({ sites: [] });
    await addDelegation(testServer, companyId, cora.id, dee.id);
    return approve(dee.token, identifier);
  },
  "its role, which was reminded": async ({ approve, cora, identifier, late }) => {
    expect(await late(2)).toEqual([
      `${cora.email}: Reminder: Order ${identifier} for $25.00 needs your approval`,
    ]);
    return approve(cora.token, identifier);
  },
  "the role that it is escalated to": async ({ approve, dana, identifier, late }) => {
    expect((await approve(dana.token, identifier)).status).toBe(403);
    expect(await late(5)).toContain(
      `${dana.email}: Escalated: Order ${identifier} for $25.00 needs your approval`,
    );
    return approve(dana.token, identifier);
  },
  "the link of a message": async ({ cora, identifier }) =>
    openBrowser(testServer, await tokenSentTo(mail, cora.email, identifier)).decide("approve"),
  "the approval of several orders": ({ cora, identifier }) =>
    testServer.call(approveOrders, {
      token: cora.token,
      body: { orders: [{ identifier, total: "25.00" }] },
    }),
};

describe("the step of a budget is decided like every other one", () => {
  test.for(Object.entries(ways))("by %s (BUDG-004 partly)", async ([, decide]) => {
    const opened = await openOrder();
    const { look, admin, identifier, budget } = opened;
    const order = async () => (await look(admin.token, identifier)).body;
    const step = {
      name: "Controller",
      reason: expect.stringMatching(/^Rig 117, \d{4}: \$15\.00 beyond \$10\.00$/),
    };
    expect(await order()).toMatchObject({
      ...{ status: "Pending Approval", approval_steps: [{ name: "Site" }, { ...step, state: "open" }] },
    });
    expect(await decide(opened)).toMatchObject({ status: 200 });
    expect(await order()).toMatchObject({
      ...{ status: "Accepted", approval_steps: [{ name: "Site" }, { ...step, state: "done" }] },
    });
    const { body } = await testServer.call(budgetEndpoints.find, {
      token: admin.token,
      params: { id: budget.id },
    });
    expect(body).toMatchObject({ reserved: "0.00", committed: "25.00", left: "-15.00" });
  });
});
