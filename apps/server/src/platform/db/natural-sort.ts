import { type Expression, sql } from "kysely";

/**
 * A name as people sort it: "ann" before "Zoe", "Site 2" before "Site 10". For whatever is ordered by a name; two names
 * are still the same only when every letter is.
 */
export const naturalSort = (name: Expression<unknown>) => sql<string>`${name} collate tenant.by_name`;
