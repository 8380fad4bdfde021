import { type Kysely, sql } from "kysely";
import { prepared } from "../../platform/db/connection.ts";
import type { Tables } from "../../platform/db/tables.ts";

/** Who did what to which record; written in the transaction of the change, never changed afterwards. */
export interface AuditEntry {
  /** For the platform's own work; a request writes for the company it has entered. */
  readonly company_id?: number | null;
  readonly actor: { readonly id: number | null; readonly name: string };
  readonly action: string;
  readonly record: { readonly type: string; readonly id: string | number };
  readonly details?: object;
}

export const addAuditEntry = async (
  db: Kysely<Tables>,
  { actor, action, record, details = {}, ...whose }: AuditEntry,
): Promise<void> => {
  const columns = sql`actor_id, actor_name, action, record_type, record_id, details`;
  const values = sql`${actor.id}, ${actor.name}, ${action}, ${record.type}, ${String(record.id)}, ${JSON.stringify(details)}`;
  await ("company_id" in whose
    ? sql`insert into audit_entries (company_id, ${columns}) values (${whose.company_id ?? null}, ${values})`
    : sql`${prepared("audit-entry")} insert into audit_entries (${columns}) values (${values})`
  ).execute(db);
};
