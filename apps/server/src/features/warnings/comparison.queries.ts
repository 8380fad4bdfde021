import { codeOf, ORDER_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import type { ComparedBecause } from "@mcc/contract/warnings/warnings.messages.ts";
import type { WarningKind } from "@mcc/contract/warnings/warnings.schema.ts";
import { type Kysely, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Condition } from "../../platform/lists/list.ts";

const GONE = (["Canceled", "Rejected"] as const).map((status) => sql.lit(codeOf(ORDER_STATUSES, status)));

/** Canceled and rejected orders do not count. */
export const COUNTS = sql`orders.status not in (${sql.join(GONE)})`;

const DUPLICATE_WITHIN = sql`interval '30 days'`;
const SPLIT_WITHIN = sql`interval '24 hours'`;
/** Of a busy person or site, the newest: more than a warning names. */
const MOST_PARTS = sql.lit(40);
/** A PO number that many orders have is one for all of them: the newest are enough to say so. */
const MOST_DUPLICATES = sql.lit(20);
/** Of those with the same PO number or items, the newest are looked at: thousands may have them. */
const MOST_LOOKED_AT = sql.lit(60);

/** Orders to compare, at most so many; whoever else looks for some gets others. */
export const takeChecks = async ({ db, companyId }: CompanyData, limit: number): Promise<number[]> => {
  const { rows } = await sql<{ order_id: number }>`
    delete from warning_checks where company_id = ${companyId} and order_id = any(array(
      select order_id from warning_checks where company_id = ${companyId}
      order by order_id limit ${limit} for update skip locked))
    returning order_id`.execute(db);
  return rows.map(({ order_id }) => order_id).toSorted((a, b) => a - b);
};

/** An order that is compared with others. */
export interface Subject {
  readonly id: number;
  readonly site_id: number;
  readonly node_id: number | null;
  readonly order_date: Date;
  readonly total: string;
}

/** Of these orders, those that count. */
export const subjectRows = async (
  { db, companyId }: CompanyData,
  orderIds: readonly number[],
): Promise<Subject[]> => {
  const { rows } = await sql<Subject>`
    select orders.id, orders.site_id, sites.node_id, orders.order_date, orders.total
    from orders join sites on sites.company_id = ${companyId} and sites.id = orders.site_id
    where orders.company_id = ${companyId} and orders.id = any(${orderIds}) and ${COUNTS}
    order by orders.id`.execute(db);
  return rows;
};

/** The same items and quantities have the same digest, in whatever order and on however many lines. */
export const writeDigests = ({ db, companyId }: CompanyData, orderIds: readonly number[]) =>
  sql`
    insert into order_digests (company_id, order_id, site_id, order_date, digest)
    select ${companyId}::bigint, orders.id, orders.site_id, orders.order_date, content.digest
    from orders cross join lateral (
      select sha256(convert_to(string_agg(item, E'\n' order by item collate "C"), 'UTF8')) as digest
      from (
        select coalesce(nullif(product, ''), sku, text) || E'\t' || trim_scale(sum(quantity)) as item
        from order_lines where company_id = ${companyId} and order_id = orders.id and display
        group by coalesce(nullif(product, ''), sku, text)) as items) as content
    where orders.company_id = ${companyId} and orders.id = any(${orderIds}) and content.digest is not null
    on conflict (company_id, order_id) do update
    set site_id = excluded.site_id, order_date = excluded.order_date, digest = excluded.digest`.execute(db);

/** An order that another one is compared with. */
export interface Likeness {
  readonly subject_id: number;
  readonly because: ComparedBecause;
  readonly id: number;
  readonly order_date: Date;
  readonly total: string;
  readonly is_pending: boolean;
}

const subjectsFrom = (companyId: number, orderIds: readonly number[]): Condition => sql`
  subject as materialized (
    select id, site_id, order_date, po_number, ordered_by_id, requested_by_id, creator_id
    from orders where company_id = ${companyId} and id = any(${orderIds}))`;

const PENDING = sql.lit(codeOf(ORDER_STATUSES, "Pending Approval"));

/** The orders like each subject by one condition, the newest first. `like` finds their rows. */
const alike = (
  because: ComparedBecause,
  { within, most, when, like }: Record<"within" | "most" | "when" | "like", Condition>,
): Condition => sql`
  select subject.id as subject_id, ${sql.lit(because)} as because, other.*
  from subject cross join lateral (
    select orders.id, orders.order_date, orders.total, orders.status = ${PENDING} as is_pending
    from ${like} as orders
    where orders.id <> subject.id and ${COUNTS}
      and orders.order_date between subject.order_date - ${within} and subject.order_date + ${within}
    order by orders.order_date desc, orders.id desc limit ${most}) as other
  where ${when}`;

const ordersWith = (companyId: number, same: Condition): Condition =>
  sql`(select * from orders where company_id = ${companyId} and ${same})`;

/** The person who placed an order: who ordered it, else who requested it, else who created it. */
const PERSONS = [
  { when: sql`subject.ordered_by_id is not null`, same: sql`orders.ordered_by_id = subject.ordered_by_id` },
  {
    when: sql`subject.ordered_by_id is null and subject.requested_by_id is not null`,
    same: sql`orders.requested_by_id = subject.requested_by_id`,
  },
  {
    when: sql`coalesce(subject.ordered_by_id, subject.requested_by_id) is null and subject.creator_id is not null`,
    same: sql`orders.creator_id = subject.creator_id`,
  },
];

/** Orders that may be parts of the same one: of the same person, or for the same site, around the same time. */
export const partRows = async (
  { db, companyId }: CompanyData,
  orderIds: readonly number[],
): Promise<Likeness[]> => {
  const nearby = { within: SPLIT_WITHIN, most: MOST_PARTS };
  const found = [
    ...PERSONS.map(({ when, same }) =>
      alike("person", { ...nearby, when, like: ordersWith(companyId, same) }),
    ),
    alike("site", {
      ...nearby,
      when: sql`true`,
      like: ordersWith(companyId, sql`orders.site_id = subject.site_id`),
    }),
  ];
  const { rows } = await sql<Likeness>`
    with ${subjectsFrom(companyId, orderIds)} ${sql.join(found, sql` union all `)}`.execute(db);
  return rows;
};

/** Orders that may be the same one: with the same PO number, or with the same items for the same site. */
export const duplicateRows = async (
  { db, companyId }: CompanyData,
  orderIds: readonly number[],
): Promise<Likeness[]> => {
  const recent = { within: DUPLICATE_WITHIN, most: MOST_DUPLICATES };
  const samePo = sql`(select * from orders where company_id = ${companyId}
    and po_number collate "C" = subject.po_number collate "C" order by id desc limit ${MOST_LOOKED_AT})`;
  const sameItems = sql`(
    select twin_order.* from order_digests own
    cross join lateral (
      select order_id from order_digests where company_id = ${companyId} and site_id = own.site_id
        and digest = own.digest and order_date between own.order_date - ${DUPLICATE_WITHIN}
        and own.order_date + ${DUPLICATE_WITHIN}
      order by order_date desc limit ${MOST_LOOKED_AT}) as twin
    cross join lateral (
      select * from orders where company_id = ${companyId} and id = twin.order_id limit 1) as twin_order
    where own.company_id = ${companyId} and own.order_id = subject.id)`;
  const found = [
    alike("po", { ...recent, when: sql`subject.po_number <> ''`, like: samePo }),
    alike("lines", { ...recent, when: sql`true`, like: sameItems }),
  ];
  const { rows } = await sql<Likeness>`
    with ${subjectsFrom(companyId, orderIds)} ${sql.join(found, sql` union all `)}`.execute(db);
  return rows;
};

/** A warning as it is found. */
export interface FoundWarning {
  readonly order_id: number;
  readonly kind: WarningKind;
  readonly limit_amount: number | null;
  readonly compared: readonly number[];
  readonly because: readonly ComparedBecause[];
}

/** Removes what is no longer so. A dismissed warning stays dismissed until it compares with another order. */
export const replaceWarnings = async (
  { db, companyId }: CompanyData,
  orderIds: readonly number[],
  found: readonly FoundWarning[],
): Promise<void> => {
  const given = sql`json_to_recordset(${JSON.stringify(found)}) as given (order_id bigint, kind text,
    limit_amount integer, compared bigint[], because text[])`;
  await sql`
    delete from order_warnings warning where company_id = ${companyId} and order_id = any(${orderIds})
      and not exists (select from ${given} where given.order_id = warning.order_id and given.kind = warning.kind)`.execute(
    db,
  );
  if (found.length === 0) return;
  const stays = sql`excluded.compared <@ kept.compared`;
  await sql`
    insert into order_warnings as kept (company_id, order_id, kind, limit_amount, compared, because)
    select ${companyId}::bigint, order_id, kind, limit_amount, compared, because from ${given}
    order by order_id, kind
    on conflict (company_id, order_id, kind) do update
    set limit_amount = excluded.limit_amount, compared = excluded.compared, because = excluded.because,
      dismissed_at = case when ${stays} then kept.dismissed_at end,
      dismissed_by_id = case when ${stays} then kept.dismissed_by_id end,
      dismissed_by_name = case when ${stays} then kept.dismissed_by_name end,
      dismissed_reason = case when ${stays} then kept.dismissed_reason end
    where (kept.limit_amount, kept.compared, kept.because)
      is distinct from (excluded.limit_amount, excluded.compared, excluded.because)`.execute(db);
};

/** Notes orders whose content has changed. */
export const addChecks = ({ db }: CompanyData, orderIds: readonly number[]) =>
  sql`insert into warning_checks (order_id) select unnest(${orderIds}::bigint[]) on conflict do nothing`.execute(
    db,
  );

export const companiesWithChecks = async (db: Kysely<Tables>): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from companies where exists (select from warning_checks where company_id = companies.id)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

/** Orders are compared with those of 30 days before and after them. */
export const deleteOldDigests = (db: Kysely<Tables>) =>
  sql`delete from order_digests where order_date < now() - interval '70 days'`.execute(db);
