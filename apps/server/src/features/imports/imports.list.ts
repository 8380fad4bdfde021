import { importList } from "@mcc/contract/imports/imports.api.ts";
import type { Import } from "@mcc/contract/imports/imports.schema.ts";
import { sql } from "kysely";
import { value, values } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { createdBy, type ImportRecord, importFields } from "./imports.queries.ts";

export const toImport = ({ created_at, undone_at, ...rest }: ImportRecord): Import => ({
  ...rest,
  created_at: created_at.toISOString(),
  undone_at: undone_at?.toISOString() ?? null,
});

/** The uploads of the company. */
export const importSource = plainList<typeof importList, ImportRecord>(importList, {
  from: sql`imports`,
  id: sql`imports.id`,
  visible: ({ companyId }) => [sql`imports.company_id = ${companyId}`],
  extra: ({ has_failed_rows }) =>
    has_failed_rows === undefined
      ? []
      : [sql`(imports.failed > 0 and imports.undone_at is null) = ${has_failed_rows}`],
  columns: {
    file_name: value(sql`imports.file_name`),
    kind: value(sql`imports.kind`),
    created_at: value(sql`imports.created_at`),
    created_by: values((scope) => sql`select ${createdBy(scope)} as value`),
    created: value(sql`imports.created`),
    updated: value(sql`imports.updated`),
    unchanged: value(sql`imports.unchanged`),
    failed: value(sql`imports.failed`),
  },
  search: sql`imports.file_name`,
  fields: importFields,
  toRows: (records) => records.map(toImport),
});
