import type { NewBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import { importMessages as says } from "@mcc/contract/imports/imports.messages.ts";
import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import { inSavepoint } from "../../../platform/db/savepoint.ts";
import type { Services } from "../../../platform/services.ts";
import { budgetService, findBudget, isSameBudget, settingsOf } from "../../budgets/budgets.service.ts";
import { budgetsOfImport, type UndoneRow } from "./budget-lookups.queries.ts";

/** Deletes the budgets that an import created and restores those that it updated. Returns why that is not possible. */
export const undoBudgets = async (
  services: Services,
  scope: CompanyScope,
  importId: string,
): Promise<string[]> => {
  const budgets = budgetService(services, { later: true });
  const undo = async ({ budget_id: id, name, outcome, before, after, is_gone }: UndoneRow) => {
    if (is_gone) return outcome === "created" ? undefined : says.budgetGone(name);
    const now = await findBudget(scope, id);
    if (outcome === "updated" && now.recount) fail("budget.recounting");
    if (!isSameBudget(settingsOf(now), after as NewBudget)) return says.budgetChanged(name);
    await (outcome === "created"
      ? budgets.delete(scope, id)
      : budgets.update(scope, id, before as NewBudget));
    return undefined;
  };
  const reasons: string[] = [];
  for (const row of await budgetsOfImport(scope, importId))
    try {
      const reason = await inSavepoint(scope.db, () => undo(row));
      if (reason) reasons.push(reason);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const [first] = Object.values(error.fields ?? {});
      reasons.push(says.budgetReason(row.name, first?.[0] ?? error.message));
    }
  return reasons.toReversed();
};
