import { AppError } from "@mcc/contract/kit/errors.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

export interface Limit {
  /** What is counted: "sign-in", an address, an account. */
  readonly bucket: string;
  /** Without it, tries are only counted. */
  readonly max?: number;
  readonly seconds: number;
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

/** Counts one more try, unless the bucket before is full. */
const counting = (limits: readonly Limit[]) => (limit: Limit, at: number) => {
  const most = limits[at - 1]?.max;
  const before =
    at === 0 ? sql`` : sql`from ${name(at - 1)} ${most === undefined ? sql`` : sql`where hits <= ${most}`}`;
  return sql`${name(at)} as (
    insert into rate_limits as kept (bucket, hits, ends_at)
    select ${limit.bucket}::text, 1, now() + make_interval(secs => ${limit.seconds}) ${before}
    on conflict (bucket) do update set
      hits = case when kept.ends_at <= now() then 1 else kept.hits + 1 end,
      ends_at = case when kept.ends_at <= now() then excluded.ends_at else kept.ends_at end
    returning hits, ceil(extract(epoch from ends_at - now()))::int as left)`;
};

/**
 * Counts one more try, bucket by bucket, and refuses at the first full one: a caller refused by a small bucket does not
 * fill a larger one shared with others. Counted before the work, so that parallel tries count too.
 */
export const countAttempt = async <const Limits extends readonly Limit[]>(
  db: Kysely<Tables>,
  limits: Limits,
): Promise<{ readonly [Key in keyof Limits]: Counted }> => {
  const all = limits.map((_, at) => sql`select ${at}::int as place, hits, "left" from ${name(at)}`);
  const { rows } = await sql<Counted>`
    with ${sql.join(limits.map(counting(limits)))}
    select hits, "left" from (${sql.join(all, sql` union all `)}) as counted order by place`.execute(db);
  limits.forEach(({ max = Number.POSITIVE_INFINITY }, at) => {
    const counted = rows[at];
    if (counted) refuseBeyond(max, counted);
  });
  return rows as unknown as { readonly [Key in keyof Limits]: Counted };
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
