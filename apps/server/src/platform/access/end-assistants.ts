import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

/** Ends the access of assistants: of a user, of a company, or of those that were connected in a session. */
export const endAssistants = async (
  db: Kysely<Tables>,
  by: "user_id" | "company_id" | "session_id",
  id: number | string,
): Promise<number> => {
  const { rows } = await sql`update assistant_grants set ended_at = now()
    where ${sql.ref(by)} = ${id} and ended_at is null and expires_at > now() returning id`.execute(db);
  return rows.length;
};
