import { FAILING_HOURS } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { type Kysely, sql } from "kysely";
import { personName } from "../../platform/db/person-fields.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

export const clearFailure = (db: Db, receiverId: number) =>
  sql`update event_receivers set failing_since = null
    where id = ${receiverId} and failing_since is not null`.execute(db);

/** Whether it has failed for too long now, without a success in between. */
export const addFailure = async (db: Db, receiverId: number): Promise<boolean> => {
  const { rows } = await sql<{ is_over: boolean }>`
    update event_receivers set failing_since = coalesce(failing_since, now()) where id = ${receiverId}
    returning failing_since <= now() - make_interval(hours => ${FAILING_HOURS}) as is_over`.execute(db);
  return rows[0]?.is_over ?? false;
};

export interface PausedReceiver {
  readonly company_id: number;
  readonly url: string;
  readonly last_error: string | null;
}

/** Undefined if it was paused or deleted in the meantime. */
export const pauseFailing = async (db: Db, receiverId: number): Promise<PausedReceiver | undefined> => {
  const { rows } = await sql<PausedReceiver>`
    update event_receivers as receiver set paused_at = now(), paused_by = 'failures'
    where id = ${receiverId} and paused_at is null
    returning company_id, url, (select last_error from event_deliveries as delivery
      where delivery.receiver_id = receiver.id and last_error is not null
      order by created_at desc, id desc limit 1) as last_error`.execute(db);
  return rows[0];
};

export interface Admin {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

export const companyAdmins = async (db: Db, companyId: number): Promise<Admin[]> => {
  const { rows } = await sql<Admin>`
    select person.id, ${personName} as name, person.email from users person
    where person.company_id = ${companyId} and person.is_company_admin
      and person.deleted_at is null and person.disabled_at is null
    order by person.id`.execute(db);
  return rows;
};
