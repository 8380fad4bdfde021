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

/** Ends every session of a user, but for one that is kept, and the access of their assistants. */
export const endSessionsOf = async (
  db: Kysely<Tables>,
  userId: number,
  kept: string | null = null,
): Promise<void> => {
  await db
    .updateTable("sessions")
    .set({ ended_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where(sql<boolean>`id is distinct from ${kept}::uuid`)
    .execute();
  await endAssistants(db, "user_id", userId);
};
