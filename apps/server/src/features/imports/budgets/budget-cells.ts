import {
  BEYOND_ACTIONS,
  BUDGET_PERIODS,
  type BudgetChanges,
  type NewBudget,
} from "@mcc/contract/budgets/budgets.schema.ts";
import {
  BUDGET_COLUMN_KEYS,
  type BudgetCells,
  type BudgetColumnKey,
} from "@mcc/contract/imports/budget-columns.ts";
import { importMessages as says } from "@mcc/contract/imports/imports.messages.ts";
import type { BudgetUploadRow } from "@mcc/contract/imports/imports.schema.ts";
import type { NamedId } from "./budget-lookups.queries.ts";

export interface BudgetCellError {
  readonly field: BudgetColumnKey;
  readonly message: string;
}

/** Cells without the spaces around them; empty ones are left out. */
export const cellsOf = (given: BudgetUploadRow): BudgetCells =>
  Object.fromEntries(
    BUDGET_COLUMN_KEYS.flatMap((key) => {
      const cell = given[key]?.trim();
      return cell ? [[key, cell]] : [];
    }),
  );

/** The names of a cell, each once. */
export const namesIn = (cell: string | undefined): string[] => {
  const names = (cell ?? "").split(";").map((name) => name.trim());
  return [...new Map(names.filter(Boolean).map((name) => [name.toLowerCase(), name])).values()];
};

const UNITED_STATES = /^(\d{1,2})\/(\d{1,2})\/(\d\d|\d{4})$/;

/** A day as the fields of a budget have it; anything else is left to their rules. */
const dayOf = (cell: string): string => {
  const [, month = "", day = "", year] = UNITED_STATES.exec(cell) ?? [];
  return year ? `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : cell;
};

const WORDS = {
  period: { words: ["Month", "Quarter", "Year", "Custom"], values: BUDGET_PERIODS },
  repeats: { words: ["Yes", "No"], values: [true, false] },
  beyond: { words: ["Tell", "Step"], values: BEYOND_ACTIONS },
} as const;
/** What people write for the same, also in cells that are true or false. */
const SAME: Readonly<Record<string, string>> = {
  monthly: "month",
  quarterly: "quarter",
  yearly: "year",
  annual: "year",
  true: "yes",
  false: "no",
};

const UNKNOWN = {
  sites: says.unknownSite,
  nodes: says.unknownNode,
  role: says.unknownRole,
  owners: says.unknownOwner,
} as const;

export type FindNamed = (kind: NamedId["kind"], name: string) => NamedId | undefined;

/** Commas stand between thousands only: "1000,50" is not guessed at. */
const THOUSANDS = /^\s*\$?\s*(\d{1,3}(,\d{3})+|\d+)(\.\d+)?\s*$/;

/** The fields of a budget that these cells give, with the ids of what they name, and what is wrong with them. */
export const fieldsOf = (
  cells: BudgetCells,
  find: FindNamed,
): { fields: Partial<Record<keyof NewBudget, unknown>>; errors: BudgetCellError[] } => {
  const errors: BudgetCellError[] = [];
  const fields: Partial<Record<keyof NewBudget, unknown>> = {};
  const { name, amount, starts_on, ends_on, afe_number, field_name, field_value, tell_at } = cells;
  if (name) fields.name = name;
  if (amount) fields.amount = THOUSANDS.test(amount) ? amount.replace(/[$,\s]/g, "") : amount;
  if (starts_on) fields.starts_on = dayOf(starts_on);
  if (ends_on) fields.ends_on = dayOf(ends_on);
  if (afe_number) fields.afe_number = afe_number;
  if (field_name || field_value) fields.field = { name: field_name ?? "", value: field_value ?? "" };
  if (tell_at)
    fields.tell_at = tell_at.split(/[;,]/).map((percent) => Number(percent.replace("%", "").trim() || NaN));
  for (const key of ["period", "repeats", "beyond"] as const) {
    const cell = cells[key]?.toLowerCase();
    if (cell === undefined) continue;
    const { words, values } = WORDS[key];
    const at = words.findIndex((word) => word.toLowerCase() === (SAME[cell] ?? cell));
    if (at < 0) errors.push({ field: key, message: says.unknownWord(words) });
    else fields[key] = values[at];
  }
  for (const key of ["sites", "nodes", "owners", "role"] as const) {
    const found = (key === "role" ? [cells.role ?? ""] : namesIn(cells[key])).flatMap((one) => {
      if (!one) return [];
      const record = find(key, one);
      if (record?.count === 1) return [record.id];
      errors.push({ field: key, message: record ? says.severalRecords(one) : UNKNOWN[key](one) });
      return [];
    });
    if (cells[key]) fields[key] = key === "role" ? found[0] : [...new Set(found)];
  }
  if (fields.role !== undefined && cells.beyond === undefined) fields.beyond = "step";
  return { fields, errors };
};

/** A row has one half of the checkout field: the other one stays, as empty cells do, unless it is another field's value. */
export const changesTo = (held: NewBudget, { field, ...changes }: BudgetChanges): BudgetChanges => {
  if (!field || !held.field) return { ...changes, ...(field !== undefined && { field }) };
  const name = field.name || held.field.name;
  const value = field.value || (name === held.field.name ? held.field.value : "");
  return { ...changes, field: { name, value } };
};

/** How cells show what a budget has now. */
export const cellTexts = (
  held: NewBudget,
  names: Readonly<Record<"sites" | "nodes" | "owners", string>>,
  role: string,
): Record<BudgetColumnKey, string> => ({
  name: held.name,
  amount: held.amount,
  period: WORDS.period.words[BUDGET_PERIODS.indexOf(held.period)] ?? "",
  starts_on: held.starts_on ?? "",
  ends_on: held.ends_on ?? "",
  repeats: held.repeats ? "Yes" : "No",
  ...names,
  afe_number: held.afe_number ?? "",
  field_name: held.field?.name ?? "",
  field_value: held.field?.value ?? "",
  beyond: held.beyond === "step" ? "Step" : "Tell",
  role,
  tell_at: held.tell_at.join("; "),
});
