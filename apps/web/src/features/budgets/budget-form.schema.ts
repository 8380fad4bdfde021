import { type Budget, type BudgetPeriodKind, NewBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import { z } from "zod";

/** The form values of a budget. Fields have the names of the API, so that its errors appear on them. */
export type BudgetValues = {
  readonly name: string;
  /** As typed by the user. */
  readonly amount: string;
  readonly period: BudgetPeriodKind;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly repeats: boolean;
  readonly sites: string[];
  readonly nodes: string[];
  readonly afe_number: string;
  readonly field: string;
  readonly field_value: string;
  readonly beyond: Budget["beyond"];
  readonly role: string | null;
  readonly owners: string[];
  /** As typed by the user, separated by commas. */
  readonly tell_at: string;
};

export const newBudget: BudgetValues = {
  ...{ name: "", amount: "", period: "quarter", starts_on: "", ends_on: "", repeats: true },
  ...{ sites: [], nodes: [], afe_number: "", field: "", field_value: "", beyond: "tell" },
  ...{ role: null, owners: [], tell_at: "80, 100" },
};

export const valuesOf = (budget: Budget): BudgetValues => ({
  name: budget.name,
  amount: budget.amount ?? "",
  period: budget.period,
  starts_on: budget.starts_on,
  ends_on: budget.ends_on ?? "",
  repeats: budget.repeats,
  sites: budget.sites.map(String),
  nodes: budget.nodes.map(String),
  afe_number: budget.afe_number ?? "",
  field: budget.field?.name ?? "",
  field_value: budget.field?.value ?? "",
  beyond: budget.beyond,
  role: budget.role && String(budget.role.id),
  owners: budget.owners.map(({ id }) => String(id)),
  tell_at: budget.tell_at.join(", "),
});

const percentages = (typed: string): number[] =>
  typed
    .split(/[,\s]+/)
    .map((one) => one.replace("%", ""))
    .filter((one) => one !== "")
    .map(Number);

/** The body that creates or changes a budget. */
export const bodyOf = ({ field, field_value, ...values }: BudgetValues) => ({
  ...values,
  amount: values.amount.replaceAll(/[$,\s]/g, ""),
  starts_on: values.starts_on || null,
  ends_on: values.ends_on || null,
  sites: values.sites.map(Number),
  nodes: values.nodes.map(Number),
  afe_number: values.afe_number.trim() || null,
  field: field.trim() === "" && field_value.trim() === "" ? null : { name: field, value: field_value },
  role: values.beyond === "step" && values.role !== null ? Number(values.role) : null,
  owners: values.owners.map(Number),
  tell_at: percentages(values.tell_at),
});

/** The field of the form that a message of the contract or the server is shown on. */
export const fieldOf = (path: string): string => {
  if (path === "field.value") return "field_value";
  return path.startsWith("field.") ? "field" : path.replace(/^tell_at\..*/, "tell_at");
};

export const BudgetForm = z.custom<BudgetValues>().superRefine((values, context) => {
  for (const { path, message } of NewBudget.safeParse(bodyOf(values)).error?.issues ?? [])
    context.addIssue({ code: "custom", path: [fieldOf(path.join("."))], message });
});
