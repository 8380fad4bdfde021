import type {
  BudgetChart,
  BudgetDraft,
  BudgetPeriod,
  BudgetPreview,
} from "@mcc/contract/budgets/budgets.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { recentFields } from "./budget-checks.queries.ts";
import { checkBudget } from "./budget-checks.service.ts";
import { findBudget, hasOtherPeriod, settingsOf } from "./budgets.service.ts";
import { chartPoints, type PeriodRecord, periodRows, previewOf } from "./figures.queries.ts";
import { MOST_AT_ONCE } from "./recount.service.ts";

const HIDDEN = { amount: null, reserved: null, committed: null, left: null };

const periodsSeen = async (scope: CompanyScope, id: number) => {
  const { sees_totals } = await findBudget(scope, id);
  return { sees_totals, periods: await periodRows(scope, id) };
};

export const budgetPeriods = async (
  scope: CompanyScope,
  id: number,
): Promise<{ results: BudgetPeriod[] }> => {
  const { sees_totals, periods } = await periodsSeen(scope, id);
  return { results: sees_totals ? periods : periods.map((period) => ({ ...period, ...HIDDEN })) };
};

/** A user who may not see the totals gets no points either. */
export const budgetChart = async (
  scope: CompanyScope,
  id: number,
  first: string | undefined,
): Promise<BudgetChart> => {
  const { sees_totals, periods } = await periodsSeen(scope, id);
  const isWanted = ({ period_starts_on, is_current }: PeriodRecord) =>
    first === undefined ? is_current : period_starts_on === first;
  const period = periods.find(isWanted) ?? fail("not_found");
  return sees_totals
    ? { ...period, points: await chartPoints(scope, id, period.period_starts_on) }
    : { ...period, ...HIDDEN, points: [] };
};

export const previewBudget = async (
  scope: CompanyScope,
  { id, ...given }: BudgetDraft,
): Promise<BudgetPreview> => {
  const held = id === undefined ? undefined : settingsOf(await findBudget(scope, id));
  const isNewPeriod = !held || hasOtherPeriod(held, given);
  const checked = await checkBudget(scope, given, { isNewPeriod, held });
  const { all_orders, ...preview } = await previewOf(scope, checked);
  return { ...preview, takes_a_while: all_orders > MOST_AT_ONCE };
};

export const checkoutFields = async (scope: CompanyScope) => ({ results: await recentFields(scope) });
