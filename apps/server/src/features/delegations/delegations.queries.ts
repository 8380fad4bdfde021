import type { Delegation } from "@mcc/contract/delegations/delegations.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { takeLock } from "../../platform/db/advisory-locks.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import { personName } from "../../platform/db/person-fields.ts";
import { type Condition, contains, type Window } from "../../platform/lists/list.ts";

/** Two that would overlap are created one after the other. */
export const lockDelegations = ({ db, companyId }: CompanyScope) => takeLock(db, "delegations", companyId);

interface DelegationRow extends Omit<Delegation, "starts_at" | "ends_at" | "ended_at" | "can_end"> {
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly ended_at: Date | null;
}

const nameOf = (companyId: number, id: Condition): Condition => sql`(
  select json_build_object('id', person.id, 'name', ${personName}) from users person
  where person.company_id = ${companyId} and person.id = ${id})`;

/** Company admins read all of the company, others what they are part of. */
const readable = ({ companyId, who }: CompanyScope): Condition => {
  const own = sql`given.company_id = ${companyId}`;
  return who.is_company_admin ? own : sql`${own} and ${isPartOf(who.id)}`;
};

const isPartOf = (userId: number): Condition =>
  sql`(given.principal_id = ${userId} or given.deputy_id = ${userId})`;

const rowsWhere = ({ companyId }: CompanyScope, which: Condition, rest: Condition = sql``): Condition => sql`
  select given.id, ${nameOf(companyId, sql`given.principal_id`)} as principal,
    ${nameOf(companyId, sql`given.deputy_id`)} as deputy, given.starts_at, given.ends_at, given.cap, given.note,
    coalesce((select json_agg(json_build_object('id', sites.id, 'name', sites.name) order by ${naturalSort(sql`sites.name`)}, sites.id)
      from sites where sites.company_id = ${companyId} and sites.id = any(given.site_ids)), '[]') as sites,
    case when is_over then 'ended' when given.starts_at > now() then 'planned' else 'active' end as state,
    case when is_over then coalesce(given.ended_at, given.ends_at) end as ended_at, given.ended_by_name as ended_by,
    (select count(distinct order_id)::int from order_steps
      where company_id = ${companyId} and delegation_id = given.id) as decisions,
    count(*) over ()::int as count
  from delegations given
  cross join lateral (select given.ended_at is not null or given.ends_at <= now() as is_over) as time
  where ${which} ${rest}`;

/** Those that hold or are planned first, then the latest. */
export const delegationRows = async (
  scope: CompanyScope,
  { limit, offset }: Window,
  userId: number | undefined,
): Promise<(DelegationRow & { count: number })[]> => {
  const which = userId === undefined ? readable(scope) : sql`${readable(scope)} and ${isPartOf(userId)}`;
  const inOrder = sql`order by is_over, given.starts_at desc, given.id desc limit ${limit} offset ${offset}`;
  const { rows } = await sql<DelegationRow & { count: number }>`${rowsWhere(scope, which, inOrder)}`.execute(
    scope.db,
  );
  return rows;
};

export const findDelegation = async (scope: CompanyScope, id: number): Promise<DelegationRow | undefined> => {
  const { rows } =
    await sql<DelegationRow>`${rowsWhere(scope, sql`${readable(scope)} and given.id = ${id}`)}`.execute(
      scope.db,
    );
  return rows[0];
};

interface DecisionRow {
  readonly identifier: string;
  readonly site: string;
  readonly total: string;
  readonly decided_at: Date;
  readonly is_rejected: boolean;
}

/** The orders that the user has decided about as a deputy, as they were then: later changes are not theirs to see. */
export const deputyDecisionRows = async (
  { db, companyId, who }: CompanyScope,
  { limit, offset }: Window,
): Promise<(DecisionRow & { count: number })[]> => {
  const { rows } = await sql<DecisionRow & { count: number }>`
    with decided as materialized (
      select order_id, max(acted_at) as at, max(acted_total) as total, bool_or(state = 'rejected') as is_rejected
      from order_steps where company_id = ${companyId} and acted_by_id = ${who.id} and principal_id is not null
      group by order_id)
    select orders.identifier, snapshot.name as site, coalesce(decided.total, orders.total) as total,
      decided.at as decided_at, decided.is_rejected, (select count(*)::int from decided) as count
    from decided
    join orders on orders.company_id = ${companyId} and orders.id = decided.order_id
    join site_snapshots snapshot on snapshot.company_id = ${companyId} and snapshot.id = orders.site_snapshot_id
    order by decided.at desc, decided.order_id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
};

/** Until the transaction ends, the user is not deleted. */
export const lockUser = async ({ db, companyId }: CompanyScope, id: number) => {
  const { rows } = await sql<{ name: string }>`
    select ${personName} as name from users person
    where person.company_id = ${companyId} and person.id = ${id} and person.deleted_at is null
      and person.disabled_at is null for share`.execute(db);
  return rows[0];
};

/** How many of these sites there are. */
export const countSites = async (
  { db, companyId }: CompanyScope,
  ids: readonly number[],
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sites
    where company_id = ${companyId} and deleted_at is null and id = any(${ids})`.execute(db);
  return rows[0]?.count ?? 0;
};

interface Period {
  readonly principalId: number;
  readonly deputyId: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Whether the deputy is that of the principal already in a part of the time, and how many each is part of. */
export const findConflicts = async (
  { db, companyId }: CompanyScope,
  { principalId, deputyId, startsAt, endsAt }: Period,
) => {
  const { rows } = await sql<{ overlaps: boolean; of_principal: number; of_deputy: number }>`
    select coalesce(bool_or(principal_id = ${principalId} and deputy_id = ${deputyId}
        and starts_at < ${endsAt} and ends_at > ${startsAt}), false) as overlaps,
      (count(*) filter (where principal_id = ${principalId}))::int as of_principal,
      (count(*) filter (where deputy_id = ${deputyId}))::int as of_deputy
    from delegations where company_id = ${companyId} and ended_at is null and ends_at > now()
      and (principal_id = ${principalId} or deputy_id = ${deputyId})`.execute(db);
  return rows[0];
};

interface DelegationToAdd extends Period {
  readonly cap: string | null;
  readonly siteIds: readonly number[] | null;
  readonly note: string;
  readonly createdBy: string;
}

/** What should have begun already begins now. */
export const addDelegation = async ({ db }: CompanyScope, given: DelegationToAdd): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into delegations (principal_id, deputy_id, starts_at, ends_at, cap, site_ids, note, created_by_name)
    values (${given.principalId}, ${given.deputyId}, greatest(${given.startsAt}::timestamptz, now()), ${given.endsAt}, ${given.cap},
      ${given.siteIds}, ${given.note}, ${given.createdBy}) returning id`.execute(db);
  return Number(rows[0]?.id);
};

/** Answers whether it was still to end. */
export const endDelegation = async (
  { db, companyId }: CompanyScope,
  id: number,
  endedBy: string,
): Promise<boolean> => {
  const { rows } = await sql`
    update delegations set ended_at = clock_timestamp(), ended_by_name = ${endedBy}
    where company_id = ${companyId} and id = ${id} and ended_at is null and ends_at > clock_timestamp()
    returning id`.execute(db);
  return rows.length > 0;
};

/** Users whose name or username contains what was typed. */
export const deputyRows = async ({ db, companyId }: CompanyScope, typed: string, limit: number) => {
  const { rows } = await sql<{ id: number; name: string; username: string }>`
    select person.id, ${personName} as name, person.username from users person
    where person.company_id = ${companyId} and person.deleted_at is null and person.disabled_at is null
      and (${contains(personName, typed)} or ${contains(sql`person.username`, typed)})
    order by ${naturalSort(personName)}, person.id limit ${limit}`.execute(db);
  return rows;
};
