import type pg from "pg";
import type { Delegation, User } from "../company.ts";
import type { CompanyPlan } from "../company-plan.ts";
import { DAY } from "../dates.ts";
import { insertRows, withIds } from "./insert-rows.ts";

/** Who is the deputy of whom; both know it already. */
export const insertDelegations = async (
  client: pg.ClientBase,
  companyId: number,
  { delegations = [] }: CompanyPlan,
  users: readonly User[],
  today: Date,
): Promise<Delegation[]> => {
  const userOf = (name: string): User => {
    const found = users.find((user) => user.name === name);
    if (!found) throw new Error(`${name} is not a user.`);
    return found;
  };
  const inDays = (days: number) => new Date(today.getTime() + days * DAY);
  const known = await withIds(
    client,
    "delegations",
    delegations.map((plan) => ({
      ...plan,
      ...{ principal: userOf(plan.principal), deputy: userOf(plan.deputy) },
      ...{ from: inDays(plan.from), until: inDays(plan.until) },
    })),
  );
  await insertRows(
    client,
    "delegations",
    known.map(({ id, principal, deputy, from, until, cap, note }) => {
      const ended = until <= today ? until : null;
      return {
        ...{ id, company_id: companyId, principal_id: principal.id, deputy_id: deputy.id },
        ...{ starts_at: from, ends_at: until, cap: cap ?? null, note },
        ...{ created_at: from, created_by_name: principal.name, start_notified_at: from },
        ...{ ended_at: ended, end_notified_at: ended },
      };
    }),
  );
  return known;
};
