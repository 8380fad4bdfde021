import { sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import { nodePath, seesSite } from "../../platform/access/site-access.ts";
import { personName } from "../../platform/db/person-fields.ts";
import type { Condition } from "../../platform/lists/list.ts";

/** How long ago the orders of a simulation were placed. */
const SIMULATED_DAYS = 90;

export const findSince = async ({ db }: CompanyData): Promise<Date> => {
  const { rows } = await sql<{ since: Date }>`
    select now() - make_interval(days => ${SIMULATED_DAYS}) as since`.execute(db);
  return rows[0]?.since ?? new Date();
};

export const countOrders = async (
  { db, companyId }: CompanyData,
  since: Date,
  most: number,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from orders where company_id = ${companyId} and order_date >= ${since}
      limit ${most}) as found`.execute(db);
  return rows[0]?.count ?? 0;
};

export interface SimulatedOrder {
  readonly id: number;
  readonly identifier: string;
  readonly siteId: number;
  readonly total: string;
  /** The roles of the further steps that budgets gave it, which hold whatever the rules are. */
  readonly budgetRoles: readonly { readonly id: number; readonly name: string }[] | null;
  /** As text, which has every digit: the next orders come after this one. */
  readonly date: string;
}

/** The next orders, the latest first. */
export const nextOrders = async (
  { db, companyId }: CompanyData,
  since: Date,
  last: SimulatedOrder | undefined,
  limit: number,
): Promise<SimulatedOrder[]> => {
  const after = last ? sql`and (order_date, id) < (${last.date}::timestamptz, ${last.id})` : sql``;
  const { rows } = await sql<SimulatedOrder>`
    select id, identifier, site_id as "siteId", total, order_date::text as date,
      (select json_agg(json_build_object('id', role_id, 'name', name) order by position) from order_steps
        where company_id = ${companyId} and order_id = orders.id and budget_id is not null
          and (state <> 'dropped' or is_canceled)) as "budgetRoles"
    from orders where company_id = ${companyId} and order_date >= ${since} ${after}
    order by order_date desc, id desc limit ${limit}`.execute(db);
  return rows;
};

/** Who placed these orders: what `mcc.who_placed` finds for one order, for many at once, which is many times faster. */
export const creatorsOf = async (
  { db, companyId }: CompanyData,
  ids: readonly number[],
): Promise<Map<number, number[]>> => {
  const { rows } = await sql<{ id: number; placed_by: number[] }>`
    with named as materialized (
      select orders.id, person.user_id, person.keys, person.username is null as by_username
      from orders cross join lateral (values (creator_id), (ordered_by_id), (requested_by_id)) as who (id)
      join person_snapshots person on person.company_id = ${companyId} and person.id = who.id
      where orders.company_id = ${companyId} and orders.id = any(${ids})),
    username as materialized (
      select id as user_id, mcc.person_key(username) as key from users
      where company_id = ${companyId} and id = any(array(select user_id from named where by_username)))
    select id, array_agg(user_id order by user_id) as placed_by from (
      select id, user_id from named where user_id is not null
      union
      select called.id, known.user_id from (
        select named.id, unnest(named.keys) as key from named
        union all
        select named.id, username.key from named join username using (user_id) where by_username) as called
      join user_identities known on known.company_id = ${companyId} and known.key = called.key) as found
    group by id`.execute(db);
  return new Map(rows.map(({ id, placed_by }) => [id, placed_by]));
};

export interface SimulatedSite {
  readonly id: number;
  readonly node_id: number | null;
}

/** All sites, also deleted ones: their orders stay. */
export const sitesOfOrders = async ({ db, companyId }: CompanyData): Promise<SimulatedSite[]> =>
  db.selectFrom("sites").select(["id", "node_id"]).where("company_id", "=", companyId).execute();

export interface Holders {
  readonly roles: readonly number[];
  readonly users: readonly number[];
}

const isHolder = ({
  roles,
  users,
}: Holders): Condition => sql`person.deleted_at is null and person.disabled_at is null
  and (person.is_company_admin or person.id = any(${users}) or person.role_id = any(${roles}))`;

export interface SimulatedApprover {
  readonly id: number;
  readonly name: string;
  readonly roleId: number | null;
  readonly isCompanyAdmin: boolean;
}

/** Those named by rules, and company admins. */
export const approversNamed = async (
  { db, companyId }: CompanyData,
  holders: Holders,
): Promise<SimulatedApprover[]> => {
  const { rows } = await sql<SimulatedApprover>`
    select person.id, ${personName} as name, person.role_id as "roleId", person.is_company_admin as "isCompanyAdmin"
    from users person where person.company_id = ${companyId} and ${isHolder(holders)}
    order by person.id`.execute(db);
  return rows;
};

/** For each of these sites, those of them who can see it. */
export const approversAt = async (
  { db, companyId }: CompanyData,
  holders: Holders,
  siteIds: readonly number[],
  hierarchy: boolean,
): Promise<Map<number, number[]>> => {
  const { rows } = await sql<{ site_id: number; people: number[] }>`
    with place as materialized (
      select site.id, ${nodePath(companyId, sql`site.id`)} as path from unnest(${siteIds}::bigint[]) as site (id))
    select place.id as site_id, array_agg(person.id order by person.id) as people
    from place cross join users person
    where person.company_id = ${companyId} and ${isHolder(holders)}
      and ${seesSite(companyId, hierarchy, sql`place.id`, sql`place.path`)}
    group by place.id`.execute(db);
  return new Map(rows.map(({ site_id, people }) => [site_id, people]));
};

/** The roles that have decided about steps of budgets, or may. */
export const rolesOfBudgets = async ({ db, companyId }: CompanyData): Promise<number[]> => {
  const { rows } = await sql<{ role_id: number }>`
    select distinct role_id from order_steps
    where company_id = ${companyId} and budget_id is not null and role_id is not null`.execute(db);
  return rows.map(({ role_id }) => role_id);
};

export interface HolderName {
  readonly type: "role" | "user";
  readonly id: number;
  readonly name: string;
}

/** The names of roles and users that are still there. */
export const holderNames = async (
  { db, companyId }: CompanyData,
  { roles, users }: Holders,
): Promise<HolderName[]> => {
  const { rows } = await sql<HolderName>`
    select 'role' as type, id, name from roles where company_id = ${companyId} and id = any(${roles})
    union all
    select 'user', person.id, ${personName} from users person
    where person.company_id = ${companyId} and person.id = any(${users}) and person.deleted_at is null`.execute(
    db,
  );
  return rows;
};
