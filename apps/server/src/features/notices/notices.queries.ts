import { type Kysely, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import { personName, phoneForTexts } from "../../platform/db/person-fields.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { Recipient } from "../../platform/mail/outbox.ts";

export interface UnnotifiedStep {
  id: number;
  order_id: number;
  name: string;
  site: string;
  ordered_by: string | null;
}

/** Current steps without notifications; locked, and skipped by other processes. */
export const lockUnnotifiedSteps = async (
  { db, companyId }: CompanyData,
  limit: number,
): Promise<UnnotifiedStep[]> => {
  const { rows } = await sql<UnnotifiedStep>`
    select step.id, step.order_id, step.name, snapshot.name as site,
      (select name from person_snapshots where company_id = ${companyId} and id = orders.ordered_by_id) as ordered_by
    from order_steps step
    join orders on orders.company_id = ${companyId} and orders.id = step.order_id
    join site_snapshots snapshot on snapshot.company_id = ${companyId} and snapshot.id = orders.site_snapshot_id
    where step.company_id = ${companyId} and step.is_current and step.notified_at is null
    order by step.id limit ${limit} for update of step skip locked`.execute(db);
  return rows;
};

interface MessageLine {
  readonly text: string;
  readonly quantity: string;
  readonly price: string;
}

/** The first lines of each listed order, and how many there are. */
export const listedFirstLines = async (
  { db, companyId }: CompanyData,
  { ids }: ListedIds,
  limit: number,
): Promise<(orderId: number) => { lines: readonly MessageLine[]; lineCount: number }> => {
  const { rows } = await sql<{ id: number; lines: MessageLine[] | null; count: number }>`
    select listed.id, (select json_agg(first) from (
        select text, trim_scale(quantity)::text as quantity, line_total::text as price from order_lines
        where company_id = ${companyId} and order_id = listed.id and display
        order by ordering desc, id limit ${limit}) as first) as lines,
      (select count(*)::int from order_lines
        where company_id = ${companyId} and order_id = listed.id and display) as count
    from unnest(${ids}) as listed (id)`.execute(db);
  const byOrder = new Map(rows.map(({ id, lines, count }) => [id, { lines: lines ?? [], lineCount: count }]));
  return (orderId) => byOrder.get(orderId) ?? { lines: [], lineCount: 0 };
};

/** `unassigned`: those of the steps that company admins were notified about. */
export const markNotified = (
  { db, companyId }: CompanyData,
  stepIds: readonly number[],
  unassigned: readonly number[],
) =>
  sql`update order_steps set notified_at = now(),
      unassigned_notified_at = case when id = any(${unassigned}) then now() else unassigned_notified_at end
    where company_id = ${companyId} and id = any(${stepIds})`.execute(db);

/** Companies with steps whose notification job was lost between the commit and the queue. */
export const companiesWithUnnotifiedSteps = async (db: Kysely<Tables>): Promise<number[]> => {
  const { rows } = await sql<{ company_id: number }>`
    select settings.company_id from company_configurations settings
    where settings.has_order_approval and exists (select from order_steps step
      where step.company_id = settings.company_id and step.is_current and step.notified_at is null)`.execute(
    db,
  );
  return rows.map(({ company_id }) => company_id);
};

/**
 * Companies that may have orders nobody can decide about. Without a hierarchy, one holder of a step who has its site and
 * may act on it is enough: then the company is not looked at.
 */
export const companiesWithDoubtfulSteps = async (db: Kysely<Tables>): Promise<number[]> => {
  const { rows } = await sql<{ company_id: number }>`
    select company_id from company_configurations settings where has_order_approval
      and exists (select from companies where id = settings.company_id and closed_at is null)
      and exists (select from order_steps step where step.company_id = settings.company_id and step.is_current
        and step.notified_at is not null and step.unassigned_notified_at is null
        and (settings.has_company_hierarchy is true or not exists (
          select from site_users assigned
          join users person on person.company_id = settings.company_id and person.id = assigned.user_id
          where assigned.company_id = settings.company_id and assigned.site_id = step.site_id
            and person.deleted_at is null and person.disabled_at is null
            and (person.id = step.user_id or person.role_id = step.role_id) and person.id <> all(step.placed_by)
            and not exists (select from order_approvals approval where approval.company_id = settings.company_id
              and approval.order_id = step.order_id and approval.user_id = person.id))))
    order by company_id`.execute(db);
  return rows.map(({ company_id }) => company_id);
};

export const companyAdmins = async ({ db, companyId }: CompanyData): Promise<Recipient[]> => {
  const { rows } = await sql<Recipient>`
    select person.id, ${personName} as name, person.email, ${phoneForTexts} as phone
    from users person where person.company_id = ${companyId} and person.is_company_admin
      and person.deleted_at is null and person.disabled_at is null
    order by person.id`.execute(db);
  return rows;
};
