import {
  type BudgetColumnKey,
  budgetColumns,
  budgetColumnsOf,
} from "@mcc/contract/imports/budget-columns.ts";
import { batchCreateBudgets, checkBudgets } from "@mcc/contract/imports/imports.api.ts";
import { importMessages } from "@mcc/contract/imports/imports.messages.ts";
import type { BatchResult, BudgetUploadRow } from "@mcc/contract/imports/imports.schema.ts";
import { repeatedNames } from "@mcc/contract/imports/site-rows.rules.ts";
import { cellMessages } from "@mcc/contract/sheets/sheet.messages.ts";
import type { CellError, ImportColumn, MappedRow } from "@mcc/contract/sheets/sheet-columns.ts";
import { call } from "../../platform/api/call.ts";
import type { CheckedRow } from "../../platform/records/import/import-rows.ts";
import type { CheckRows } from "../../platform/records/import/use-checked-rows.ts";
import type { Upload } from "./sheet-upload.tsx";

type BudgetRow = MappedRow<BudgetColumnKey>;
type CheckedBudget = CheckedRow<BudgetColumnKey>;

export const budgetImportColumns = (
  company: Parameters<typeof budgetColumnsOf>[0],
): ImportColumn<BudgetColumnKey>[] =>
  budgetColumnsOf(company).map((key) => ({ key, header: budgetColumns[key], required: key === "name" }));

/** Where a cell may be a date or true or false, as a spreadsheet has them. */
const TYPED: Readonly<Partial<Record<BudgetColumnKey, string>>> = {
  starts_on: cellMessages.date,
  ends_on: cellMessages.date,
  repeats: cellMessages.truth,
};

const bodyRow = (
  { row, cells }: BudgetRow,
  errors: readonly CellError<BudgetColumnKey>[],
): BudgetUploadRow => ({
  row,
  ...cells,
  ...(errors.length > 0 ? { problems: [...errors] } : {}),
});

const firstOfEach = (errors: readonly CellError<BudgetColumnKey>[]): CellError<BudgetColumnKey>[] =>
  errors.filter(({ field }, at) => errors.findIndex((error) => error.field === field) === at);

const queryOf = (isUpsert: boolean) => (isUpsert ? { is_upsert: "true" as const } : {});

/** The server checks the rows; only the page knows which names the whole sheet has twice. */
export const budgetChecker =
  (isUpsert: boolean) =>
  (all: readonly BudgetRow[]): CheckRows<BudgetColumnKey> => {
    const repeated = repeatedNames(all, ({ cells }) => cells.name ?? "");
    const errorsHere = (row: BudgetRow): CellError<BudgetColumnKey>[] => {
      const first = repeated.get(row);
      return [
        ...row.problems.filter(({ field, message }) => TYPED[field] !== message),
        ...(first ? [{ field: "name" as const, message: importMessages.twiceInSheet(first.row) }] : []),
      ];
    };
    return async (rows, signal) => {
      const budgets = rows.map((row) => bodyRow(row, errorsHere(row)));
      const { results } = await call(checkBudgets, { query: queryOf(isUpsert), body: { budgets } }, signal);
      return rows.map((row, at): CheckedBudget => {
        const answer = results[at];
        const errors = firstOfEach([...errorsHere(row), ...(answer?.errors ?? [])]);
        const outcome = errors.length > 0 ? "error" : (answer?.outcome ?? "error");
        return { ...row, errors, outcome, changes: errors.length > 0 ? [] : (answer?.changes ?? []) };
      });
    };
  };

/** A row that the page knows to be wrong is sent with what is wrong, so that the import keeps it as failed. */
export const sendBudgets = async (
  { id, fileName, isUpsert }: Upload,
  rows: readonly CheckedBudget[],
  batch: number,
): Promise<BatchResult[]> => [
  await call(batchCreateBudgets, {
    query: queryOf(isUpsert),
    body: {
      budgets: rows.map((row) => bodyRow(row, row.errors)),
      import: { id, batch, file_name: fileName },
    },
  }),
];
