import { STREAM_ALERTS } from "@mcc/contract/stream/stream.schema.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

export interface NewAlert {
  readonly id: number;
  readonly user_id: number;
  readonly site_id: number | null;
  readonly content: string;
  readonly order_identifier: string | null;
}

/** A toast shows no more of a text, and a page that does not read must not fill the memory. */
const content = sql`left(content, ${sql.lit(500)}) as content`;

/** Of the announced alerts, the newest of each of these users, oldest first: one statement for all open pages. */
export const announcedAlerts = (
  companyId: number,
  alertIds: readonly number[],
  userIds: readonly number[],
) => sql<NewAlert>`
  select id, user_id, site_id, content, order_identifier
  from (
    select
      id, user_id, site_id, ${content}, order_identifier,
      row_number() over (partition by user_id order by id desc) as place
    from mcc.alerts
    where company_id = ${companyId} and id = any (${alertIds}::bigint[]) and user_id = any (${userIds}::bigint[])
  ) as announced
  where place <= ${STREAM_ALERTS}
  order by id`;

/** Who has received alerts up to which one. */
export interface AlertReader {
  readonly companyId: number;
  readonly userId: number;
  readonly after: number;
}

/** For each reader, by position from 1, the newest alerts that were missed and are still unread, oldest first. */
export const missedAlerts = (readers: readonly AlertReader[]) => sql<NewAlert & { reader: number }>`
  select reader.position as reader, missed.id, missed.user_id, missed.site_id, missed.content, missed.order_identifier
  from unnest(
    ${readers.map(({ companyId }) => companyId)}::bigint[],
    ${readers.map(({ userId }) => userId)}::bigint[],
    ${readers.map(({ after }) => after)}::bigint[]
  ) with ordinality as reader (company_id, user_id, after, position)
  cross join lateral (
    select id, user_id, site_id, ${content}, order_identifier
    from mcc.alerts
    where company_id = reader.company_id and user_id = reader.user_id and id > reader.after and read_at is null and is_entry
    order by id desc
    limit ${STREAM_ALERTS}
  ) as missed
  order by missed.id`;

/** The id of the newest alert of a user; 0 without one. */
export const newestAlertId = async (
  db: Kysely<Tables>,
  { companyId, userId }: Omit<AlertReader, "after">,
): Promise<number> => {
  const { newest } = await db
    .selectFrom("alerts")
    .select(({ fn }) => fn.max("id").as("newest"))
    .where("company_id", "=", companyId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return newest ?? 0;
};
