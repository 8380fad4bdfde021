import type { Webhook } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { sql, type Updateable } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { takeLock } from "../../platform/db/advisory-locks.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import { personName } from "../../platform/db/person-fields.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Moment = "paused_at" | "failing_since" | "both_secrets_until";
export type WebhookRecord = Omit<Webhook, Moment | "created_at"> &
  Readonly<Record<Moment, Date | null>> & { readonly created_at: Date };

const SITES = sql`case when receiver.site_ids is not null then (
  select coalesce(jsonb_agg(jsonb_build_object('id', sites.id, 'name', sites.name)
    order by ${naturalSort(sql`sites.name`)}, sites.id), '[]')
  from sites where sites.company_id = receiver.company_id and sites.id = any(receiver.site_ids)) end as sites`;

const LAST_DELIVERY = sql`(
  select jsonb_build_object('state', delivery.state, 'status', delivery.last_status, 'error', delivery.last_error,
    'at', to_char(delivery.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from webhook_deliveries as delivery where delivery.receiver_id = receiver.id and delivery.attempts > 0
  order by delivery.created_at desc, delivery.id desc limit 1) as last_delivery`;

export const webhookRows = async (
  { db, companyId }: CompanyScope,
  id: number | null = null,
): Promise<WebhookRecord[]> => {
  const { rows } = await sql<WebhookRecord>`
    select receiver.id, receiver.url, receiver.kinds, ${SITES}, receiver.paused_at, receiver.paused_by,
      receiver.failing_since, ${LAST_DELIVERY}, receiver.created_at,
      case when receiver.both_until > now() then receiver.both_until end as both_secrets_until,
      case when person.id is not null then ${personName} end as created_by
    from event_receivers as receiver
    left join users person on person.company_id = ${companyId} and person.id = receiver.created_by
    where receiver.company_id = ${companyId} and (${id}::bigint is null or receiver.id = ${id})
    order by receiver.id`.execute(db);
  return rows;
};

export const countWebhooks = async ({ db, companyId }: CompanyScope): Promise<number> => {
  await takeLock(db, "receivers", companyId);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from event_receivers where company_id = ${companyId}`.execute(db);
  return rows[0]?.count ?? 0;
};

export interface StoredWebhook {
  readonly url: string;
  readonly kinds: readonly string[];
  readonly sites: readonly number[] | null;
}

export const addWebhook = async (
  { db, who }: CompanyScope,
  { url, kinds, sites, secret }: StoredWebhook & { readonly secret: string },
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into event_receivers (url, kinds, site_ids, secret, created_by)
    values (${url}, ${kinds}::text[], ${sites}::bigint[], ${secret}, ${who.is_mcc_admin ? null : who.id}::bigint)
    returning id`.execute(db);
  return (rows[0] as { id: number }).id;
};

/** Until the end of the transaction nobody else changes or deletes it. */
export const lockWebhook = ({ db, companyId }: CompanyScope, id: number) =>
  sql`select from event_receivers where company_id = ${companyId} and id = ${id} for no key update`.execute(
    db,
  );

export const setWebhook = (
  { db, companyId }: CompanyScope,
  id: number,
  {
    url,
    kinds,
    sites,
    isPaused,
  }: Omit<StoredWebhook, "sites"> & {
    /** Undefined: as they are. */
    readonly sites: readonly number[] | null | undefined;
    readonly isPaused: boolean;
  },
) =>
  sql`update event_receivers set url = ${url}, kinds = ${kinds}::text[], 
      site_ids = case when ${sites === undefined} then site_ids else ${sites ?? null}::bigint[] end,
      paused_at = case when ${isPaused} then coalesce(paused_at, now()) end,
      paused_by = case when ${isPaused} then coalesce(paused_by, 'admin') end,
      failing_since = case when ${isPaused} then failing_since
        when paused_at is null and url = ${url} then failing_since end
    where company_id = ${companyId} and id = ${id}`.execute(db);

const SECRETS = ["secret", "previous_secret", "both_until", "older_secret", "older_until"] as const;

export const findSecrets = ({ db, companyId }: CompanyScope, id: number) =>
  db
    .selectFrom("event_receivers")
    .select(SECRETS)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();

type Secrets = Pick<Updateable<Tables["event_receivers"]>, (typeof SECRETS)[number]>;

export const setSecrets = ({ db, companyId }: CompanyScope, id: number, secrets: Secrets) =>
  db
    .updateTable("event_receivers")
    .set(secrets)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

export const deleteWebhook = ({ db, companyId }: CompanyScope, id: number) =>
  sql`delete from event_receivers where company_id = ${companyId} and id = ${id}`.execute(db);

export const countSites = async ({ db, companyId }: CompanyScope, ids: readonly number[]) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sites
    where company_id = ${companyId} and id = any(${ids}::bigint[]) and deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
};
