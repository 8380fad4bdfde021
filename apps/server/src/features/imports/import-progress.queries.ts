import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

export const findProgress = (db: Db, id: string) =>
  db.selectFrom("import_progress").select(["done", "total"]).where("id", "=", id).executeTakeFirst();

export const setProgress = (db: Db, row: { id: string; done: number; total: number }) =>
  db
    .insertInto("import_progress")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({ done: row.done, total: row.total, updated_at: sql`now()` }),
    )
    .execute();

/** With those of lost processes. */
export const deleteProgress = (db: Db, id: string) =>
  db
    .deleteFrom("import_progress")
    .where((row) => row.or([row("id", "=", id), row("updated_at", "<", sql<Date>`now() - interval '1 day'`)]))
    .execute();
