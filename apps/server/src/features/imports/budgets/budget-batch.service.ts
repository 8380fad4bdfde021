import { randomUUID } from "node:crypto";
import { NewBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import type {
  BatchResult,
  BudgetBatch,
  CorrectedRow,
  Corrections,
} from "@mcc/contract/imports/imports.schema.ts";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import { inSavepoint } from "../../../platform/db/savepoint.ts";
import { parseInput } from "../../../platform/input/input.ts";
import type { Services } from "../../../platform/services.ts";
import { budgetService, isSameBudget } from "../../budgets/budgets.service.ts";
import * as queries from "../imports.queries.ts";
import { saveOnce } from "../imports.service.ts";
import { type BudgetCellError, changesTo } from "./budget-cells.ts";
import { type BudgetPlan, errorsFrom, planBudgets } from "./budget-plans.service.ts";

type Kept = Omit<queries.SavedRow, "errors"> & { readonly errors: readonly BudgetCellError[] };

const save = async (services: Services, scope: CompanyScope, plan: BudgetPlan) => {
  const { add, change } = budgetService(services, { later: true });
  if (plan.id === undefined) {
    const { id: budget_id, after } = await add(scope, parseInput(NewBudget, plan.fields));
    return { outcome: "created", budget_id, after } as const;
  }
  const { before, after } = await change(scope, plan.id, (held) => changesTo(held, plan.fields));
  return isSameBudget(before, after)
    ? ({ outcome: "unchanged", budget_id: plan.id } as const)
    : ({ outcome: "updated", budget_id: plan.id, before, after } as const);
};

/** Saves rows one after the other. A row that is refused leaves nothing behind and does not stop the others. */
const saveRows = async (
  services: Services,
  scope: CompanyScope,
  plans: readonly BudgetPlan[],
): Promise<Kept[]> => {
  const saved: Kept[] = [];
  for (const plan of plans) {
    const { row: row_number, name, cells } = plan;
    const failed = (errors: readonly BudgetCellError[]): Kept => ({
      ...{ row_number, name, cells, errors, outcome: "failed" },
    });
    if (plan.errors.length > 0) saved.push(failed(plan.errors));
    else
      try {
        const done = await inSavepoint(scope.db, () => save(services, scope, plan));
        saved.push({ row_number, name, errors: [], ...done });
      } catch (error) {
        saved.push(failed(errorsFrom(error)));
      }
  }
  return saved;
};

const keptRow = ({ errors, ...row }: Kept): queries.SavedRow =>
  errors.length > 0 ? { ...row, errors } : row;

/** Creates or updates budgets. A batch that was saved before gets the response of then. */
export const batchCreateBudgets = async (
  services: Services,
  scope: CompanyScope,
  { budgets, import: whole }: BudgetBatch,
  isUpsert: boolean,
): Promise<BatchResult> => {
  const id = whole?.id ?? randomUUID();
  const batch = { id, number: whole?.batch ?? 0, fileName: whole?.file_name ?? "API", isUpsert, users: [] };
  const [reply] = await saveOnce(scope, { ...batch, kind: "budgets" }, async () => {
    const names = budgets.flatMap(({ name }) => name?.trim() || []);
    const earlier = await queries.savedNames(scope, id, names);
    const plans = await planBudgets(scope, budgets, { isUpsert, earlier });
    const saved = await saveRows(services, scope, plans);
    await queries.addRows(scope, id, saved.map(keptRow));
    const details = saved.flatMap(({ row_number: row, name, errors }, at) => {
      const operation = plans[at]?.id === undefined ? ("create" as const) : ("update" as const);
      return errors.length > 0 ? [{ row, name, operation, errors: [...errors] }] : [];
    });
    return [{ has_errors: details.length > 0, details }];
  });
  return reply as BatchResult;
};

/** Saves failed rows with corrected cells. */
export const correctBudgets = async (
  services: Services,
  scope: CompanyScope,
  given: Corrections["rows"],
  { id, isUpsert, states }: { id: string; isUpsert: boolean; states: readonly queries.RowState[] },
): Promise<readonly (CorrectedRow & { readonly kept: queries.SavedRow })[]> => {
  const numberOf = new Map(states.map(({ id: row, row: number }) => [row, number]));
  const names = given.flatMap(({ name }) => name?.trim() || []);
  const earlier = await queries.savedNames(scope, id, names);
  const rows = given.map((row) => ({ ...row, row: numberOf.get(row.id) ?? undefined }));
  const saved = await saveRows(services, scope, await planBudgets(scope, rows, { isUpsert, earlier }));
  return saved.map((one, at) => ({
    id: given[at]?.id ?? 0,
    is_saved: one.errors.length === 0,
    errors: [...one.errors],
    kept: keptRow(one),
  }));
};
