import type { KeyScope } from "@mcc/contract/access/key-scopes.ts";
import type { ApiKey } from "@mcc/contract/api-keys/api-keys.schema.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

export type KeyRecord = Omit<ApiKey, "created_at" | "last_used_at" | "revoked_at"> & {
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
};

export const KEYS = sql`api_keys as key
  left join companies as company on company.id = key.company_id
  left join users as creator on creator.id = key.created_by`;
export const KEY_STATE = sql`case when key.revoked_at is null then 'Valid' else 'Revoked' end`;
/** As `displayName` writes it. */
export const KEY_CREATOR = sql`coalesce(
  nullif(trim(concat_ws(' ', creator.first_name, creator.last_name)), ''), creator.username)`;
export const KEY_FIELDS = sql`key.id, key.name, key.prefix, key.scopes, ${KEY_STATE} as state,
  case when company.id is not null then
    jsonb_build_object('id', company.id, 'name', company.name, 'slug_name', company.slug_name) end as company,
  ${KEY_CREATOR} as created_by, key.created_at, key.last_used_at, key.revoked_at`;

export const keyRows = async (db: Db): Promise<KeyRecord[]> =>
  (await sql<KeyRecord>`select ${KEY_FIELDS} from ${KEYS} order by key.id desc`.execute(db)).rows;

export const findKey = async (db: Db, id: number): Promise<KeyRecord | undefined> =>
  (await sql<KeyRecord>`select ${KEY_FIELDS} from ${KEYS} where key.id = ${id}`.execute(db)).rows[0];

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

/** Nothing when there is no such key, or when it is revoked already: the first time counts. */
export const revokeKey = (db: Db, id: number) =>
  db
    .updateTable("api_keys")
    .set({ revoked_at: sql`now()` })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning("name")
    .executeTakeFirst();
