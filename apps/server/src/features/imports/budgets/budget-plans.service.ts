import { budgetMessages } from "@mcc/contract/budgets/budgets.messages.ts";
import { type BudgetChanges, NewBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import type { BudgetCells, BudgetColumnKey } from "@mcc/contract/imports/budget-columns.ts";
import { importMessages as says } from "@mcc/contract/imports/imports.messages.ts";
import type { BudgetRowCheck, BudgetUploadRow } from "@mcc/contract/imports/imports.schema.ts";
import { repeatedNames } from "@mcc/contract/imports/site-rows.rules.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import { parseInput } from "../../../platform/input/input.ts";
import { pauseForOthers } from "../../../platform/pause-for-others.ts";
import { checkBudget } from "../../budgets/budget-checks.service.ts";
import { checkChanges, findBudget, settingsOf } from "../../budgets/budgets.service.ts";
import { type BudgetCellError, cellsOf, cellTexts, changesTo, fieldsOf, namesIn } from "./budget-cells.ts";
import { type NamedId, namesOfBudget, recordsNamed } from "./budget-lookups.queries.ts";

/** What saving a row would do, and what is wrong with its cells. */
export interface BudgetPlan {
  readonly row: number | null;
  readonly name: string;
  readonly cells: BudgetCells;
  /** The budget that is updated; without it, one is created. */
  readonly id: number | undefined;
  readonly fields: BudgetChanges;
  readonly errors: readonly BudgetCellError[];
}

interface Planning {
  readonly isUpsert: boolean;
  /** Names, in small letters, that earlier batches of the same sheet have saved. */
  readonly earlier?: ReadonlySet<string>;
}

const firstOfEach = (errors: readonly BudgetCellError[]): BudgetCellError[] =>
  errors.filter(({ field }, at) => errors.findIndex((error) => error.field === field) === at);

const columnOf = (field: string): BudgetColumnKey => {
  const [first = "", second] = field.split(".");
  if (first !== "field") return first as BudgetColumnKey;
  return second === "value" ? "field_value" : "field_name";
};

/** What the rules of one budget refuse is the error of its row; anything else is a failure of the whole batch. */
export const errorsFrom = (error: unknown): BudgetCellError[] => {
  if (!(error instanceof AppError)) throw error;
  if (error.code === "budget.recounting") return [{ field: "name", message: error.message }];
  // It was deleted since the rows were planned.
  if (error.code === "not_found") return [{ field: "name", message: says.goneBudget }];
  if (!error.fields) throw error;
  return firstOfEach(
    Object.entries(error.fields).map(([field, messages]) => ({
      field: columnOf(field),
      message: messages[0] ?? error.message,
    })),
  );
};

/** Everything that is wrong with the fields of a new budget by themselves. */
const schemaErrors = (fields: object): BudgetCellError[] => {
  try {
    parseInput(NewBudget, fields);
    return [];
  } catch (error) {
    return errorsFrom(error);
  }
};

/** Plans the rows of one batch. The rules of a budget are checked when it is saved, or by `checkBudgets`. */
export const planBudgets = async (
  scope: CompanyScope,
  rows: readonly BudgetUploadRow[],
  { isUpsert, earlier = new Set() }: Planning,
): Promise<BudgetPlan[]> => {
  const drafts = rows.map((given) => ({ given, cells: cellsOf(given) }));
  const all = (key: BudgetColumnKey) => drafts.flatMap(({ cells }) => namesIn(cells[key]));
  const exact = (key: BudgetColumnKey) => drafts.flatMap(({ cells }) => cells[key] ?? []);
  const known = await recordsNamed(scope, {
    budgets: exact("name"),
    sites: all("sites"),
    nodes: all("nodes"),
    role: exact("role"),
    owners: all("owners"),
  });
  const byName = new Map(known.map((record) => [`${record.kind} ${record.given}`, record]));
  const find = (kind: NamedId["kind"], name: string) => byName.get(`${kind} ${name.toLowerCase()}`);
  const repeated = repeatedNames(drafts, ({ cells }) => cells.name ?? "");
  return drafts.map((draft) => {
    const { given, cells } = draft;
    const name = cells.name ?? "";
    const existing = find("budgets", name);
    const first = repeated.get(draft);
    const { fields, errors } = fieldsOf(cells, find);
    const id = isUpsert ? existing?.id : undefined;
    const named = (message: string): BudgetCellError => ({ field: "name", message });
    return {
      row: given.row ?? null,
      name,
      cells,
      id,
      fields: fields as BudgetChanges,
      errors: firstOfEach([
        ...(given.problems ?? []),
        ...(first || earlier.has(name.toLowerCase())
          ? [named(says.twiceInSheet(first?.given.row ?? null))]
          : []),
        ...(existing && !isUpsert ? [named(budgetMessages.nameTaken)] : []),
        ...errors,
        ...(id === undefined ? schemaErrors(fields) : []),
      ]),
    };
  });
};

const checkOf = async (scope: CompanyScope, plan: BudgetPlan): Promise<BudgetRowCheck> => {
  const { row, id, fields, cells } = plan;
  const result = (
    outcome: BudgetRowCheck["outcome"],
    more: Partial<Pick<BudgetRowCheck, "errors" | "changes">> = {},
  ): BudgetRowCheck => ({ row, outcome, errors: [], changes: [], ...more });
  if (plan.errors.length > 0) return result("error", { errors: [...plan.errors] });
  try {
    if (id === undefined) {
      await checkBudget(scope, parseInput(NewBudget, fields), { isNewPeriod: true });
      return result("create");
    }
    const budget = await findBudget(scope, id);
    const held = settingsOf(budget);
    const after = await checkChanges(scope, held, changesTo(held, fields));
    const before = cellTexts(held, await namesOfBudget(scope, held), budget.role?.name ?? "");
    const fieldOf = (key: BudgetColumnKey) =>
      key === "field_name" || key === "field_value" ? ("field" as const) : key;
    const changes = Object.entries(cells).flatMap(([given, cell]) => {
      const field = given as BudgetColumnKey;
      const [was, is] = [held, after].map((one) => JSON.stringify(one[fieldOf(field)] ?? null));
      return was === is || before[field] === cell ? [] : [{ field, before: before[field], after: cell }];
    });
    return result(changes.length > 0 ? "update" : "unchanged", { changes });
  } catch (error) {
    return result("error", { errors: errorsFrom(error) });
  }
};

/** What saving these rows would do, without saving them. */
export const checkBudgets = async (
  scope: CompanyScope,
  rows: readonly BudgetUploadRow[],
  isUpsert: boolean,
): Promise<{ results: BudgetRowCheck[] }> => {
  const results: BudgetRowCheck[] = [];
  for (const plan of await planBudgets(scope, rows, { isUpsert })) {
    await pauseForOthers();
    results.push(await checkOf(scope, plan));
  }
  return { results };
};
