import { SEES, WIDE, WIDE_FROM, WIDE_SIZE } from "./data-plan.ts";
import type { FloorQuery } from "./floor.ts";
import { rowsOf } from "./floor-rows.ts";

const PAGE = 20;
const CAP = 10_000;
const NEWEST = "order by order_date desc, id desc";
/** Beyond so many sites, the newest rows of each are no longer merged. */
const FEW = 64;

type Viewer = keyof typeof SEES;
/** The sites that `fill-wide.ts` gives to a user. */
const sitesOf = (person: Viewer): number[] =>
  Array.from(
    { length: SEES[person] },
    (_, at) => WIDE_FROM.places + (at + 1) * Math.floor(WIDE_SIZE / SEES[person]),
  );

const USERS = `
  select users.id, users.username from mcc.site_users assigned
  join mcc.users on users.company_id = $1 and users.id = assigned.user_id
  where assigned.company_id = $1 and assigned.site_id = sites.id and users.deleted_at is null`;

export const searched =
  "lower(concat_ws(' ', name, location_name, ecommerce_username, business_unit, division, region)) like $2";
export const inRegion = "lower(region) like $2";

const ORDERS = {
  name: "name collate tenant.by_name, id",
  region: "region collate tenant.by_name, id",
  user: `(select min(username) from (${USERS}) as each) collate tenant.by_name, id`,
} as const;

interface SitePage {
  readonly where?: string;
  readonly typed?: string;
  readonly order?: keyof typeof ORDERS;
  readonly offset?: number;
  readonly person?: Viewer;
}

/** The ids of the page first; what a row shows is read for these only. */
export const sites = ({ where, typed, order = "name", offset = 0, person }: SitePage = {}): FloorQuery => {
  const values: unknown[] = [
    WIDE,
    ...(typed === undefined ? [] : [typed]),
    ...(person ? [sitesOf(person)] : []),
  ];
  const seen = person ? ` and id = any($${values.length}::bigint[])` : "";
  const matched = `from mcc.sites where company_id = $1 and deleted_at is null${where ? ` and ${where}` : ""}${seen}`;
  return {
    rows: {
      text: `with page as materialized (select id, row_number() over () as at from (
          select id ${matched} order by ${ORDERS[order]} limit ${PAGE} offset ${offset}) as found)
        select sites.*, (select name from mcc.site_types where id = sites.site_type_id) as site_type,
          (select json_agg(json_build_object('id', id, 'username', username)) from (
            ${USERS} order by username limit 4) as each) as users,
          (select count(*) from (${USERS}) as each) as users_count
        from page join mcc.sites on sites.id = page.id order by page.at`,
      values,
    },
    count: {
      text: `select least(count(*), ${CAP}) as count, count(*) > ${CAP} as capped
        from (select ${matched} limit ${CAP + 1}) as matched`,
      values,
    },
    plan: "each time",
  };
};

/** Few sites: the newest of each, merged; many: along the index, past the others. */
const newestOf = (table: "orders" | "documents", person: Viewer): string =>
  SEES[person] <= FEW
    ? `select found.id from unnest($2::bigint[]) as seen (id) cross join lateral (
        select id, order_date from mcc.${table} where company_id = $1 and site_id = seen.id ${NEWEST} limit ${PAGE}) as found
      ${NEWEST} limit ${PAGE}`
    : `select id from mcc.${table} where company_id = $1 and site_id = any($2::bigint[]) ${NEWEST} limit ${PAGE}`;

const countOf = (rollup: string, what: string, values: readonly unknown[]) => ({
  text: `select coalesce(sum(${what}::int), 0) as count from mcc.${rollup} where company_id = $1 and site_id = any($2::bigint[])`,
  values,
});

export const ordersOf = (person: Viewer): FloorQuery => {
  const values = [WIDE, sitesOf(person)];
  return {
    rows: { text: rowsOf(newestOf("orders", person)), values },
    count: countOf("order_site_counts", "orders", values),
    plan: "each time",
  };
};

export const documentsOf = (person: Viewer): FloorQuery => {
  const values = [WIDE, sitesOf(person)];
  return {
    rows: {
      text: `with page as materialized (select id, row_number() over () as at from (${newestOf("documents", person)}) as found)
        select documents.*, (select name from mcc.sites where id = documents.site_id) as site
        from page join mcc.documents on documents.company_id = $1 and documents.id = page.id order by page.at`,
      values,
    },
    count: countOf("document_site_counts", "documents", values),
    plan: "each time",
  };
};
