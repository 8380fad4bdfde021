import type { Topic } from "@mcc/contract/profile/notification-topics.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";
import { sendsDigests } from "../alerts/trigger-kinds.conditions.ts";

/** The user of a link; nothing when the user has another address, was deleted, or belongs to no company or a closed one. */
export const findSubscriber = (db: Kysely<Tables>, userId: number, emailVersion: number) =>
  db
    .selectFrom("users")
    .innerJoin("companies", "companies.id", "users.company_id")
    .select(["users.id", "users.company_id", "users.username", "companies.theme_id"])
    .where("users.id", "=", userId)
    .where("users.email_version", "=", emailVersion)
    .where("users.deleted_at", "is", null)
    .where("companies.closed_at", "is", null)
    .executeTakeFirst();

/** Alert rules that send what a topic is about: digests, or alerts at once. */
const RULES_OF: Partial<Record<Topic, RawBuilder<unknown>>> = {
  alerts: sql`not ${sendsDigests("alert_rules")}`,
  digests: sendsDigests("alert_rules"),
};

/** The alert rules of a user go to the portal instead; returns whether any went by e-mail. */
export const stopRuleEmails = async (
  db: Kysely<Tables>,
  companyId: number,
  userId: number,
  topic: Topic,
): Promise<boolean> => {
  const which = RULES_OF[topic];
  if (!which) return false;
  const { rows } = await sql<{ id: number }>`
    update alert_rules set updated_at = now(),
      channels = array(select distinct unnest(array_remove(channels, 'email') || '{portal}'::text[]) order by 1)
    where company_id = ${companyId} and user_id = ${userId} and 'email' = any(channels) and ${which}
    returning id`.execute(db);
  return rows.length > 0;
};

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
