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

export const searched = `lower(name || ' ' || coalesce(location_name, '') || ' ' || ecommerce_username || ' ' || coalesce(business_unit, '')
    || ' ' || coalesce(division, '') || ' ' || coalesce(region, '')) like $2`;
export const inRegion = "lower(region) like $2";

const ORDERS = {
  name: "name collate tenant.by_name, id",
  region: "region collate tenant.by_name, id",
  user: "first_user collate tenant.by_name, id",
} as const;
/** The first username of every site at once. */
const FIRST_USERS = `left join (select site_id, min(username) as first_user from mcc.site_users assigned
    join mcc.users on users.company_id = $1 and users.id = assigned.user_id
    where assigned.company_id = $1 and users.deleted_at is null group by site_id) as first_users on site_id = id`;

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
  const matched = `from mcc.sites ${order === "user" ? FIRST_USERS : ""} where company_id = $1 and deleted_at is null${where ? ` and ${where}` : ""}${seen}`;
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

const NAME = "coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) collate tenant.by_name";
const USER_ORDERS = {
  username: "username collate tenant.by_name, users.id",
  name: `${NAME}, users.id`,
  lastLogin: "last_login nulls last, users.id",
  site: "first_site collate tenant.by_name nulls last, users.id",
} as const;
const SITES = `select sites.id, sites.name from mcc.site_users assigned
  join mcc.sites on sites.company_id = $1 and sites.id = assigned.site_id
  where assigned.company_id = $1 and assigned.user_id = users.id and sites.deleted_at is null`;
const FIRST_SITES = `left join (select user_id, min(name) as first_site from mcc.site_users assigned
    join mcc.sites on sites.company_id = $1 and sites.id = assigned.site_id
    where assigned.company_id = $1 and sites.deleted_at is null group by user_id) as first_sites on user_id = users.id`;

export const usersSearched =
  "lower(username || ' ' || first_name || ' ' || last_name || ' ' || email) like $2";

interface UserPage {
  readonly where?: string;
  readonly typed?: string;
  readonly order?: keyof typeof USER_ORDERS;
  readonly offset?: number;
}

export const users = ({ where, typed, order = "name", offset = 0 }: UserPage = {}): FloorQuery => {
  const values = [WIDE, ...(typed === undefined ? [] : [typed])];
  const matched = `from mcc.users ${order === "site" ? FIRST_SITES : ""}
    where users.company_id = $1 and users.deleted_at is null${where ? ` and ${where}` : ""}`;
  return {
    rows: {
      text: `with page as materialized (select id, row_number() over () as at from (
          select users.id ${matched} order by ${USER_ORDERS[order]} limit ${PAGE} offset ${offset}) as found)
        select users.*, (select name from mcc.roles where id = users.role_id) as role,
          (select json_agg(json_build_object('id', id, 'name', name)) from (${SITES} order by name limit 4) as each) as sites,
          (select count(*) from (${SITES}) as each) as sites_count
        from page join mcc.users on users.id = page.id order by page.at`,
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
