import { type Expression, sql } from "kysely";

/**
 * Natural order of names: "ann" before "Zoe", "Site 2" before "Site 10". For sorting only: two names are equal only if
 * every letter is.
 */
export const naturalSort = (name: Expression<unknown>) => sql<string>`${name} collate tenant.by_name`;
