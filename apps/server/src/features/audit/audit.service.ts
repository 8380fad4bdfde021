import { displayName } from "@mcc/contract/access/session.ts";
import { type Kysely, sql } from "kysely";
import { requestAddress } from "../../platform/access/request-address.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import type { Tables } from "../../platform/db/tables.ts";

/** Who did what to which record; written in the transaction of the change, never changed afterwards. */
export interface AuditEntry {
  /** For the platform's own work; a request writes for the company it has entered. */
  readonly company_id?: number | null;
  readonly actor: { readonly id: number | null; readonly name: string };
  /** In whose name the actor acted, if not in their own. */
  readonly onBehalfOf?: string;
  readonly action: string;
  readonly record: { readonly type: string; readonly id: string | number };
  /** What is so now, or was said with it. */
  readonly details?: object;
  /** What was so before. */
  readonly before?: object | undefined;
}

export const addAuditEntry = async (
  db: Kysely<Tables>,
  { actor, onBehalfOf, action, record, details = {}, before, ...whose }: AuditEntry,
): Promise<void> => {
  const columns = sql`actor_id, actor_name, action, record_type, record_id, details, on_behalf_of, address`;
  const values = sql`${actor.id}, ${actor.name}, ${action}, ${record.type}, ${String(record.id)}, ${JSON.stringify(before ? { ...details, before } : details)},
    ${onBehalfOf ?? null}, ${requestAddress()}`;
  await ("company_id" in whose
    ? sql`insert into audit_entries (company_id, ${columns}) values (${whose.company_id ?? null}, ${values})`
    : sql`${prepared("audit-entry")} insert into audit_entries (${columns}) values (${values})`
  ).execute(db);
};

interface RecordChange {
  /** "role.updated": the type of the record, and what was done to it. */
  readonly action: `${string}.${"created" | "updated" | "deleted" | "undone"}`;
  /** The record as it is now, or was last. */
  readonly record: { readonly id: number | string };
  readonly before?: { readonly id: number | string };
  /** The company that a platform admin changes without having entered it. */
  readonly companyId?: number;
}

/** The signed-in user created, updated or deleted a record, or undid it. */
export const addChangeEntry = (
  { db, who }: Pick<CompanyScope, "db" | "who">,
  { action, record, before, companyId }: RecordChange,
) => {
  const { id, ...details } = record;
  const { id: _, ...detailsBefore } = before ?? {};
  return addAuditEntry(db, {
    ...(companyId === undefined ? {} : { company_id: companyId }),
    actor: { id: who.id, name: displayName(who) },
    action,
    record: { type: action.slice(0, action.indexOf(".")), id },
    details,
    before: before && detailsBefore,
  });
};

/** The same for many records at once, in one statement. */
export const addChangeEntries = async (
  { db, who }: Pick<CompanyScope, "db" | "who">,
  action: RecordChange["action"],
  changes: readonly Required<Pick<RecordChange, "record" | "before">>[],
): Promise<void> => {
  const entries = changes.map(({ record: { id, ...details }, before: { id: _, ...before } }) => ({
    record_id: String(id),
    details: { ...details, before },
  }));
  await sql`insert into audit_entries (actor_id, actor_name, action, record_type, record_id, details, address)
    select ${who.id}::bigint, ${displayName(who)}, ${action}, ${action.slice(0, action.indexOf("."))},
      entry.record_id, entry.details, ${requestAddress()}
    from json_to_recordset(${JSON.stringify(entries)}::json) as entry (record_id text, details jsonb)`.execute(
    db,
  );
};
