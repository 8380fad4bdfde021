import { type Kysely, sql } from "kysely";
import { ENCRYPTED_MARK } from "../../platform/access/secrets/text-cipher.ts";
import type { Tables } from "../../platform/db/tables.ts";

type Db = Kysely<Tables>;

/**
 * Where encrypted texts are stored, and the mark before them, but for the answers to sign-ins under way, which are
 * deleted within minutes.
 */
export const ENCRYPTED_COLUMNS = [
  { mark: "", table: "messages", key: "id", column: "body" },
  { mark: "", table: "messages", key: "id", column: "attachment" },
  { mark: "", table: "factors", key: "id", column: "secret" },
  { mark: "", table: "sessions", key: "id", column: "sign_out_url" },
  { mark: "", table: "sso_connections", key: "id", column: "client_secret" },
  { mark: ENCRYPTED_MARK, table: "company_configurations", key: "company_id", column: "event_secret" },
  {
    mark: ENCRYPTED_MARK,
    table: "company_configurations",
    key: "company_id",
    column: "event_previous_secret",
  },
  { mark: ENCRYPTED_MARK, table: "company_configurations", key: "company_id", column: "event_older_secret" },
  { mark: ENCRYPTED_MARK, table: "event_receivers", key: "id", column: "secret" },
  { mark: ENCRYPTED_MARK, table: "event_receivers", key: "id", column: "previous_secret" },
  { mark: ENCRYPTED_MARK, table: "event_receivers", key: "id", column: "older_secret" },
] as const;
type EncryptedColumn = (typeof ENCRYPTED_COLUMNS)[number];

interface StoredText {
  readonly key: string;
  readonly text: string;
}

/** The next texts that do not begin like those of the current key. */
export const otherTexts = async (
  db: Db,
  { table, key, column, mark }: EncryptedColumn,
  prefix: string,
  after: string | undefined,
  limit: number,
): Promise<StoredText[]> => {
  const [id, text] = [sql.ref(key), sql.ref(column)];
  const further = after === undefined ? sql`` : sql`and ${id} > ${after}`;
  const { rows } = await sql<StoredText>`
    select ${id}::text as key, ${text} as text from ${sql.table(table)}
    where ${text} <> '' and ${text} ^@ ${mark} and not ${text} ^@ ${mark + prefix} ${further}
    order by ${id} limit ${limit}`.execute(db);
  return rows;
};

/** A text that was changed in the meantime stays as it is: whoever changed it has used a current key. */
export const replaceTexts = async (
  db: Db,
  { table, key, column }: EncryptedColumn,
  texts: readonly (StoredText & { readonly replacement: string })[],
): Promise<void> => {
  const [id, text] = [sql.ref(`stored.${key}`), sql.ref(`stored.${column}`)];
  await sql`
    update ${sql.table(table)} stored set ${sql.ref(column)} = given.replacement
    from unnest(${texts.map(({ key: one }) => one)}::text[], ${texts.map(({ text: one }) => one)}::text[],
      ${texts.map(({ replacement }) => replacement)}::text[]) as given (key, text, replacement)
    where ${id}::text = given.key and ${text} = given.text`.execute(db);
};
