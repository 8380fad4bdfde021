import { type Kysely, sql } from "kysely";
import { prepared } from "../../platform/db/connection.ts";
import type { Tables } from "../../platform/db/tables.ts";

interface NewEntry {
  company_id: number;
  token: string;
  record_type: string;
  action: string;
  record: string;
  result: string;
  detail: string;
}

/** In the company that the transaction has entered. */
export const addEntry = (
  db: Kysely<Tables>,
  { token, record_type, action, record, result, detail }: Omit<NewEntry, "company_id">,
) =>
  sql`${prepared("add-directory-entry")} insert into directory_entries (token, record_type, action, record, result, detail)
    values (${token}, ${record_type}, ${action}, ${record}, ${result}, ${detail})`.execute(db);

/** In any company. */
export const addEntryOf = (db: Kysely<Tables>, entry: NewEntry) =>
  db.insertInto("directory_entries").values(entry).execute();

export const findTokenName = (db: Kysely<Tables>, id: number) =>
  db.selectFrom("directory_tokens").select("name").where("id", "=", id).executeTakeFirst();

const KEPT = { days: 90, perCompany: 50_000 };

/** Entries that are old, and those of a company with very many. */
export const deleteOldEntries = async (db: Kysely<Tables>): Promise<void> => {
  await sql`delete from directory_entries where at < now() - make_interval(days => ${KEPT.days})`.execute(db);
  await sql`delete from directory_entries entry using (
      select company.id as company_id, (select id from directory_entries
        where company_id = company.id order by at desc, id desc offset ${KEPT.perCompany} limit 1) as last_id
      from companies company) as old
    where entry.company_id = old.company_id and entry.id <= old.last_id`.execute(db);
};
