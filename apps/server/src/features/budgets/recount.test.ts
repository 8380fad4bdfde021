import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { platformTransaction } from "../../platform/access/scope.ts";
import { setUpBudgetCompany } from "../../testing/budgets.ts";
import { setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { lockCoverages } from "./budgets.queries.ts";
import { enterCompany, finishRecount, moveOne, renewStaleBudgets } from "./recount.queries.ts";
import { recountBudgets } from "./recount.service.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const nextCoverage = `
  insert into budget_coverages (company_id, budget_id, revision, period, starts_on, repeats, site_ids)
  select company_id, budget_id, 2, period, starts_on, repeats, site_ids from budget_coverages where budget_id = $1`;

describe("a budget that waits to be computed", () => {
  test("has failed only if no budget of its company is computed, and is computed when it is saved again (BUDG-008 partly)", async () => {
    const company = await setUpBudgetCompany(testServer);
    const { companyId } = company;
    const ids = [(await company.budget({ name: "A" })).id, (await company.budget({ name: "B" })).id];
    const failed = () => Promise.all(ids.map(async (id) => (await company.find(id)).recount?.failed));
    const report = (which: string) =>
      testServer.sql(
        `update budget_coverages set reported_at = now() - interval '1 hour' where company_id = $1 and ${which}`,
        [companyId],
      );
    // No job computes them meanwhile.
    await platformTransaction(testServer.services.database, async (db) => {
      await lockCoverages({ db, companyId });
      for (const id of ids) {
        await testServer.sql(nextCoverage, [id]);
        await testServer.sql("update budgets set next_revision = 2 where id = $1", [id]);
      }
      await report(`(revision = 1 or budget_id = ${ids[1]})`);
      expect(await failed()).toEqual([false, false]);
      await report("true");
      expect(await failed()).toEqual([true, true]);
    });
    const [first = 0, second = 0] = ids;
    const { status, body } = await company.update(first, { name: "A" });
    expect([status, body.recount]).toEqual([200, null]);
    await recountBudgets(testServer.services.jobs, companyId);
    await expect.poll(async () => (await company.find(second)).recount).toBeNull();
  });

  test("is not left without a coverage when its coverage changes while places move (BUDG-008 partly)", async () => {
    const company = await setUpBudgetCompany(testServer);
    const { id } = await company.budget();
    await testServer.sql("update budgets set is_stale = true where id = $1", [id]);
    const { database } = testServer.services;
    const renewing = await platformTransaction(database, async (db) => {
      await lockCoverages({ db, companyId: company.companyId });
      await sql`update budgets set revision = 2 where id = ${id}`.execute(db);
      await sql`insert into budget_coverages (company_id, budget_id, revision, period, starts_on, repeats, site_ids)
        select company_id, budget_id, 2, period, starts_on, repeats, site_ids
        from budget_coverages where budget_id = ${id}`.execute(db);
      const started = renewStaleBudgets(database.platform);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%with stale as%'`;
      await expect.poll(async () => (await testServer.sql(waiting)).length).toBeGreaterThan(0);
      return { started };
    });
    await renewing.started;
    const missing = await testServer.sql(
      `select next_revision from budgets where id = $1 and next_revision is not null and next_revision not in (
        select revision from budget_coverages where budget_id = $1)`,
      [id],
    );
    expect(missing).toEqual([]);
  });

  test("keeps its figures until all its orders are counted where they are now (BUDG-008 partly)", async () => {
    const company = await setUpHierarchy(testServer);
    const [north, south] = [
      await company.child("North", company.root),
      await company.child("South", company.root),
    ];
    const site = await company.addSite({ nodeId: north, name: `Site of ${company.slug}` });
    const { token, companyId } = company;
    const { id } = (
      await testServer.call(budgetEndpoints.create, {
        token,
        body: { name: "North", amount: "100", period: "year", nodes: [north] } as never,
      })
    ).body;
    const placed = [await company.order("10.00", { site }), await company.order("5.00", { site })];
    const used = await platformTransaction(testServer.services.database, async (db) => {
      const data = { db, companyId };
      await enterCompany(data);
      await lockCoverages(data);
      await sql`update sites set node_id = ${south} where id = ${site.id}`.execute(db);
      await renewStaleBudgets(db);
      const balance = async () => {
        const { rows } = await sql<{ committed: string }>`
          select committed from budget_balances where budget_id = ${id}`.execute(db);
        return rows[0]?.committed;
      };
      const found: unknown[] = [];
      for (const order of placed) {
        await moveOne(data, id, [order.id], { id: null, name: "Recount" });
        found.push(await balance());
      }
      await finishRecount(data, id);
      return [...found, await balance()];
    });
    expect(used).toEqual(["15.00", "15.00", "0.00"]);
  });
});
