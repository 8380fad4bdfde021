import { type Kysely, type RawBuilder, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import { takeLock } from "../../platform/db/advisory-locks.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { firstTriggers } from "./trigger-kinds.conditions.ts";

/** The users or the sites whose pairs are compared. */
export type Compared = { readonly users: readonly number[] } | { readonly sites: readonly number[] };

/**
 * Until the transaction ends, nobody else compares triggers of the company with access. Of two changes at the same time,
 * the second one sees the first. Taken after the changes, because these lock the access version of the company.
 */
export const lockComparison = ({ db, companyId }: CompanyData) => takeLock(db, "triggers", companyId);

const among = (compared: Compared, user: RawBuilder<unknown>, site: RawBuilder<unknown>) =>
  "users" in compared
    ? sql`${user} = any(${compared.users}::bigint[])`
    : sql`${site} = any(${compared.sites}::bigint[])`;

/** Each node with a user and the nodes below it, or each node with a site and the nodes above it: `top` and `id`. */
const reachedNodes = (companyId: number, compared: Compared) =>
  "users" in compared
    ? sql`
  select distinct node_id as top, node_id as id from users
  where company_id = ${companyId} and id = any(${compared.users}::bigint[]) and node_id is not null
  union all
  select reached.top, child.id from reached
  join organization_nodes child on child.company_id = ${companyId} and child.parent_id = reached.id`
    : sql`
  select distinct node_id as top, node_id as id from sites
  where company_id = ${companyId} and id = any(${compared.sites}::bigint[]) and node_id is not null
  union all
  select node.parent_id, reached.id from reached
  join organization_nodes node on node.company_id = ${companyId} and node.id = reached.top
  where node.parent_id is not null`;

/**
 * Who has which site by assignment, node or policy, as `user_id` and `site_id`: the rule of `mcc.access_of` for many at
 * once, without what company admins see besides.
 */
const pairsOf = (companyId: number, compared: Compared) => {
  const users = sql`users.company_id = ${companyId} and users.deleted_at is null`;
  const sites = sql`sites.company_id = ${companyId} and sites.deleted_at is null`;
  const isCompared = among(compared, sql`users.id`, sql`sites.id`);
  const hasHierarchy = sql`(select has_company_hierarchy from company_configurations where company_id = ${companyId})`;
  return sql`
    select users.id as user_id, sites.id as site_id from site_users assigned
    join users on ${users} and users.id = assigned.user_id
    join sites on ${sites} and sites.id = assigned.site_id
    where assigned.company_id = ${companyId} and ${isCompared} and ${hasHierarchy} is not true
    union all
    select users.id, sites.id from reached
    join users on ${users} and users.node_id = reached.top
    join sites on ${sites} and sites.node_id = reached.id
    where ${isCompared} and ${hasHierarchy} is true and (
      not exists (select from policy_sites policy where policy.company_id = ${companyId} and policy.user_id = users.id)
      or exists (select from policy_sites policy
        where policy.company_id = ${companyId} and policy.user_id = users.id and policy.site_id = sites.id))
    union all
    select users.id, sites.id from policy_sites policy
    join users on ${users} and users.id = policy.user_id and users.node_id is null
    join sites on ${sites} and sites.id = policy.site_id
    where policy.company_id = ${companyId} and ${isCompared} and ${hasHierarchy} is true`;
};

/** Whether a pair no longer exists: it is not among `pairs`, and the user is no company admin, who sees every site that exists. */
const isLost = (companyId: number) => sql`
        not exists (select from pairs where pairs.user_id = held.user_id and pairs.site_id = held.site_id)
        and not exists (select from users join sites on sites.company_id = ${companyId} and sites.id = held.site_id
          where users.company_id = ${companyId} and users.id = held.user_id and users.is_company_admin
            and users.deleted_at is null and sites.deleted_at is null)`;

/**
 * Deletes the triggers of pairs that no longer exist, and the sites of alert rules, and adds the first triggers of new pairs, of at most `limit` of
 * them. Company admins keep the triggers of every site that exists. Returns the number of new pairs.
 */
export const compareTriggers = async (
  { db, companyId }: CompanyData,
  compared: Compared,
  limit: number,
): Promise<number> => {
  const { rows } = await sql<{ gained: number }>`
    with recursive reached as (${reachedNodes(companyId, compared)}),
    pairs as materialized (${pairsOf(companyId, compared)}),
    lost as (
      delete from trigger_sites held
      where held.company_id = ${companyId} and ${among(compared, sql`held.user_id`, sql`held.site_id`)}
        and not exists (select from pairs where pairs.user_id = held.user_id and pairs.site_id = held.site_id)),
    ended as (
      delete from triggers held
      where held.company_id = ${companyId} and ${among(compared, sql`held.user_id`, sql`held.site_id`)}
        and ${isLost(companyId)}),
    left_out as (
      delete from alert_rule_sites held
      where held.company_id = ${companyId} and ${among(compared, sql`held.user_id`, sql`held.site_id`)}
        and ${isLost(companyId)}),
    gained as (
      insert into trigger_sites (company_id, user_id, site_id)
      select ${companyId}::bigint, user_id, site_id from pairs
      where not exists (select from trigger_sites held where held.company_id = ${companyId}
        and held.user_id = pairs.user_id and held.site_id = pairs.site_id)
      order by user_id, site_id limit ${limit}
      on conflict do nothing returning user_id, site_id),
    added as (
      insert into triggers (company_id, user_id, site_id, rule, frequency, value, range_value, enabled)
      select ${companyId}::bigint, gained.user_id, gained.site_id, first.* from gained cross join ${firstTriggers}
      where not exists (select from triggers held where held.company_id = ${companyId}
        and held.user_id = gained.user_id and held.site_id = gained.site_id and held.rule = first.rule))
    select count(*)::integer as gained from gained`.execute(db);
  return rows[0]?.gained ?? 0;
};

/** The users of pairs that have no triggers yet; a job compares them. */
export const addReviews = ({ db, companyId }: CompanyData, compared: Compared) =>
  sql`
    with recursive reached as (${reachedNodes(companyId, compared)})
    insert into trigger_reviews (company_id, user_id)
    select distinct ${companyId}::bigint, pairs.user_id from (${pairsOf(companyId, compared)}) as pairs
    where not exists (select from trigger_sites held where held.company_id = ${companyId}
      and held.user_id = pairs.user_id and held.site_id = pairs.site_id)
    order by 2 on conflict do nothing`.execute(db);

export const addReviewsOfCompany = ({ db, companyId }: CompanyData) =>
  sql`
    insert into trigger_reviews (company_id, user_id)
    select company_id, id from users where company_id = ${companyId} and deleted_at is null
    order by id on conflict do nothing`.execute(db);

export const findReview = async ({ db, companyId }: CompanyData): Promise<number | undefined> => {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from trigger_reviews where company_id = ${companyId} order by user_id limit 1`.execute(db);
  return rows[0]?.user_id;
};

export const deleteReview = ({ db, companyId }: CompanyData, userId: number) =>
  sql`delete from trigger_reviews where company_id = ${companyId} and user_id = ${userId}`.execute(db);

export const companiesWithReviews = async (db: Kysely<Tables>): Promise<number[]> => {
  const { rows } = await sql<{ company_id: number }>`select distinct company_id from trigger_reviews`.execute(
    db,
  );
  return rows.map(({ company_id }) => company_id);
};
