import { AppError } from "@mcc/contract/kit/errors.ts";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

export interface Limit {
  /** What is counted: "sign-in", an address, an account. */
  readonly bucket: string;
  /** Without it, tries are only counted. */
  readonly max?: number;
  readonly seconds: number;
  /** Beyond `from` tries, the first bucket of the list has room for `max` only. */
  readonly attacked?: { readonly from: number; readonly max: number };
}

export interface Counted {
  readonly hits: number;
  /** Seconds until the window ends. */
  readonly left: number;
}

export const refuseBeyond = (most: number, { hits, left }: Counted): void => {
  if (hits > most) throw new AppError("rate.limited", { retryAfter: Math.max(1, left) });
};

const name = (at: number) => sql.ref(`counted_${at}`);

/** Stands in a bucket for what the statement that counts finds out: whose account it is. */
export const WHOSE = "{whose}";

/** Whether there is room in the bucket before, and so in all before it. */
const roomBefore = (limits: readonly Limit[], at: number): RawBuilder<unknown> => {
  const { max, attacked } = limits[at - 1] ?? {};
  const before = name(at - 1);
  if (max !== undefined) return sql`and ${before}.hits <= ${max}`;
  if (!attacked) return sql``;
  return sql`and (${before}.hits <= ${attacked.from} or (select hits from ${name(0)}) <= ${attacked.max})`;
};

/**
 * The parts of a statement that counts one more try, bucket by bucket, up to the first full one: a caller refused by a
 * small bucket does not fill a larger one shared with others. It tries nothing unless there is a row of `whose`.
 */
export const counting = (limits: readonly Limit[]) => {
  const parts = limits.map(
    ({ bucket, seconds }, at) => sql`${name(at)} as (
    insert into rate_limits as kept (bucket, hits, ends_at)
    select replace(${bucket}, ${WHOSE}, whose.name), 1, now() + make_interval(secs => ${seconds})
    from whose ${at === 0 ? sql`` : sql`cross join ${name(at - 1)}`} where true ${roomBefore(limits, at)}
    on conflict (bucket) do update set
      hits = case when kept.ends_at <= now() then 1 else kept.hits + 1 end,
      ends_at = case when kept.ends_at <= now() then excluded.ends_at else kept.ends_at end
    returning hits, ceil(extract(epoch from ends_at - now()))::int as left)`,
  );
  const all = limits.map((_, at) => sql`select ${at}::int as place, hits, "left" from ${name(at)}`);
  return {
    counted: sql.join(parts),
    counts: sql`(select coalesce(json_agg(json_build_object('hits', hits, 'left', "left") order by place), '[]')
      from (${sql.join(all, sql` union all `)}) as counted)`,
  };
};

/** Refuses a try at the first full bucket. */
export const refuseFull = (limits: readonly Limit[], counts: readonly Counted[]): void => {
  const [first] = counts;
  counts.forEach((counted, at) => {
    const { max = Number.POSITIVE_INFINITY, attacked } = limits[at] ?? {};
    refuseBeyond(max, counted);
    if (first && attacked && counted.hits > attacked.from) refuseBeyond(attacked.max, first);
  });
};

/** Counted before the work, so that parallel tries count too. */
export const countAttempt = async <const Limits extends readonly Limit[]>(
  db: Kysely<Tables>,
  limits: Limits,
): Promise<{ readonly [Key in keyof Limits]: Counted }> => {
  const { counted, counts } = counting(limits);
  const { rows } = await sql<{ counts: Counted[] }>`
    with whose as (select '' as name), ${counted} select ${counts} as counts`.execute(db);
  const kept = rows[0]?.counts ?? [];
  refuseFull(limits, kept);
  return kept as unknown as { readonly [Key in keyof Limits]: Counted };
};

/** A successful try is not counted. Rows are locked in the order in which they are counted. */
export const uncountAttempt = async (
  db: Kysely<Tables>,
  limits: readonly Pick<Limit, "bucket">[],
): Promise<void> => {
  const buckets = limits.map(({ bucket }) => bucket);
  await sql`
    with kept as materialized (
      select bucket from rate_limits where bucket = any(${buckets}::text[])
      order by array_position(${buckets}::text[], bucket) for no key update)
    update rate_limits set hits = hits - 1 where bucket in (select bucket from kept) and hits > 0`.execute(
    db,
  );
};

export const deleteExpiredLimits = async (db: Kysely<Tables>): Promise<void> => {
  await db.deleteFrom("rate_limits").where("ends_at", "<", sql<Date>`now()`).execute();
};
