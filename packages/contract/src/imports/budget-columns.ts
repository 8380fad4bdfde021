/** The columns of the spreadsheet of budgets. Several names in a cell are separated by semicolons. */
export const budgetColumns = {
  name: "Name",
  amount: "Amount",
  period: "Period",
  starts_on: "First Day",
  ends_on: "Last Day",
  repeats: "Repeats",
  /** These, and the role, are names of the company's records. */
  sites: "Sites",
  nodes: "Nodes",
  afe_number: "AFE",
  field_name: "Checkout Field",
  field_value: "Checkout Value",
  beyond: "Beyond",
  role: "Role",
  /** Usernames or e-mail addresses. */
  owners: "Owners",
  tell_at: "Tell Owners At",
} as const;
export type BudgetColumnKey = keyof typeof budgetColumns;
export const BUDGET_COLUMN_KEYS = Object.keys(budgetColumns) as BudgetColumnKey[];

/** The cells of one row; an empty cell and a missing column are the same. */
export type BudgetCells = Readonly<Partial<Record<BudgetColumnKey, string>>>;

/** A company without a hierarchy has no nodes. */
export const budgetColumnsOf = (company: { readonly has_company_hierarchy: boolean }): BudgetColumnKey[] =>
  BUDGET_COLUMN_KEYS.filter((key) => key !== "nodes" || company.has_company_hierarchy);
