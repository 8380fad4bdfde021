import { sql } from "kysely";
import type { IntegrationScope } from "../../platform/access/keys/api-key-scope.ts";

/** In the order of their names, as the records themselves are locked, so that two senders never deadlock. */
export const addKeyWrites = async (
  { db, key }: Pick<IntegrationScope, "db" | "key">,
  type: "order" | "document" | "login",
  records: readonly string[],
  isNew: boolean,
): Promise<void> => {
  if (records.length === 0) return;
  await sql`insert into key_writes as kept (key_id, record_type, record, is_new)
    select ${key.id}, ${type}, record, ${isNew} from unnest(${records}::text[]) as written (record) order by record
    on conflict (key_id, company_id, record_type, record)
    do update set writes = kept.writes + 1, last_written_at = now()`.execute(db);
};
