import { budgetMessages } from "@mcc/contract/budgets/budgets.messages.ts";
import { type Budget, type BudgetChanges, NewBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { centsOf, divided, moneyOf } from "@mcc/contract/kit/money.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { parseInput } from "../../platform/input/input.ts";
import { countedPage, type Page } from "../../platform/lists/list.ts";
import type { NamedQuery } from "../../platform/records/named-records.ts";
import type { Services } from "../../platform/services.ts";
import { announceRules } from "../approval-rules/approval-rules.service.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import type { CheckedBudget } from "./budget-checks.queries.ts";
import { checkBudget } from "./budget-checks.service.ts";
import * as queries from "./budgets.queries.ts";
import { startRecount } from "./recount.service.ts";
import { tellOwnersSoon } from "./tell-owners.service.ts";

export { budgetsOfNode, isRoleOfBudget } from "./budgets.queries.ts";

const DAY_MS = 86_400_000;
const daysFrom = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;

/** A forecast needs this part of the period to have passed: one day of a year says nothing about it. */
const LEAST_PASSED = 0.1;

/** What would be used at the end of the period if the orders went on as until today; at least what is used already. */
const forecastOf = (record: queries.BudgetRecord): string | null => {
  const { today, period_starts_on: first, period_ends_on: last, reserved, committed, ahead } = record;
  if (today < first || today > last) return null;
  const [days, passed] = [daysFrom(first, last), daysFrom(first, today)];
  if (passed < days * LEAST_PASSED) return null;
  const used = centsOf(reserved) + centsOf(committed);
  const more = divided((used - centsOf(ahead)) * BigInt(days), BigInt(passed)) - used;
  return moneyOf(more > 0n ? used + more : used);
};

const stateOf = ({ today, period_starts_on, period_ends_on }: queries.BudgetRecord): Budget["state"] => {
  if (today < period_starts_on) return "ahead";
  return today > period_ends_on ? "over" : "running";
};

const toBudget = (record: queries.BudgetRecord): Budget => {
  const {
    field_name,
    field_value,
    amount,
    reserved,
    committed,
    left,
    ahead: _,
    sees_totals,
    ...row
  } = record;
  const { orders_read, orders_found, is_lost: failed } = row;
  return {
    ...row,
    ...(sees_totals
      ? { amount, reserved, committed, left }
      : { amount: null, reserved: null, committed: null, left: null }),
    sees_totals,
    field: field_name === null ? null : { name: field_name, value: field_value ?? "" },
    state: stateOf(record),
    forecast: sees_totals ? forecastOf(record) : null,
    recount: row.next_revision === null && !row.is_stale ? null : { orders_read, orders_found, failed },
  };
};

const findRecord = async (scope: CompanyScope, id: number): Promise<queries.BudgetRecord> =>
  (await queries.budgetRows(scope, { id }))[0] ?? fail("not_found");

/** A budget that the user may see. */
export const findBudget = async (scope: CompanyScope, id: number): Promise<Budget> =>
  toBudget(await findRecord(scope, id));

type BudgetsQuery = NamedQuery & { readonly site?: number; readonly node?: number };

const listBudgets = async (scope: CompanyScope, query: BudgetsQuery): Promise<Page<Budget>> => {
  const { limit, offset, order_by, site, node } = query;
  const page = countedPage(
    await queries.budgetRows(scope, { limit, offset, site, node, descending: order_by === "-name" }),
  );
  return { ...page, results: page.results.map(toBudget) };
};

/** The settings of a budget, as they are sent. */
export const settingsOf = (budget: Budget): NewBudget => ({
  name: budget.name,
  amount: budget.amount ?? "",
  period: budget.period,
  starts_on: budget.starts_on,
  ends_on: budget.ends_on,
  repeats: budget.repeats,
  sites: budget.sites,
  nodes: budget.nodes,
  afe_number: budget.afe_number,
  field: budget.field,
  beyond: budget.beyond,
  role: budget.role?.id ?? null,
  owners: budget.owners.map(({ id }) => id),
  tell_at: budget.tell_at,
});

const PERIOD = ["period", "starts_on", "ends_on", "repeats"] as const;
const COVERAGE = [...PERIOD, "sites", "nodes", "afe_number", "field"] as const;
const TELLING = ["amount", "owners", "tell_at"] as const;

/** Lists of ids are alike in any order. */
const textOf = (value: NewBudget[keyof NewBudget] | undefined): string =>
  JSON.stringify(Array.isArray(value) ? value.toSorted((a, b) => a - b) : (value ?? null));

const differs = (before: NewBudget, after: NewBudget, keys: readonly (keyof NewBudget)[]): boolean =>
  keys.some((key) => textOf(before[key]) !== textOf(after[key]));

export const hasOtherPeriod = (before: NewBudget, after: NewBudget): boolean =>
  differs(before, after, PERIOD);

/** What a budget would be with these changes; throws with everything that is wrong with them. */
export const checkChanges = (
  scope: CompanyScope,
  held: NewBudget,
  changes: BudgetChanges,
): Promise<CheckedBudget> => {
  const wanted = parseInput(NewBudget, {
    ...held,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    ...(changes.beyond === "tell" && changes.role === undefined && { role: null }),
  });
  return checkBudget(scope, wanted, { isNewPeriod: hasOtherPeriod(held, wanted), held });
};

export const isSameBudget = (before: NewBudget, after: NewBudget): boolean =>
  !differs(before, after, Object.keys(before) as (keyof NewBudget)[]);

/** With `later`, coverages are computed by a job only, and orders do not wait for the transaction. */
export const budgetService = (services: Services, { later = false }: { readonly later?: boolean } = {}) => {
  const finish = async (
    scope: CompanyScope,
    action: "created" | "updated" | "deleted",
    id: number,
    settings: NewBudget,
    before?: NewBudget,
  ): Promise<void> => {
    await addChangeEntry(scope, {
      action: `budget.${action}`,
      record: { id, ...settings },
      ...(before && { before: { id, ...before } }),
    });
    const { companyId } = scope;
    scope.afterCommit(() => services.changes.announce({ kind: "budgets", companyId, siteIds: "all" }));
    if (settings.role || before?.role) announceRules(services, scope);
  };
  const add = async (scope: CompanyScope, given: NewBudget): Promise<{ id: number; after: NewBudget }> => {
    if (!later) await queries.lockCoverages(scope);
    const after = await checkBudget(scope, given, { isNewPeriod: true });
    const id = await queries.addBudget(scope, after);
    await queries.setOwners(scope, id, after.owners);
    await queries.addCoverage(scope, id, 1, after);
    await startRecount(services, scope, id, 1, later);
    await finish(scope, "created", id, after);
    return { id, after };
  };
  /** Another amount acts at once; another period or coverage is computed from the orders. */
  const change = async (
    scope: CompanyScope,
    id: number,
    changesOf: (held: NewBudget) => BudgetChanges,
  ): Promise<{ before: NewBudget; after: NewBudget }> => {
    if (!later) await queries.lockCoverages(scope);
    if (!(await queries.lockBudget(scope, id))) fail("not_found");
    const record = await findRecord(scope, id);
    const before = settingsOf(toBudget(record));
    const after = await checkChanges(scope, before, changesOf(before));
    // Only its role counts as approver: the open steps of another one could not be decided.
    if (differs(before, after, ["role"]) && (await queries.hasOpenSteps(scope, id)))
      failField(after.role ? "role" : "beyond", budgetMessages.stepPending);
    // One that did not finish is computed again when it is saved, also without a change.
    const isRecounted = differs(before, after, COVERAGE) || record.is_lost;
    if (isRecounted && record.next_revision !== null && !record.is_lost) fail("budget.recounting");
    await queries.updateBudget(scope, id, after);
    await queries.setOwners(scope, id, after.owners);
    if (isRecounted) {
      const revision = Math.max(record.revision, record.next_revision ?? 0) + 1;
      await queries.addCoverage(scope, id, revision, after);
      await startRecount(services, scope, id, revision, later);
    } else if (differs(before, after, TELLING)) {
      scope.afterCommit(() => tellOwnersSoon(services.jobs, scope.companyId));
    }
    if (!isSameBudget(before, after)) await finish(scope, "updated", id, after, before);
    return { before, after };
  };
  return {
    add,
    change,
    list: listBudgets,
    find: findBudget,
    create: async (scope: CompanyScope, given: NewBudget): Promise<Budget> =>
      findBudget(scope, (await add(scope, given)).id),
    update: async (scope: CompanyScope, id: number, changes: BudgetChanges): Promise<Budget> => {
      await change(scope, id, () => changes);
      return findBudget(scope, id);
    },
    delete: async (scope: CompanyScope, id: number): Promise<{ detail: string }> => {
      await queries.lockCoverages(scope);
      if (!(await queries.lockBudget(scope, id))) fail("not_found");
      if (await queries.hasOpenSteps(scope, id)) fail("budget.pending");
      const budget = await findBudget(scope, id);
      await queries.deleteBudget(scope, id);
      await finish(scope, "deleted", id, settingsOf(budget));
      return { detail: budgetMessages.deleted };
    },
  };
};
