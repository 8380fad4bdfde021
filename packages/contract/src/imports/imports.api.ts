import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { flag, list, pagedQuery, pageSchema } from "../kit/list.ts";
import { choiceColumn, dateColumn, displayColumn, numberColumn, textColumn } from "../kit/list-columns.ts";
import {
  BatchResult,
  BudgetBatch,
  BudgetRowCheck,
  BudgetsToCheck,
  CorrectedRow,
  Corrections,
  FailedRow,
  IMPORT_KINDS,
  IMPORT_LIMITS,
  Import,
  RowCheck,
  RowsToCheck,
  SiteBatch,
} from "./imports.schema.ts";

const Upsert = z.object({
  is_upsert: flag.describe("A site of the same name is updated; an empty cell changes nothing").optional(),
});

export const batchCreateSites = endpoint({
  method: "POST",
  path: "/sites/batch-create/",
  summary: "Create sites from the rows of a spreadsheet",
  description: `At most ${IMPORT_LIMITS.batch} rows. The response has two elements: the errors of sites and those of users. Rows with errors are not saved, the others are.`,
  allow: "company-admin",
  query: Upsert,
  body: SiteBatch,
  reply: z.array(BatchResult).length(2),
  fails: ["import.undone"],
});

export const checkSites = endpoint({
  method: "POST",
  path: "/sites/batch-check/",
  summary: "Say what saving the rows of a spreadsheet would do, without saving them",
  allow: "company-admin",
  query: Upsert,
  body: RowsToCheck,
  reply: z.object({ results: z.array(RowCheck) }),
});

const UpsertBudgets = z.object({
  is_upsert: flag.describe("A budget of the same name is updated; an empty cell changes nothing").optional(),
});

export const batchCreateBudgets = endpoint({
  method: "POST",
  path: "/budgets/batch-create/",
  summary: "Create budgets from the rows of a spreadsheet",
  description: `At most ${IMPORT_LIMITS.budgets} rows. Rows with errors are not saved, the others are. What their orders use is counted by a job.`,
  allow: "company-admin",
  query: UpsertBudgets,
  body: BudgetBatch,
  reply: BatchResult,
  fails: ["not_found", "import.undone"],
});

export const checkBudgets = endpoint({
  method: "POST",
  path: "/budgets/batch-check/",
  summary: "Say what saving the rows of a spreadsheet of budgets would do, without saving them",
  allow: "company-admin",
  query: UpsertBudgets,
  body: BudgetsToCheck,
  reply: z.object({ results: z.array(BudgetRowCheck) }),
});

export const importList = list({
  name: "imports",
  path: "/imports/",
  summary: "imports",
  allow: "company-admin",
  row: Import,
  sort: "-created_at",
  essentials: ["file_name", "kind", "created_at", "created_by", "created", "updated", "failed"],
  extra: {
    has_failed_rows: flag
      .describe("Only imports with rows that were not saved, unless they were undone, or only the others")
      .optional(),
  },
  extraLabels: { has_failed_rows: "Failed rows" },
  columns: {
    file_name: textColumn("File"),
    kind: choiceColumn("Records", IMPORT_KINDS),
    created_at: dateColumn("Uploaded"),
    created_by: textColumn("By"),
    created: numberColumn("Created"),
    updated: numberColumn("Updated"),
    unchanged: numberColumn("Unchanged", { hidden: true }),
    failed: numberColumn("Failed"),
    state: displayColumn("State"),
  },
});

/** The id is chosen by the sender of the import. One that is no UUID finds nothing. */
const ById = z.object({
  id: z.string().transform((id) => (z.uuid().safeParse(id).success ? id.toLowerCase() : null)),
});

export const findImport = endpoint({
  method: "GET",
  path: "/imports/:id/",
  summary: "Get an import",
  allow: "company-admin",
  params: ById,
  reply: Import,
  fails: ["not_found"],
});

export const failedRows = endpoint({
  method: "GET",
  path: "/imports/:id/failed-rows/",
  summary: "List the rows of an import that were not saved, by their number",
  allow: "company-admin",
  params: ById,
  query: pagedQuery(),
  reply: pageSchema(FailedRow),
  fails: ["not_found"],
});

export const correctRows = endpoint({
  method: "POST",
  path: "/imports/:id/corrections/",
  summary: "Import failed rows again, with corrected cells",
  description:
    "A row that has been imported meanwhile is not imported again. One that fails again keeps its new cells, without the password, and says why.",
  allow: "company-admin",
  params: ById,
  body: Corrections,
  reply: z.object({ results: z.array(CorrectedRow) }),
  fails: ["not_found", "import.undone"],
});

export const undoImport = endpoint({
  method: "POST",
  path: "/imports/:id/undo/",
  summary: "Delete what an import created and restore what it updated",
  description:
    "All or nothing. Refused with the list of `reasons` when something depends on a row or when it was changed since.",
  allow: "company-admin",
  params: ById,
  reply: Import,
  fails: ["not_found", "import.undone", "import.in_use"],
});
