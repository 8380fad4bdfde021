import type { auditList } from "@mcc/contract/audit/audit.api.ts";
import type { AuditEntry } from "@mcc/contract/audit/audit.schema.ts";
import type { SpreadsheetColumn, SpreadsheetSpec } from "../../platform/export/spreadsheet-columns.ts";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { auditTexts as texts } from "./audit.texts.ts";
import { inWords } from "./differences.ts";

export const auditColumns: RowColumns<typeof auditList> = {
  at: {},
  actor: { width: [120, 220], card: "detail" },
  on_behalf_of: { card: "detail" },
  action: { value: ({ action }) => inWords(action), nameOf: inWords, width: [150, 240] },
  record_type: {
    value: ({ record_type }) => inWords(record_type),
    cell: ({ record_type }) => inWords(record_type),
    nameOf: inWords,
    card: "none",
  },
  record_name: {
    value: ({ record_name, record_id }) => record_name ?? record_id,
    identifies: true,
    width: [120, 260],
  },
  record_id: { card: "none" },
  address: { card: "none" },
};

const asJson = (fields: AuditEntry["before"]) => fields && JSON.stringify(fields);
const column = (
  id: string,
  label: string,
  value: SpreadsheetColumn<AuditEntry>["value"],
  width: number,
): SpreadsheetColumn<AuditEntry> => ({ id, label, kind: "text", value, width });

/** With what the table leaves to the dialog. */
export const auditSpreadsheet: SpreadsheetSpec<typeof auditList> = {
  before: [
    column("id", "ID", ({ id }) => String(id), 12),
    column("before", texts.before, ({ before }) => asJson(before), 50),
    column("after", texts.after, ({ after }) => asJson(after), 50),
    column("hash", texts.hash, ({ hash }) => hash, 66),
  ],
};
