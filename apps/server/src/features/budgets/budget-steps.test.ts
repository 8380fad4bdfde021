import { budgetMessages } from "@mcc/contract/budgets/budgets.messages.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { platformTransaction } from "../../platform/access/scope.ts";
import { setUpBudgetCompany } from "../../testing/budgets.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { lockCoverages } from "./budgets.queries.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const openCompany = async () => {
  const company = await setUpBudgetCompany(testServer);
  const role = await company.role("Controller");
  const { id } = await company.budget({ beyond: "step", role, amount: "10" });
  return { ...company, role, other: await company.role("Director"), id };
};

const stepsOf = async (orderId: number) =>
  (
    await testServer.sql<{ name: string; state: string }>(
      "select name, state from order_steps where order_id = $1 order by position",
      [orderId],
    )
  ).map(({ name, state }) => [name, state]);

describe("the role of a budget with a step", () => {
  test("stays while orders are pending the step, and their approvers can decide (BUDG-004 partly)", async () => {
    const company = await openCompany();
    const { id, role, other } = company;
    const controller = await company.person({ roleId: role });
    const { identifier } = await company.order("20.00");
    const refused = [budgetMessages.stepPending];
    expect(await company.update(id, { role: other })).toMatchObject({ status: 400, body: { role: refused } });
    expect(await company.update(id, { beyond: "tell" })).toMatchObject({
      ...{ status: 400, body: { beyond: refused } },
    });
    expect(await company.update(id, { amount: "15" })).toMatchObject({ status: 200 });
    expect((await company.approve(controller.token, identifier)).body.status).toBe("Accepted");
    expect((await company.update(id, { role: other })).body.role).toMatchObject({ id: other });
  });

  /** Changes the budget between the moment at which an order's steps are determined and the one at which it moves. */
  const whileArriving = async (company: Awaited<ReturnType<typeof openCompany>>, settings: string) => {
    const { companyId, id } = company;
    const [locked, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const changing = platformTransaction(testServer.services.database, async (db) => {
      await lockCoverages({ db, companyId });
      await sql`update budgets set ${sql.raw(settings)} where id = ${id}`.execute(db);
      locked.resolve();
      await waiting.promise;
    });
    await locked.promise;
    const arriving = company.order("20.00");
    try {
      await expect
        .poll(() =>
          testServer.sql(
            "select from pg_locks where locktype = 'advisory' and classid = 7011 and objid = $1 and not granted",
            [companyId],
          ),
        )
        .toHaveLength(1);
    } finally {
      waiting.resolve();
      await changing;
    }
    return arriving;
  };

  test("is the one that an order gets while it changes (BUDG-004 partly)", async () => {
    const company = await openCompany();
    const { id } = await whileArriving(company, `role_id = ${company.other}`);
    expect(await stepsOf(id)).toEqual([["Director", "open"]]);
  });

  test("leaves no step with an order that arrives while the budget is deleted (BUDG-004 partly)", async () => {
    const company = await openCompany();
    const deleted = "deleted_at = now(), beyond = 'tell', role_id = null, next_revision = null";
    const { id } = await whileArriving(company, deleted);
    expect(await stepsOf(id)).toEqual([]);
  });
});
