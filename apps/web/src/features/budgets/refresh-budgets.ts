import {
  budgetChart,
  budgetEndpoints,
  budgetEntryList,
  budgetPeriods,
} from "@mcc/contract/budgets/budgets.api.ts";
import { invalidate } from "../../platform/api/invalidate.ts";

/** What a change of a budget makes stale. */
export const refreshBudgets = (): Promise<unknown> =>
  invalidate([budgetEndpoints.list, budgetEndpoints.find, budgetEntryList.page, budgetPeriods, budgetChart]);
