import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Condition } from "../../platform/lists/list.ts";
import {
  blanketSites,
  canStillAct,
  companyOf,
  isAssigned,
  isUnassigned,
  waitingSteps,
  withEligible,
} from "./user-approval.queries.ts";

/** The sites of a delegation that its principal sees. */
const sitesOf = ({ siteIds, principal }: CompanyScope["delegations"][number]): readonly number[] | "all" => {
  if (siteIds === "all") return principal.siteIds;
  if (principal.siteIds === "all") return siteIds;
  const seen = new Set(principal.siteIds);
  return siteIds.filter((id) => seen.has(id));
};

const anyOfAllSites = ({ delegations }: CompanyScope): boolean =>
  delegations.some((delegation) => sitesOf(delegation) === "all");

const anyOfAdmin = ({ delegations }: CompanyScope): boolean =>
  delegations.some(({ principal }) => principal.isCompanyAdmin);

/** The delegations that hold, as rows `held`, with what their principals may approve as blanket approvers. */
const heldDelegations = (scope: CompanyScope): Condition => {
  const { companyId, delegations } = scope;
  const given = delegations.map((delegation) => {
    const { id, cap, principal } = delegation;
    const sites = sitesOf(delegation);
    return {
      id,
      cap,
      principal_id: principal.id,
      role_id: principal.roleId,
      is_admin: principal.isCompanyAdmin,
      site_ids: sites === "all" ? null : sites,
    };
  });
  return sql`
    select held.*,
      exists (select from approval_rules rule
        where rule.company_id = ${companyId} and rule.role_id = held.role_id and rule.limit_amount = -1) as is_blanket,
      array(select site_id from (${blanketSites(companyOf(scope), sql`rule.user_id = held.principal_id`)}) as covered)
        as blanket_sites
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as held (id bigint, cap numeric,
      principal_id bigint, role_id bigint, is_admin boolean, site_ids bigint[])`;
};

/** Which steps a delegation is about, as a join: by their sites, so that those of other sites are not compared with it. */
const heldPlaces = (scope: CompanyScope): Readonly<Record<"rows" | "match" | "sites", Condition>> =>
  anyOfAllSites(scope)
    ? {
        rows: sql`held`,
        match: sql`(held.site_ids is null or step.site_id = any(held.site_ids))`,
        sites: sql`true`,
      }
    : {
        rows: sql`(select held.*, unnest(held.site_ids) as site_id from held) as held`,
        match: sql`step.site_id = held.site_id`,
        sites: sql`step.site_id = any(array(select unnest(site_ids) from held))`,
      };

/**
 * The current steps that the user may act on as a deputy, by the conditions that decide for their principals; `which` of
 * the current steps are asked about.
 */
const delegatedSteps = (scope: CompanyScope, which: Condition): Condition => {
  const { companyId, who } = scope;
  const anyAdmin = anyOfAdmin(scope);
  const { rows, match, sites } = heldPlaces(scope);
  const principal = {
    id: sql`held.principal_id`,
    roleId: sql`held.role_id`,
    isAdmin: sql`held.is_admin`,
    isBlanket: sql`held.is_blanket`,
    blanketSites: sql`held.blanket_sites`,
  };
  const standsIn = sql`(held.is_admin and ${isUnassigned})`;
  return sql`
    with held as materialized (${heldDelegations(scope)}),
    waiting as materialized ${waitingSteps(scope, sql`${sites} and ${which}`)}
    select step.order_id, held.id as delegation_id
    from ${rows} join ${anyAdmin ? withEligible(companyOf(scope)) : sql`waiting`} as step
      on ${match} and (${isAssigned(principal)} ${anyAdmin ? sql`or ${standsIn}` : sql``})
      and ${canStillAct(principal.id)} and ${canStillAct(sql`${who.id}`)}
      and (held.cap is null or held.cap >= (select total from orders
        where orders.company_id = ${companyId} and orders.id = step.order_id))`;
};

/** The statements of deputies differ by whether a principal is a company admin, sees all sites, and by the hierarchy. */
export const deputyKind = (scope: CompanyScope): string => {
  if (scope.delegations.length === 0) return "";
  const kinds = [anyOfAdmin(scope), anyOfAllSites(scope), companyOf(scope).hierarchy];
  return `:deputy-${kinds.map(Number).join("")}`;
};

/** The ids of the orders that the user may decide about as a deputy now. */
export const delegatedOrderIds = (scope: CompanyScope, which: Condition = sql`true`): Condition =>
  scope.delegations.length === 0
    ? sql`select null::bigint where false`
    : sql`select order_id from (${delegatedSteps(scope, which)}) as delegated`;

/** As a deputy a user sees the order in the row `orders` while they may decide about it, and what they have decided, while the delegation holds. */
const isSeenAsDeputy = (scope: CompanyScope): Condition => {
  const { companyId, who, delegations } = scope;
  const held = delegations.map(({ id }) => id);
  const decided = sql`exists (select from order_steps done where done.company_id = ${companyId}
    and done.order_id = orders.id and done.acted_by_id = ${who.id} and done.delegation_id = any(${held}))`;
  return sql`(${decided} or exists (${delegatedOrderIds(scope, sql`step.order_id = orders.id`)}))`;
};

/**
 * Whether the user sees the order in the row `orders`: at one of their sites, or as a deputy, wherever it is. For one
 * order and what belongs to it; lists of orders are the same for a deputy.
 */
export const isOrderSeen = (scope: CompanyScope): Condition => {
  const { companyId, siteIds, delegations } = scope;
  const ofCompany = sql`orders.company_id = ${companyId}`;
  if (siteIds === "all") return ofCompany;
  const atSite = sql`orders.site_id = any(${siteIds})`;
  return delegations.length === 0
    ? sql`${ofCompany} and ${atSite}`
    : sql`${ofCompany} and (${atSite} or ${isSeenAsDeputy(scope)})`;
};

/** Names the form of a statement with `isOrderSeen`, so that it can be prepared. */
export const orderSeenForm = (scope: CompanyScope): string =>
  scope.siteIds === "all" ? "all" : `sites${deputyKind(scope)}`;
