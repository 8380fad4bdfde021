import { sql } from "kysely";

/** The name of a user, as lists show it. */
export const PERSON_NAME = sql`coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.username)`;

export const PERSON = sql`case when users.id is not null
  then json_build_object('id', users.id, 'name', ${PERSON_NAME}, 'username', users.username) end`;
