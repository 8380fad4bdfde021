import type { Topic } from "@mcc/contract/profile/notification-topics.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

/** The user of a link; nothing when the user has another address, was deleted or belongs to no company. */
export const findSubscriber = (db: Kysely<Tables>, userId: number, emailVersion: number) =>
  db
    .selectFrom("users")
    .innerJoin("companies", "companies.id", "users.company_id")
    .select(["users.id", "users.company_id", "users.username", "companies.theme_id"])
    .where("users.id", "=", userId)
    .where("users.email_version", "=", emailVersion)
    .where("users.deleted_at", "is", null)
    .executeTakeFirst();

/** Returns whether it changed anything. */
export const stopEmails = async (
  db: Kysely<Tables>,
  companyId: number,
  userId: number,
  topic: Topic,
): Promise<boolean> => {
  const { rows } = await sql<{ topic: string }>`
    insert into notification_preferences as chosen (company_id, user_id, topic, channel, enabled)
    values (${companyId}, ${userId}, ${topic}, 'email', false)
    on conflict (company_id, user_id, topic, channel)
      do update set enabled = false, updated_at = now() where chosen.enabled
    returning topic`.execute(db);
  return rows.length > 0;
};
