import { directoryLog } from "@mcc/contract/directory/directory.api.ts";
import type { DirectoryEntry } from "@mcc/contract/directory/directory.schema.ts";
import { sql } from "kysely";
import { requiredValue, value } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";

type EntryRecord = Omit<DirectoryEntry, "at"> & { at: Date };

export const directoryLogSource = plainList<typeof directoryLog, EntryRecord>(directoryLog, {
  from: sql`directory_entries entry`,
  id: sql`entry.id`,
  visible: ({ companyId }) => [sql`entry.company_id = ${companyId}`],
  columns: {
    at: requiredValue(sql`entry.at`),
    record_type: requiredValue(sql`entry.record_type`),
    action: requiredValue(sql`entry.action`),
    record: value(sql`entry.record`),
    result: requiredValue(sql`entry.result`),
    detail: value(sql`entry.detail`),
    token: requiredValue(sql`entry.token`),
  },
  search: sql`concat_ws(' ', entry.record, entry.detail, entry.token)`,
  fields:
    () => sql`entry.id, entry.at, entry.token, entry.record_type, entry.action, entry.record, entry.result,
    entry.detail`,
  toRows: (records) => records.map(({ at, ...record }) => ({ ...record, at: at.toISOString() })),
});
