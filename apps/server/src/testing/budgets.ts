import { budgetEndpoints, budgetEntryList, orderBudgets } from "@mcc/contract/budgets/budgets.api.ts";
import { setUpApprovalCompany } from "./approval-company.ts";
import type { CompanyTraits } from "./people.ts";
import type { TestServer } from "./test-server.ts";

/** A company with approvals, an admin, and helpers for its budgets. A budget is of the whole year unless it says more. */
export const setUpBudgetCompany = async (testServer: TestServer, traits: Partial<CompanyTraits> = {}) => {
  const company = await setUpApprovalCompany(testServer, traits);
  const { companyId, site } = company;
  const admin = await company.person({ admin: true });
  const { token } = admin;
  const create = (given: object, as = token) =>
    testServer.call(budgetEndpoints.create, {
      token: as,
      body: { name: "Rig 117", amount: "1000.00", period: "year", sites: [site.id], ...given } as never,
    });
  const find = async (id: number, as = token) =>
    (await testServer.call(budgetEndpoints.find, { token: as, params: { id } })).body;
  return {
    ...company,
    admin,
    token,
    create,
    /** A budget that is there. */
    budget: async (given: object = {}) => {
      const { status, body } = await create(given);
      if (status !== 200) throw new Error(`The budget was refused: ${JSON.stringify(body)}`);
      return body;
    },
    find,
    update: (id: number, changes: object, as = token) =>
      testServer.call(budgetEndpoints.update, { token: as, params: { id }, body: changes as never }),
    removeBudget: (id: number, as = token) =>
      testServer.call(budgetEndpoints.delete, { token: as, params: { id } }),
    /** `reserved`, `committed` and `left` of the current period. */
    figures: async (id: number) => {
      const { reserved, committed, left } = await find(id);
      return [reserved, committed, left];
    },
    entries: async (id: number, query: object = {}, as = token) =>
      (
        await testServer.call(budgetEntryList.page, {
          token: as,
          params: { id },
          query: { ordering: "moment", limit: "1000", ...query } as never,
        })
      ).body.results,
    budgetsOf: async (identifier: string, as = token) =>
      (await testServer.call(orderBudgets, { token: as, params: { identifier } })).body.results,
    /** Balances that differ from the sums of their entries: there are none. */
    drift: () =>
      testServer.sql(
        `select * from (
          select budget_id, period_start, sum(reserved) as reserved, sum(committed) as committed from (
            select budget_id, period_start, -reserved as reserved, -committed as committed
            from budget_balances where company_id = $1
            union all
            select entry.budget_id, period_start, reserved, committed from budget_entries entry
            join budgets on budgets.id = entry.budget_id and entry.revision <= budgets.revision
            where entry.company_id = $1) as both_sides group by 1, 2) as compared
        where reserved <> 0 or committed <> 0`,
        [companyId],
      ),
  };
};
