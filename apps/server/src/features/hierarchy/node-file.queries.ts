import { displayName } from "@mcc/contract/access/session.ts";
import { sql } from "kysely";
import { requestAddress } from "../../platform/access/request-address.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";

export interface NewNode {
  readonly name: string;
  readonly group_id: number;
  readonly parent_id: number | null;
}

/** Many nodes at once; returns their ids by their names, which differ. */
export const addNodes = async (
  { db }: CompanyScope,
  nodes: readonly NewNode[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: number; name: string }>`
    insert into organization_nodes (name, group_id, parent_id)
    select name, group_id, parent_id from jsonb_to_recordset(${JSON.stringify(nodes)}::jsonb)
      as given (name text, group_id bigint, parent_id bigint)
    returning id, name`.execute(db);
  return new Map(rows.map(({ id, name }) => [name, id]));
};

export interface Placing {
  readonly id: number;
  readonly node_id: number;
}

export const placeAtNodes = (
  { db, companyId }: CompanyScope,
  table: "users" | "sites",
  placings: readonly Placing[],
) =>
  sql`
    update ${sql.table(table)} placed set node_id = given.node_id, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(placings)}::jsonb) as given (id bigint, node_id bigint)
    where placed.company_id = ${companyId} and placed.id = given.id`.execute(db);

export interface AuditedNode {
  readonly id: number;
  readonly name: string;
}

/** An audit entry for each of the nodes. */
export const addNodeEntries = ({ db, who }: CompanyScope, nodes: readonly AuditedNode[]) =>
  sql`
    insert into audit_entries (actor_id, actor_name, action, record_type, record_id, address, details)
    select ${who.id}, ${displayName(who)}, 'node.created', 'node', given.node ->> 'id', ${requestAddress()},
      given.node - 'id'
    from jsonb_array_elements(${JSON.stringify(nodes)}::jsonb) as given (node)`.execute(db);
