import type {
  Candidate,
  DecidableOrder,
  OrderStep,
} from "@mcc/contract/approval-steps/entitlements.rules.ts";
import type { Delegation } from "@mcc/contract/delegations/delegation.rules.ts";
import { statusOf } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import { nodePath, seesSite } from "../../platform/access/site-access.ts";
import { prepared } from "../../platform/db/connection.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import { personName, phoneForTexts } from "../../platform/db/person-fields.ts";
import type { Condition } from "../../platform/lists/list.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { Recipient } from "../../platform/mail/outbox.ts";

export interface OrderToDecide extends DecidableOrder {
  readonly id: number;
  readonly identifier: string;
  readonly total: string;
  readonly subtotal: string;
  readonly steps: readonly NamedStep[];
}
interface NamedStep extends OrderStep {
  readonly id: number;
  /** The role or user, as named when the order arrived. */
  readonly name: string;
  /** Of a budget's step. */
  readonly reason: string | null;
}

interface OrderRecord {
  id: number;
  identifier: string;
  status: number;
  site_id: number;
  total: string;
  subtotal: string;
  node_path: number[];
  steps: NamedStep[] | null;
  approved_by: number[];
  approved_as_deputy: number[];
  placed_by: number[];
}

/** The listed orders with all that a decision on them rests on. */
export const listedOrdersToDecide = async (
  { db, companyId }: CompanyData,
  { ids }: ListedIds,
): Promise<OrderToDecide[]> => {
  const { rows } = await sql<OrderRecord>`${prepared("orders-to-decide")}
    select orders.id, orders.identifier, orders.status, orders.site_id, orders.total, orders.subtotal,
      ${nodePath(companyId, sql`orders.site_id`)} as node_path,
      (select json_agg(json_build_object('id', id, 'position', position, 'ruleId', rule_id, 'budgetId', budget_id, 'roleId', role_id, 'userId', user_id,
         'limit', limit_amount, 'state', state, 'name', name, 'reason', reason,
         'isEscalated', escalated_at is not null) order by position)
       from order_steps where company_id = ${companyId} and order_id = orders.id) as steps,
      array(select user_id from order_approvals where company_id = ${companyId} and order_id = orders.id
        order by approved_at, user_id) as approved_by,
      array(select user_id from order_approvals where company_id = ${companyId} and order_id = orders.id
        and principal_name is not null) as approved_as_deputy,
      coalesce((select placed_by from order_steps
        where company_id = ${companyId} and order_id = orders.id and is_current), '{}') as placed_by
    from unnest(${ids}) as listed (id)
    cross join lateral (
      select * from orders where company_id = ${companyId} and orders.id = listed.id limit 1) as orders`.execute(
    db,
  );
  return rows.map((row) => ({
    id: row.id,
    identifier: row.identifier,
    total: row.total,
    subtotal: row.subtotal,
    status: statusOf(row.status),
    siteId: row.site_id,
    nodePath: row.node_path,
    steps: row.steps ?? [],
    approvedBy: row.approved_by,
    approvedAsDeputy: row.approved_as_deputy,
    placedBy: row.placed_by,
  }));
};

/** A delegation with what those who wait for the order read about it. */
export interface NamedDelegation extends Delegation {
  readonly endsAt: string;
  readonly note: string;
}

export interface Approver extends Candidate, Recipient {
  readonly username: string;
  readonly siteId: number;
  /** Those of this user that hold now. */
  readonly delegations: readonly NamedDelegation[] | null;
}

/** Of the listed orders, order by order: a company may have any number of steps that wait. */
const fromListedSteps = (companyId: number, { ids }: ListedIds, which: Condition): Condition => sql`
  unnest(${ids}) as listed (id) cross join lateral (select * from order_steps
    where company_id = ${companyId} and order_id = listed.id and ${which}) as step`;

/** Where the listed orders wait: each site, with its node and everything above it. */
export const pendingSites = (companyId: number, listed: ListedIds): Condition => sql`
  select waiting.site_id, ${nodePath(companyId, sql`waiting.site_id`)} as path
  from (select distinct step.site_id from ${fromListedSteps(companyId, listed, sql`is_current`)}) as waiting`;

/** The delegations that hold at this moment: a decision may have waited for another one. */
const heldDelegations = (companyId: number): Condition => sql`
  select principal_id, deputy_id, json_build_object('id', id, 'principalId', principal_id, 'deputyId', deputy_id,
    'cap', cap::text, 'siteIds', coalesce(to_json(site_ids), to_json('all'::text)), 'note', note,
    'endsAt', to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as delegation
  from delegations where company_id = ${companyId} and ended_at is null
    and starts_at <= clock_timestamp() and ends_at > clock_timestamp()`;

/**
 * Every eligible approver of the listed orders who can see the place: the users that open steps name, blanket
 * approvers, admins, those to whom a step was escalated. Their deputies, wherever these can see.
 */
export const listedApprovers = async (
  { db, companyId }: CompanyData,
  listed: ListedIds,
): Promise<Approver[]> => {
  const hierarchy = sql`(select has_company_hierarchy from company_configurations where company_id = ${companyId})`;
  const place = [sql`place.site_id`, sql`place.path`] as const;
  const { rows } = await sql<Approver>`${prepared("listed-approvers")}
    with place as materialized (${pendingSites(companyId, listed)}),
    named as materialized (
      select step.role_id, step.user_id from ${fromListedSteps(companyId, listed, sql`state = 'open'`)}
      union
      select role_id, user_id from approval_rules where company_id = ${companyId} and limit_amount = -1),
    asked as materialized (
      select user_id as id from named
      union
      select users.id from named join users on users.company_id = ${companyId} and users.role_id = named.role_id
      union
      select id from users where company_id = ${companyId} and is_company_admin and deleted_at is null and disabled_at is null
      union
      select users.id from ${fromListedSteps(companyId, listed, sql`is_current and escalated_at is not null`)}
      join company_configurations settings on settings.company_id = ${companyId}
      join users on users.company_id = ${companyId} and users.role_id = settings.escalation_role_id),
    held as materialized (${heldDelegations(companyId)}),
    deputy as materialized (select distinct held.deputy_id as id from asked join held on held.principal_id = asked.id)
    select place.site_id as "siteId", person.id, person.username, person.email,
      ${phoneForTexts} as phone,
      ${personName} as name,
      person.role_id as "roleId", person.is_company_admin as "isCompanyAdmin", view.sees as "seesSite",
      (select json_agg(held.delegation order by (held.delegation->>'id')::bigint) from held
        where held.principal_id = person.id) as delegations
    from (select id from asked union select id from deputy) as candidate
    join users person on person.company_id = ${companyId} and person.id = candidate.id cross join place
    cross join lateral (select case when ${hierarchy} then ${seesSite(companyId, true, ...place)}
      else ${seesSite(companyId, false, ...place)} end as sees) as view
    where person.deleted_at is null and person.disabled_at is null and (view.sees or person.id in (select id from deputy))
    order by ${naturalSort(personName)}, person.id`.execute(db);
  return rows;
};
