import type { KeyScope } from "@mcc/contract/access/key-scopes.ts";
import type { ApiKey } from "@mcc/contract/api-keys/api-keys.schema.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";
import { personName } from "../../platform/lists/person-name.ts";

type Db = Kysely<Tables>;

type Moment = "created_at" | "last_used_at" | "expires_at" | "revoked_at";
export type KeyRecord = Omit<ApiKey, Moment> & {
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
};

export const KEYS = sql`api_keys as key
  left join companies as company on company.id = key.company_id
  left join users as creator on creator.id = key.created_by`;
export const KEY_STATE = sql`case when key.revoked_at is not null then 'Revoked'
  when key.expires_at <= now() then 'Expired' else 'Valid' end`;
export const KEY_CREATOR = personName("creator");
export const KEY_FIELDS = sql`key.id, key.name, key.prefix, key.scopes, ${KEY_STATE} as state,
  case when company.id is not null then
    jsonb_build_object('id', company.id, 'name', company.name, 'slug_name', company.slug_name) end as company,
  ${KEY_CREATOR} as created_by, key.created_at, key.last_used_at, key.expires_at,
  key.revoked_at`;

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
    replaces_id?: number;
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

/** Only ever earlier: a key that was to expire before still does. Nothing when it is not valid any more. */
export const endKeyLater = (db: Db, id: number, hours: number) => {
  const end = sql<Date>`now() + make_interval(hours => ${hours})`;
  return db
    .updateTable("api_keys")
    .set({ expires_at: sql`least(expires_at, ${end})` })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning(["name", "expires_at"])
    .executeTakeFirst();
};
