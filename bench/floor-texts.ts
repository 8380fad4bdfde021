import { LARGE } from "./data-plan.ts";
import type { FloorQuery } from "./floor.ts";

/** What the interactions type has no wildcards in it. */
export const likePattern = (typed: string): string => `%${typed.toLowerCase()}%`;

const peopleNamed =
  "array(select id from mcc.person_snapshots where company_id = $1 and lower(name) like $2)";

/** Names are looked up in the small tables first, so that one condition is left per index. */
const searchedBy = (inTexts: string): string => `(${inTexts}
  or site_snapshot_id = any(array(select id from mcc.site_snapshots where company_id = $1 and lower(name) like $2))
  or ordered_by_id = any(${peopleNamed}) or requested_by_id = any(${peopleNamed}))`;

export const searched = searchedBy("search_text like $2 or line_text like $2");
/** Two letters are looked up with whatever may stand before them. */
export const searchedPair = searchedBy("search_text ~ $3 or line_text ~ $3");
export const pairPattern = (typed: string): string => `(^|[\\u0001-\\u00ff])${typed}`;

export const NAME_IN_USE = {
  site: "site_snapshot_id = named.id",
  requestedBy: "requested_by_id = named.id",
} as const;

/** Scanned by name, so that the search stops at the tenth name that an order has. */
export const suggestedNames = (table: string, reference: string, typed: string): FloorQuery => ({
  rows: {
    text: `select distinct value collate tenant.by_name as value from (
        select name as value from mcc.${table} as named where company_id = $1 and lower(name) like $2
          and exists (select from mcc.orders where company_id = $1 and ${reference})) as used
      order by 1 limit 10`,
    values: [LARGE, typed],
  },
  plan: "once",
});

/** Among the newest orders; where those have too few, among the newest thousand that match. */
export const suggestedPo = (typed: string): FloorQuery => ({
  rows: {
    text: `with recent as materialized (
        select distinct value collate tenant.by_name as value from (
          select value from (
            select po_number as value from mcc.orders where company_id = $1
            order by order_date desc, id desc limit 4000) as newest
          where lower(value) like $2 limit 1000) as bearing),
      enough as materialized (select count(*) >= 10 as is_enough from recent)
      select value from recent where (select is_enough from enough)
      union all
      select value from (select distinct value collate tenant.by_name as value from (
          select po_number as value from mcc.orders
          where not (select is_enough from enough) and company_id = $1 and search_text like $2 and lower(po_number) like $2
          order by order_date desc, id desc limit 1000) as matched order by 1 limit 10) as rarer
      order by 1 limit 10`,
    values: [LARGE, typed],
  },
  plan: "each time",
});
