import { AppError } from "@mcc/contract/kit/errors.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

export interface Limit {
  /** What is counted: "sign-in", an address, an account. */
  readonly bucket: string;
  readonly max: number;
  readonly seconds: number;
}

/**
 * Counts one more try, bucket by bucket, and refuses at the first full one: a caller refused by a small bucket does not
 * fill a larger one shared with others. Counted before the work, so that parallel tries count too.
 */
export const countAttempt = async (db: Kysely<Tables>, limits: readonly Limit[]): Promise<void> => {
  for (const limit of limits) refuseBeyond(limit.max, await count(db, limit));
};

export interface Counted {
  readonly hits: number;
  /** Seconds until the window ends. */
  readonly left: number;
}

export const refuseBeyond = (most: number, { hits, left }: Counted): void => {
  if (hits > most) throw new AppError("rate.limited", { retryAfter: Math.max(1, left) });
};

/** Counts one more try in one bucket without refusing. */
export const count = async (
  db: Kysely<Tables>,
  { bucket, seconds }: Pick<Limit, "bucket" | "seconds">,
): Promise<Counted> => {
  const { rows } = await sql<Counted>`
    insert into rate_limits as kept (bucket, hits, ends_at)
    values (${bucket}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (bucket) do update set
      hits = case when kept.ends_at <= now() then 1 else kept.hits + 1 end,
      ends_at = case when kept.ends_at <= now() then excluded.ends_at else kept.ends_at end
    returning hits, ceil(extract(epoch from ends_at - now()))::int as left`.execute(db);
  return rows[0] as Counted;
};

/** A successful try is not counted. */
export const uncountAttempt = async (
  db: Kysely<Tables>,
  limits: readonly Pick<Limit, "bucket">[],
): Promise<void> => {
  await db
    .updateTable("rate_limits")
    .set((row) => ({ hits: row("hits", "-", 1) }))
    .where(
      "bucket",
      "in",
      limits.map(({ bucket }) => bucket),
    )
    .where("hits", ">", 0)
    .execute();
};

export const deleteExpiredLimits = async (db: Kysely<Tables>): Promise<void> => {
  await db.deleteFrom("rate_limits").where("ends_at", "<", sql<Date>`now()`).execute();
};
