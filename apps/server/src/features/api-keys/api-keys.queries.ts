import type { KeyScope } from "@mcc/contract/access/key-scopes.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

const shownKeys = (db: Db) =>
  db
    .selectFrom("api_keys")
    .leftJoin("companies", "companies.id", "api_keys.company_id")
    .select([
      "api_keys.id",
      "api_keys.name",
      "api_keys.prefix",
      "api_keys.scopes",
      "api_keys.created_at",
      "api_keys.last_used_at",
      "api_keys.revoked_at",
      "companies.id as company_id",
      "companies.name as company_name",
      "companies.slug_name as company_slug",
    ]);
export type KeyRecord = Awaited<ReturnType<typeof keyRows>>[number];

export const keyRows = (db: Db) => shownKeys(db).orderBy("api_keys.id", "desc").execute();

export const findKey = (db: Db, id: number) => shownKeys(db).where("api_keys.id", "=", id).executeTakeFirst();

export const findCompany = (db: Db, slug: string) =>
  db.selectFrom("companies").select("id").where("slug_name", "=", slug).executeTakeFirst();

export const addKey = (
  db: Db,
  key: {
    name: string;
    scopes: KeyScope[];
    company_id: number | null;
    prefix: string;
    key_hash: Buffer;
    created_by: number | null;
  },
) => db.insertInto("api_keys").values(key).returning("id").executeTakeFirstOrThrow();

/** Only the first revocation is recorded. */
export const revokeKey = (db: Db, id: number) =>
  db
    .updateTable("api_keys")
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
