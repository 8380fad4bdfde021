import { z } from "zod";
import { requiredText, text, textArea } from "../kit/text.ts";
import { BUDGET_COLUMN_KEYS, type BudgetColumnKey } from "./budget-columns.ts";
import { SITE_COLUMN_KEYS, type SiteColumnKey } from "./site-columns.ts";

export const IMPORT_LIMITS = {
  /** Rows of one call. */
  batch: 500,
  /** Rows of one call with budgets. */
  budgets: 200,
  batches: 10_000,
  users: 500,
  /** Characters of a cell; the rules of a field allow less. */
  cell: 2_000,
  /** Corrected rows of one call. */
  corrections: 100,
  /** Reasons that an undo is refused with. */
  reasons: 50,
} as const;

/** Records that spreadsheets create. */
export const IMPORT_KINDS = ["sites", "budgets"] as const;

export type ImportColumnKey = SiteColumnKey | BudgetColumnKey;
const ColumnKey = z.enum([...new Set<ImportColumnKey>([...SITE_COLUMN_KEYS, ...BUDGET_COLUMN_KEYS])]);

/** What is wrong with one cell of a row. */
export const CellError = z.object({ field: z.enum(SITE_COLUMN_KEYS), message: text() });
export type CellError = z.output<typeof CellError>;

/** The same of a row of any kind. */
const AnyCellError = z.object({ field: ColumnKey, message: text() });

const Cell = textArea(IMPORT_LIMITS.cell).nullish();

const RowNumber = z
  .number()
  .int()
  .min(1)
  .max(2_000_000)
  .describe("Its number in the spreadsheet, to be named in errors")
  .optional();

/** One row of the spreadsheet. What its fields must be is decided row by row, so that one bad row does not stop the rest. */
export const SiteUploadRow = z.object({
  row: RowNumber,
  name: Cell,
  division: Cell,
  business_unit: Cell,
  region: Cell,
  ecommerce_user_email: Cell,
  ecommerce_username: Cell,
  password: Cell.describe("Used when the shop user is created with the site"),
  location_name: Cell,
  node: Cell.describe("The name of a node, in companies with a hierarchy"),
  site_type: Cell.describe("The name of a site type"),
  site_warehouse: Cell.describe("The name of a warehouse"),
  problems: z
    .array(CellError)
    .max(SITE_COLUMN_KEYS.length)
    .describe("What the sender found wrong with cells, such as a formula: the row fails with these errors")
    .optional(),
});
export type SiteUploadRow = z.output<typeof SiteUploadRow>;

const OfImport = z
  .object({
    id: z.uuid({ error: "This must be a UUID." }).toLowerCase(),
    batch: z.number().int().min(0).max(IMPORT_LIMITS.batches),
    file_name: requiredText("This field is required."),
  })
  .describe(
    "The import that the rows belong to, and the number of this batch in it. A batch that is sent again is not saved again: it gets the response of the first time. Without it, the rows are an import of their own.",
  )
  .optional();

const Rows = z.array(SiteUploadRow).min(1).max(IMPORT_LIMITS.batch);

export const SiteBatch = z.object({
  sites: Rows,
  users: z
    .array(z.number().int().positive())
    .max(IMPORT_LIMITS.users)
    .describe("The users who are assigned to each of the sites")
    .default([]),
  import: OfImport,
});
export type SiteBatch = z.output<typeof SiteBatch>;

const BudgetCell = z.object({
  name: Cell,
  amount: Cell,
  period: Cell.describe("Month, Quarter, Year or Custom"),
  starts_on: Cell.describe("Such as 2026-01-31 or 1/31/2026"),
  ends_on: Cell,
  repeats: Cell.describe("Yes or No"),
  sites: Cell.describe("Names, separated by semicolons"),
  nodes: Cell.describe("Names, separated by semicolons"),
  afe_number: Cell,
  field_name: Cell,
  field_value: Cell,
  beyond: Cell.describe("Tell or Step"),
  role: Cell.describe("The name of the role that approves the further step"),
  owners: Cell.describe("Usernames or e-mail addresses, separated by semicolons"),
  tell_at: Cell.describe("Percentages, separated by semicolons"),
});

/** One row of a spreadsheet of budgets, as one of sites. */
export const BudgetUploadRow = BudgetCell.extend({
  row: RowNumber,
  problems: z
    .array(z.object({ field: z.enum(BUDGET_COLUMN_KEYS), message: text() }))
    .max(BUDGET_COLUMN_KEYS.length)
    .optional(),
});
export type BudgetUploadRow = z.output<typeof BudgetUploadRow>;

const BudgetRows = z.array(BudgetUploadRow).min(1).max(IMPORT_LIMITS.budgets);
export const BudgetBatch = z.object({ budgets: BudgetRows, import: OfImport });
export type BudgetBatch = z.output<typeof BudgetBatch>;
export const BudgetsToCheck = z.object({ budgets: BudgetRows });

const Operation = z.enum(["create", "update"]);

/** What was not saved, of the sites or of the users. */
export const BatchResult = z.object({
  has_errors: z.boolean(),
  details: z.array(
    z.object({
      row: z.number().nullable(),
      name: z.string(),
      operation: Operation,
      errors: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  ),
});
export type BatchResult = z.output<typeof BatchResult>;

export const RowsToCheck = z.object({ sites: Rows });

const rowCheck = <Key extends ImportColumnKey>(keys: readonly Key[]) =>
  z.object({
    row: z.number().nullable(),
    outcome: z.enum(["create", "update", "unchanged", "error"]),
    errors: z.array(z.object({ field: z.enum(keys), message: text() })),
    changes: z.array(z.object({ field: z.enum(keys), before: z.string(), after: z.string() })),
  });

/** What saving a row would do. */
export const RowCheck = rowCheck(SITE_COLUMN_KEYS);
export type RowCheck = z.output<typeof RowCheck>;
export const BudgetRowCheck = rowCheck(BUDGET_COLUMN_KEYS);
export type BudgetRowCheck = z.output<typeof BudgetRowCheck>;

/** An upload of a spreadsheet, kept as a record. */
export const Import = z.object({
  id: z.string(),
  kind: z.enum(IMPORT_KINDS),
  file_name: z.string(),
  is_upsert: z.boolean(),
  created_at: z.string(),
  created_by: z.string(),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  failed: z.number(),
  undone_at: z.string().nullable(),
  undone_by: z.string().nullable(),
});
export type Import = z.output<typeof Import>;

/** A row that was not saved, as it was sent; passwords are not kept. */
export const FailedRow = z.object({
  id: z.number(),
  row: z.number().nullable(),
  cells: z.partialRecord(ColumnKey, z.string()),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
});
export type FailedRow = z.output<typeof FailedRow>;

/** Failed rows by their ids, each with all of its cells. */
export const Corrections = z.object({
  rows: z
    .array(
      SiteUploadRow.omit({ row: true, problems: true }).extend({
        ...BudgetCell.shape,
        id: z.number().int().positive(),
      }),
    )
    .min(1)
    .max(IMPORT_LIMITS.corrections)
    .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, "A row is there twice."),
});
export type Corrections = z.output<typeof Corrections>;

/** What became of a corrected row. */
export const CorrectedRow = z.object({
  id: z.number(),
  is_saved: z.boolean(),
  errors: z.array(AnyCellError),
});
export type CorrectedRow = z.output<typeof CorrectedRow>;
