import type pg from "pg";
import type { User } from "../company.ts";
import type { CompanyPlan } from "../company-plan.ts";
import { DAY } from "../dates.ts";
import { insertRows } from "./insert-rows.ts";

/** Who stands in for whom; both know it already. */
export const insertDelegations = async (
  client: pg.ClientBase,
  companyId: number,
  { delegations = [] }: CompanyPlan,
  users: readonly User[],
  today: Date,
): Promise<void> => {
  const idOf = (name: string) => users.find((user) => user.name === name)?.id;
  const inDays = (days: number) => new Date(today.getTime() + days * DAY);
  await insertRows(
    client,
    "delegations",
    delegations.map(({ principal, deputy, from, until, cap, note }) => ({
      ...{ company_id: companyId, principal_id: idOf(principal), deputy_id: idOf(deputy) },
      ...{ starts_at: inDays(from), ends_at: inDays(until), cap: cap ?? null, note },
      ...{ created_at: inDays(from), created_by_name: principal, start_notified_at: inDays(from) },
    })),
  );
};
