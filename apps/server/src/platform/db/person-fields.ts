import { sql } from "kysely";

/** The display name of the user in the row `person`. */
export const personName = sql<string>`coalesce(nullif(trim(person.first_name || ' ' || person.last_name), ''), person.username)`;

/** The user's phone number, if text messages are enabled. */
export const phoneForTexts = sql<
  string | null
>`case when person.enable_text_messages then nullif(person.phone, '') end`;
