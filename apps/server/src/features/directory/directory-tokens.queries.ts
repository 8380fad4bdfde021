import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { personName } from "../../platform/db/person-fields.ts";

export interface TokenRecord {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly last_used_at: Date | null;
}

export const tokenRows = async ({ db, companyId }: CompanyScope): Promise<TokenRecord[]> => {
  const { rows } = await sql<TokenRecord>`
    select token.id, token.name, token.prefix, token.created_at, token.last_used_at,
      case when person.id is not null then ${personName} end as created_by
    from directory_tokens token
    left join users person on person.company_id = ${companyId} and person.id = token.created_by
    where token.company_id = ${companyId} order by token.id desc`.execute(db);
  return rows;
};

/** In the first free slot; nothing if there is none, or if another request has just taken it. */
export const addToken = async (
  { db, companyId, who }: CompanyScope,
  { name, prefix, hash }: { name: string; prefix: string; hash: Buffer },
): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    insert into directory_tokens (slot, name, prefix, token_hash, created_by)
    select slot, ${name}, ${prefix}, ${hash}, ${who.is_mcc_admin ? null : who.id}::bigint
    from generate_series(1, 2) as slot
    where slot not in (select slot from directory_tokens where company_id = ${companyId})
    order by slot limit 1 on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
};

export const deleteToken = ({ db, companyId }: CompanyScope, id: number) =>
  db
    .deleteFrom("directory_tokens")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
