import { z } from "zod";
import { requiredText, text, textArea } from "../kit/text.ts";
import { SITE_COLUMN_KEYS } from "./site-columns.ts";

export const IMPORT_LIMITS = {
  /** Rows of one call. */
  batch: 500,
  batches: 10_000,
  users: 500,
  /** Characters of a cell; the rules of a field allow less. */
  cell: 2_000,
  /** Corrected rows of one call. */
  corrections: 100,
  /** Reasons that an undo is refused with. */
  reasons: 50,
} as const;

/** What is wrong with one cell of a row. */
export const CellError = z.object({ field: z.enum(SITE_COLUMN_KEYS), message: text() });
export type CellError = z.output<typeof CellError>;

const Cell = textArea(IMPORT_LIMITS.cell).nullish();

/** One row of the spreadsheet. What its fields must be is decided row by row, so that one bad row does not stop the rest. */
export const SiteUploadRow = z.object({
  row: z
    .number()
    .int()
    .min(1)
    .max(2_000_000)
    .describe("Its number in the spreadsheet, to be named in errors")
    .optional(),
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

const Rows = z.array(SiteUploadRow).min(1).max(IMPORT_LIMITS.batch);

export const SiteBatch = z.object({
  sites: Rows,
  users: z
    .array(z.number().int().positive())
    .max(IMPORT_LIMITS.users)
    .describe("The users who are assigned to each of the sites")
    .default([]),
  import: z
    .object({
      id: z.uuid({ error: "This must be a UUID." }).toLowerCase(),
      batch: z.number().int().min(0).max(IMPORT_LIMITS.batches),
      file_name: requiredText("This field is required."),
    })
    .describe(
      "The import that the rows belong to, and the number of this batch in it. A batch that is sent again is not saved again: it gets the response of the first time. Without it, the rows are an import of their own.",
    )
    .optional(),
});
export type SiteBatch = z.output<typeof SiteBatch>;

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

/** What saving a row would do. */
export const RowCheck = z.object({
  row: z.number().nullable(),
  outcome: z.enum(["create", "update", "unchanged", "error"]),
  errors: z.array(CellError),
  changes: z.array(z.object({ field: z.enum(SITE_COLUMN_KEYS), before: z.string(), after: z.string() })),
});
export type RowCheck = z.output<typeof RowCheck>;

/** An upload of a spreadsheet, kept as a record. */
export const Import = z.object({
  id: z.string(),
  kind: z.enum(["sites"]),
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
  cells: z.partialRecord(z.enum(SITE_COLUMN_KEYS), z.string()),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
});
export type FailedRow = z.output<typeof FailedRow>;

/** Failed rows by their ids, each with all of its cells. */
export const Corrections = z.object({
  rows: z
    .array(SiteUploadRow.omit({ row: true, problems: true }).extend({ id: z.number().int().positive() }))
    .min(1)
    .max(IMPORT_LIMITS.corrections)
    .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, "A row is there twice."),
});
export type Corrections = z.output<typeof Corrections>;

/** What became of a corrected row. */
export const CorrectedRow = z.object({
  id: z.number(),
  is_saved: z.boolean(),
  errors: z.array(CellError),
});
export type CorrectedRow = z.output<typeof CorrectedRow>;
