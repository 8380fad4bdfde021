import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { nodePath, seesSite } from "../../platform/access/site-access.ts";
import { prepared } from "../../platform/db/connection.ts";
import type { Condition } from "../../platform/lists/list.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";

/** What a user may approve, apart from the steps that name them. */
export interface ApprovalAuthority {
  /** Approves everything at every visible site. */
  readonly is_blanket: boolean;
  /** Approves everything at these sites. */
  readonly blanket_sites: readonly number[];
  /** Users may approve orders they placed. */
  readonly own_allowed: boolean;
  /** Whose holders may decide about escalated steps; null for company admins. */
  readonly escalation_role_id: number | null;
}

/** A company, with or without hierarchy. */
interface ApprovalCompany {
  readonly companyId: number;
  readonly hierarchy: boolean;
}

export const companyOf = ({ companyId, who }: CompanyScope): ApprovalCompany => ({
  companyId,
  hierarchy: who.company?.has_company_hierarchy === true,
});

/** Blanket rules by user cover their sites and, with hierarchy, the sites below their nodes. */
export const blanketSites = ({ companyId, hierarchy }: ApprovalCompany, whose: Condition): Condition => {
  const named = sql`
    select rule.user_id, place.site_id from approval_rules rule
    join approval_rule_sites place on place.company_id = ${companyId} and place.rule_id = rule.id
    where rule.company_id = ${companyId} and rule.limit_amount = -1 and ${whose}`;
  if (!hierarchy) return named;
  return sql`(
    with recursive below as (
      select rule.user_id, place.node_id as id from approval_rules rule
      join approval_rule_nodes place on place.company_id = ${companyId} and place.rule_id = rule.id
      where rule.company_id = ${companyId} and rule.limit_amount = -1 and ${whose}
      union
      select below.user_id, child.id
      from below join organization_nodes child on child.company_id = ${companyId} and child.parent_id = below.id)
    select below.user_id, sites.id as site_id
    from below join sites on sites.company_id = ${companyId} and sites.node_id = below.id
    union all ${named})`;
};

const selfApprovalAllowed = (companyId: number): Condition =>
  sql`(select allow_self_approval from company_configurations where company_id = ${companyId}) is true`;

const escalationRole = (companyId: number): Condition =>
  sql`(select escalation_role_id from company_configurations where company_id = ${companyId})`;

/** For the signed-in user. */
export const findApprovalAuthority = async (scope: CompanyScope): Promise<ApprovalAuthority> => {
  const { companyId, who } = scope;
  const { rows } = await sql<ApprovalAuthority>`${preparedFor("approval-authority", scope)}
    select ${selfApprovalAllowed(companyId)} as own_allowed,
      ${escalationRole(companyId)} as escalation_role_id,
      array(select site_id from (${blanketSites(companyOf(scope), sql`rule.user_id = ${who.id}`)}) as covered)
        as blanket_sites,
      exists (select from approval_rules
        where company_id = ${companyId} and role_id = ${who.role?.id ?? null} and limit_amount = -1) as is_blanket`.execute(
    scope.db,
  );
  return rows[0] as ApprovalAuthority;
};

/**
 * Current steps. The approvals of an order are read by the order's key: if they were joined per user, the planner
 * would read everything that user has ever approved.
 */
export const waitingSteps = (
  { companyId }: Pick<ApprovalCompany, "companyId">,
  which: Condition,
): Condition => sql`(
  select step.id, step.order_id, step.site_id, step.user_id, step.role_id, step.escalated_at, step.placed_by,
    ${selfApprovalAllowed(companyId)} as own_allowed,
    ${escalationRole(companyId)} as escalation_role_id, array(select user_id from order_approvals
    where company_id = ${companyId} and order_id = step.order_id) as approved_by
  from order_steps step where step.company_id = ${companyId} and step.is_current and ${which})`;

/** Neither the user who placed the order, unless that is allowed, nor one who has approved it. */
export const canStillAct = (userId: Condition): Condition =>
  sql`${userId} <> all(step.approved_by) and (step.own_allowed or ${userId} <> all(step.placed_by))`;

/**
 * The users that a step names and blanket approvers, if they can see the site: the same for every order pending there
 * for the same role or user.
 */
const eligible = (company: ApprovalCompany, path: Condition): Condition => {
  const { companyId, hierarchy } = company;
  // Few users see a site: without a hierarchy they are found by it, instead of among all holders of a role.
  const isFound = hierarchy
    ? sql`true`
    : sql`person.id = any(
        array(select user_id from site_users where company_id = ${companyId} and site_id = step.site_id)
        || array(select id from users where company_id = ${companyId} and is_company_admin
          and deleted_at is null and disabled_at is null))`;
  const seesTheSite = sql`person.company_id = ${companyId} and person.deleted_at is null and person.disabled_at is null and ${isFound}
    and ${seesSite(companyId, hierarchy, sql`step.site_id`, path)}`;
  return sql`
    select person.id from users person where ${seesTheSite} and person.id = step.user_id
    union all
    select person.id from users person where ${seesTheSite} and person.role_id = step.role_id
    union all
    select person.id from users person
      join approval_rules rule on rule.company_id = ${companyId} and rule.limit_amount = -1 and rule.role_id = person.role_id
      where ${seesTheSite}
    union all
    select person.id from (${blanketSites(company, sql`rule.user_id is not null`)}) as covered
      join users person on person.id = covered.user_id
      where ${seesTheSite} and covered.site_id = step.site_id`;
};

/** Those who may not act on a step, however eligible. */
const barred = sql`(step.approved_by || case when step.own_allowed then '{}' else step.placed_by end)`;

/** None of the eligible approvers of a step may act. */
export const isUnassigned: Condition = sql`coalesce(step.eligible, '{}') <@ ${barred}`;

/**
 * The same as `eligible` for all places at once, in a company without a hierarchy: the users of the sites are joined, which
 * takes a fraction of the time where orders are pending at hundreds of sites.
 */
const eligibleBySites = (company: ApprovalCompany): Condition => {
  const { companyId } = company;
  const isBlanket = sql`(person.role_id = any(array(select role_id from approval_rules
      where company_id = ${companyId} and limit_amount = -1 and role_id is not null))
    or (person.id, person.site_id) in (${blanketSites(company, sql`rule.user_id is not null`)}))`;
  return sql`
    select step.site_id, step.user_id, step.role_id,
      array_agg(person.id) filter (where person.id is not null) as eligible
    from places as step left join (
      select pending.site_id, users.id, users.role_id from (select distinct site_id from places) as pending
      join site_users on site_users.company_id = ${companyId} and site_users.site_id = pending.site_id
      join users on users.company_id = ${companyId} and users.id = site_users.user_id
        and users.deleted_at is null and users.disabled_at is null
      union all
      select pending.site_id, users.id, users.role_id from (select distinct site_id from places) as pending
      join users on users.company_id = ${companyId} and users.is_company_admin
        and users.deleted_at is null and users.disabled_at is null
    ) as person on person.site_id = step.site_id
      and (person.id = step.user_id or person.role_id = step.role_id or ${isBlanket})
    group by step.site_id, step.user_id, step.role_id`;
};

/**
 * Steps, by default the `waiting` ones, with their eligible approvers: each place and name is evaluated once, however many
 * orders are pending. If they were not materialized, it could be once per order: while the tables are new, the planner
 * expects one order.
 */
export const withEligible = (company: ApprovalCompany, steps: Condition = sql`waiting`): Condition => sql`(
  with places as materialized (
    select distinct site_id, user_id, role_id, ${sitePath(company, sql`pending.site_id`)} as path from ${steps} as pending),
  asked as materialized (${
    company.hierarchy
      ? sql`select *, array(${eligible(company, sql`step.path`)}) as eligible from places as step`
      : eligibleBySites(company)
  })
  select pending.*, asked.eligible from ${steps} as pending join asked
  on asked.site_id = pending.site_id and coalesce(asked.user_id, 0) = coalesce(pending.user_id, 0)
    and coalesce(asked.role_id, 0) = coalesce(pending.role_id, 0))`;

/**
 * All current steps as `waiting`, for the beginning of a statement. The approvals of thousands of orders are read at once,
 * which takes a third of the time of reading them order by order.
 */
const manyWaitingSteps = ({ companyId }: Pick<ApprovalCompany, "companyId">): Condition => sql`
  current as materialized (
    select id, order_id, site_id, user_id, role_id, escalated_at, placed_by from order_steps
    where company_id = ${companyId} and is_current),
  approvals as materialized (
    select order_id, array_agg(user_id) as users from order_approvals
    where company_id = ${companyId} and order_id = any(array(select order_id from current)) group by order_id),
  waiting as (
    select current.*, coalesce(approvals.users, '{}') as approved_by,
      ${selfApprovalAllowed(companyId)} as own_allowed, ${escalationRole(companyId)} as escalation_role_id
    from current left join approvals on approvals.order_id = current.order_id)`;

/**
 * The `waiting` steps without those that certainly someone can decide about: more users of the site have the role than may
 * not act, or the named user sees the site and may act. The rest are few, and looked at one by one.
 */
export const doubtfulSteps = ({ companyId, hierarchy }: ApprovalCompany): Condition => {
  if (hierarchy) return sql`select * from waiting`;
  const holders = sql`
    select assigned.site_id, person.role_id, count(*) as people from site_users assigned
    join users person on person.company_id = ${companyId} and person.id = assigned.user_id
      and person.deleted_at is null and person.disabled_at is null
    where assigned.company_id = ${companyId} group by assigned.site_id, person.role_id`;
  const namedUsers = sql`
    select assigned.user_id, assigned.site_id from site_users assigned
    join users person on person.company_id = ${companyId} and person.id = assigned.user_id
      and person.deleted_at is null and person.disabled_at is null
    where assigned.company_id = ${companyId}`;
  return sql`
    select step.* from waiting as step
    left join (${holders}) as holder on holder.site_id = step.site_id and holder.role_id = step.role_id
    where coalesce(holder.people, 0) <= cardinality(${barred})
      and (step.user_id is null or step.user_id = any(${barred}) or (step.user_id, step.site_id) not in (${namedUsers}))`;
};

/** Its node and everything above it, in a company with a hierarchy. */
const sitePath = ({ companyId, hierarchy }: ApprovalCompany, siteId: Condition): Condition =>
  hierarchy ? nodePath(companyId, siteId) : sql`null::bigint[]`;

/** The statement text is the same for all users of a kind, because planning takes longer than execution. */
export const preparedFor = (name: string, scope: CompanyScope): Condition => {
  const { who, siteIds } = scope;
  const kind = [companyOf(scope).hierarchy, who.is_company_admin, siteIds === "all"];
  return prepared(`${name}:${kind.map(Number).join("")}`);
};

/** Those of the listed orders that wait for somebody, and nobody can act; however many others wait. */
export const listUnassigned = async (scope: CompanyScope, { ids }: ListedIds): Promise<number[]> => {
  const { rows } = await sql<{ order_id: number }>`${preparedFor("unassigned", scope)}
    select step.order_id from unnest(${ids}) as listed (id)
    cross join lateral ${waitingSteps(scope, sql`step.order_id = listed.id limit 1`)} as step
    where not exists (
      select from (${eligible(companyOf(scope), sitePath(companyOf(scope), sql`step.site_id`))}) as person
      where ${canStillAct(sql`person.id`)})`.execute(scope.db);
  return rows.map(({ order_id }) => order_id);
};

/**
 * Marks the current steps that have lost their last approver since these were notified, and returns their orders. Steps
 * that another process is working on are skipped.
 */
export const markUnassigned = async (
  db: CompanyScope["db"],
  company: ApprovalCompany,
): Promise<{ step_id: number; identifier: string }[]> => {
  const { companyId } = company;
  const notMarked = sql`step.notified_at is not null and step.unassigned_notified_at is null`;
  const { rows } = await sql<{ step_id: number; identifier: string }>`
    with waiting as materialized ${waitingSteps(company, notMarked)},
    found as materialized (
      select step.id from order_steps step where step.company_id = ${companyId} and step.is_current and ${notMarked}
        and step.id in (select step.id from ${withEligible(company)} as step where ${isUnassigned})
      order by step.order_id for update skip locked),
    marked as (
      update order_steps step set unassigned_notified_at = now() from found
      where step.company_id = ${companyId} and step.id = found.id returning step.id, step.order_id)
    select marked.id as step_id, orders.identifier
    from marked join orders on orders.company_id = ${companyId} and orders.id = marked.order_id
    order by orders.order_date, orders.id`.execute(db);
  return rows;
};

/** A user, in SQL. */
type PersonSql = Readonly<Record<"id" | "roleId" | "isAdmin" | "isBlanket" | "blanketSites", Condition>>;

/** Named by the step, a blanket approver, or one to whom it was escalated: if they can see the site and can still act. */
export const isAssigned = ({ id, roleId, isAdmin, isBlanket, blanketSites: sites }: PersonSql): Condition =>
  sql`(${isBlanket} or step.user_id = ${id} or step.role_id = ${roleId} or step.site_id = any(${sites})
    or (step.escalated_at is not null
      and case when step.escalation_role_id is null then ${isAdmin} else step.escalation_role_id = ${roleId} end))`;

/** The visible orders pending the user's approval: the SQL form of `listedUserApprovals`, apart from deputies. */
export const waitingOrderIds = (scope: CompanyScope, authority: ApprovalAuthority): Condition => {
  const { who, siteIds } = scope;
  const visible = siteIds === "all" ? sql`true` : sql`step.site_id = any(${siteIds})`;
  const isMine = isAssigned({
    id: sql`${who.id}`,
    roleId: sql`${who.role?.id ?? null}`,
    isAdmin: sql`${who.is_company_admin}::boolean`,
    isBlanket: sql`${authority.is_blanket}`,
    blanketSites: sql`${authority.blanket_sites}`,
  });
  if (!who.is_company_admin)
    return sql`
    with waiting as materialized ${waitingSteps(scope, visible)}
    select step.order_id from waiting as step where ${canStillAct(sql`${who.id}`)} and ${isMine}`;
  return sql`
    with ${manyWaitingSteps(scope)}, doubtful as materialized (${doubtfulSteps(companyOf(scope))})
    select step.order_id from waiting as step where ${canStillAct(sql`${who.id}`)} and ${isMine}
    union
    select step.order_id from ${withEligible(companyOf(scope), sql`doubtful`)} as step
    where ${canStillAct(sql`${who.id}`)} and ${isUnassigned}`;
};

/** The pending orders that no one but stand-ins can decide about. */
export const unassignedOrderIds = (company: ApprovalCompany): Condition => sql`
  with ${manyWaitingSteps(company)}, doubtful as materialized (${doubtfulSteps(company)})
  select step.order_id from ${withEligible(company, sql`doubtful`)} as step where ${isUnassigned}`;
