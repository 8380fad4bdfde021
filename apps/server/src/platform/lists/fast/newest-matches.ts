import { sql } from "kysely";
import type { CompanyScope } from "../../access/scope.ts";
import { allConditions, type Condition, FEW_SITES, likePattern } from "../list.ts";
import { type Ids, ofCompany, visibleIn } from "./strategies.ts";
import { lookedUp } from "./typed-text.ts";

/** How many of the newest rows are searched first: common texts are found among them. */
const NEWEST = 2_000;
/** How many matches of the trigram index are sorted at most. */
const OLDER = 500;

/** Three letters or digits in a row: the trigram index can find such a text, even if it is rare. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

interface Searched {
  /** The table must have the columns `company_id`, `site_id`, `order_date` and `search_text`, with a trigram index. */
  readonly table: "orders" | "documents";
  readonly typed: string;
  readonly limit: number;
  /** The condition for the row with exactly this name or number; it comes first. */
  readonly exact?: Condition;
}

/**
 * The newest rows whose text contains what was typed, without counting them. Two steps keep this fast for every text:
 * common texts are found among the newest rows, rare ones by the trigram index. That index cannot find a text without
 * three letters in a row; such a text is searched among the newest rows only.
 */
export const newestMatches = (scope: CompanyScope, { table: name, typed, limit, exact }: Searched): Ids => {
  const table = sql.raw(name);
  const isMatch = sql`search_text like ${likePattern(typed)}`;
  const visible = allConditions(visibleIn(name, scope));
  const few = sql.lit(limit);
  const exactly = exact
    ? sql`select id, 'infinity'::timestamptz as date from ${table} where ${visible} and ${exact}`
    : undefined;
  const older = sql`
    select id, order_date as date from ${table}
    where (select count(*) from recent) < ${few} and ${visible}
      and search_text like ${likePattern(lookedUp(typed))} and strpos(search_text, ${typed.toLowerCase()}) > 0
    limit ${sql.lit(OLDER)}`;
  const steps = [
    ...(exactly ? [exactly] : []),
    sql`select id, date from recent`,
    ...(TRIGRAM.test(typed) ? [sql`(${older})`] : []),
  ];
  return sql`
  with recent as materialized (
    select id, order_date as date from (${newestRows(scope, name)}) as newest where ${isMatch}
    order by order_date desc, id desc limit ${few})
  select id from (${sql.join(steps, sql` union all `)}) as found
  group by id order by max(date) desc, id desc limit ${few}`;
};

/**
 * The newest rows to search. For few sites: the newest of each. Otherwise: those of the whole company, without those of
 * other sites.
 */
const newestRows = (scope: CompanyScope, name: string): Condition => {
  const { companyId, siteIds } = scope;
  const table = sql.raw(name);
  const rows = sql`select id, site_id, order_date, search_text from ${table} where ${ofCompany(name, companyId)}`;
  const newest = (count: number) => sql`order by order_date desc, id desc limit ${sql.lit(count)}`;
  if (siteIds === "all") return sql`${rows} ${newest(NEWEST)}`;
  if (siteIds.length > FEW_SITES) {
    return sql`select * from (${rows} ${newest(NEWEST)}) as company_rows where site_id = any(${siteIds})`;
  }
  const share = Math.ceil(NEWEST / Math.max(siteIds.length, 1));
  return sql`
    select site_rows.* from unnest(${siteIds}::bigint[]) as seen (id)
    cross join lateral (${rows} and site_id = seen.id ${newest(share)}) as site_rows`;
};
