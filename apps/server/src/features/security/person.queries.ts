import { sql } from "kysely";
import { personName } from "../../platform/lists/person-name.ts";

export const PERSON_NAME = personName("users");

export const PERSON = sql`case when users.id is not null
  then json_build_object('id', users.id, 'name', ${PERSON_NAME}, 'username', users.username) end`;
