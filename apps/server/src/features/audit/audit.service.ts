import type { Kysely } from "kysely";
import type { Tables } from "../../platform/tables.ts";

/** Who did what to which record; written in the transaction of the deed, never changed afterwards. */
export interface AuditEntry {
  readonly company_id?: number | null;
  readonly actor: { readonly id: number | null; readonly name: string };
  readonly action: string;
  readonly record: { readonly type: string; readonly id: string | number };
  readonly details?: object;
}

export const addAuditEntry = async (db: Kysely<Tables>, entry: AuditEntry): Promise<void> => {
  await db
    .insertInto("audit_entries")
    .values({
      ...("company_id" in entry ? { company_id: entry.company_id ?? null } : {}),
      actor_id: entry.actor.id,
      actor_name: entry.actor.name,
      action: entry.action,
      record_type: entry.record.type,
      record_id: String(entry.record.id),
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
};
