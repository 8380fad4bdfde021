import type { Channel, Topic } from "@mcc/contract/profile/notification-topics.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

export interface ChosenChannel {
  readonly topic: Topic;
  readonly channel: Channel;
  readonly enabled: boolean;
}

export const chosenChannels = async ({ db, companyId, who }: CompanyScope): Promise<ChosenChannel[]> => {
  const { rows } = await sql<ChosenChannel>`select topic, channel, enabled from notification_preferences
    where company_id = ${companyId} and user_id = ${who.id}`.execute(db);
  return rows;
};

export const putChannels = ({ db, who }: CompanyScope, chosen: readonly ChosenChannel[]) =>
  db
    .insertInto("notification_preferences")
    .values(chosen.map((one) => ({ ...one, user_id: who.id })))
    .onConflict((clash) =>
      clash.columns(["company_id", "user_id", "topic", "channel"]).doUpdateSet((row) => ({
        enabled: row.ref("excluded.enabled"),
        updated_at: sql`now()`,
      })),
    )
    .execute();

export const ownPhone = ({ db, companyId, who }: CompanyScope) =>
  db
    .selectFrom("users")
    .select(["phone", "enable_text_messages"])
    .where("company_id", "=", companyId)
    .where("id", "=", who.id)
    .executeTakeFirstOrThrow();
