import { sql } from "kysely";

/** The name of a user as pages show it, as `displayName` in the contract: first and last name, or the username. */
export const personName = (users: string) => {
  const field = (name: string) => sql.ref(`${users}.${name}`);
  return sql`coalesce(nullif(trim(concat_ws(' ', ${field("first_name")}, ${field("last_name")})), ''), ${field("username")})`;
};
