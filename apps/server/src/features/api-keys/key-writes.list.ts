import { keyWriteList } from "@mcc/contract/api-keys/api-keys.api.ts";
import type { KeyWrite } from "@mcc/contract/api-keys/api-keys.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { sql } from "kysely";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { requiredValue } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { findKey } from "./api-keys.queries.ts";

type Params = { readonly id: number };
type WriteRecord = Omit<KeyWrite, "first_written_at" | "last_written_at"> & {
  readonly first_written_at: Date;
  readonly last_written_at: Date;
};

const TYPE = sql`initcap(written.record_type)`;
const ACTION = sql`case when written.is_new then 'Created' else 'Changed' end`;

export const keyWriteSource = plainList<typeof keyWriteList, WriteRecord, PlatformScope, Params>(
  keyWriteList,
  {
    from: sql`key_writes as written join companies as company on company.id = written.company_id`,
    id: sql`written.id`,
    visible: (_, { params }) => [sql`written.key_id = ${params.id}`],
    mustExist: async ({ db }, { id }) => {
      if (!(await findKey(db, id))) fail("not_found");
    },
    columns: {
      record: requiredValue(sql`written.record`),
      record_type: requiredValue(TYPE),
      action: requiredValue(ACTION),
      company: requiredValue(sql`company.name`),
      writes: requiredValue(sql`written.writes`),
      first_written_at: requiredValue(sql`written.first_written_at`),
      last_written_at: requiredValue(sql`written.last_written_at`),
    },
    search: sql`concat_ws(' ', written.record, company.name)`,
    fields: () => sql`written.id, written.record, ${TYPE} as record_type, ${ACTION} as action, written.writes,
    jsonb_build_object('id', company.id, 'name', company.name, 'slug_name', company.slug_name) as company,
    written.first_written_at, written.last_written_at`,
    toRows: (records) =>
      records.map(({ first_written_at, last_written_at, ...record }) => ({
        ...record,
        first_written_at: first_written_at.toISOString(),
        last_written_at: last_written_at.toISOString(),
      })),
  },
);
