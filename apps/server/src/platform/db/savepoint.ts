import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/** A part of a transaction that leaves nothing behind when it fails, and lets the rest go on. */
export const inSavepoint = async <Result>(
  db: Kysely<Tables>,
  work: () => Promise<Result>,
): Promise<Result> => {
  await sql`savepoint part`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(db);
    throw error;
  }
};

/** What `work` finds with its writes in place, which are undone. */
export const withoutSaving = async <Result>(
  db: Kysely<Tables>,
  work: () => Promise<Result>,
): Promise<Result> => {
  await sql`savepoint preview`.execute(db);
  try {
    return await work();
  } finally {
    await sql`rollback to savepoint preview`.execute(db);
  }
};
