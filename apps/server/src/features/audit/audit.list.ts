import { auditList } from "@mcc/contract/audit/audit.api.ts";
import type { AuditEntry } from "@mcc/contract/audit/audit.schema.ts";
import { sql } from "kysely";
import { requiredValue, value } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";

type EntryRecord = Omit<AuditEntry, "at"> & { at: Date };

/** A change holds the fields that were before inside its details; a deletion has only those. */
const FIELDS = sql`entry.id, entry.created_at as at, entry.actor_name as actor, entry.on_behalf_of, entry.action,
  entry.record_type, entry.record_id, entry.record_name, entry.address,
  case when entry.action like '%.deleted' then entry.details else entry.details -> 'before' end as before,
  case when entry.action not like '%.deleted' then entry.details - 'before' end as after,
  (select encode(hash, 'hex') from audit_hashes where entry_id = entry.id) as hash`;

export const auditSource = plainList<typeof auditList, EntryRecord>(auditList, {
  from: sql`audit_entries entry`,
  id: sql`entry.id`,
  visible: ({ companyId }) => [sql`entry.company_id = ${companyId}`],
  columns: {
    at: requiredValue(sql`entry.created_at`),
    actor: value(sql`entry.actor_name`),
    on_behalf_of: value(sql`entry.on_behalf_of`),
    action: value(sql`entry.action`),
    record_type: value(sql`entry.record_type`),
    record_name: value(sql`entry.record_name`),
    record_id: value(sql`entry.record_id`),
    address: value(sql`entry.address`),
  },
  search: sql`concat_ws(' ', entry.actor_name, entry.on_behalf_of, entry.action, entry.record_name, entry.record_id)`,
  fields: () => FIELDS,
  toRows: (records) => records.map(({ at, ...record }) => ({ ...record, at: at.toISOString() })),
});
