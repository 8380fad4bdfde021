import { type Kysely, sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import { takeLock } from "../../platform/db/advisory-locks.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Condition } from "../../platform/lists/list.ts";

/** One transaction at a time works on the late steps of a company; the next one finds what is left. */
export const lockLateSteps = ({ db, companyId }: CompanyData) => takeLock(db, "lateSteps", companyId);

/**
 * Companies with a step that may be due for its next reminder or for escalation. Working time is never longer than the
 * time on the clock, so that none is missed; what working hours and questions put off is found out company by company.
 */
export const companiesWithLateSteps = async (db: Kysely<Tables>): Promise<number[]> => {
  const { rows } = await sql<{ company_id: number }>`
    select settings.company_id from company_configurations settings
    where settings.has_order_approval and exists (
      select from order_steps step where step.company_id = settings.company_id and step.is_current and (
        step.reminders < settings.reminder_max and step.current_since <= now() - make_interval(
          hours => settings.first_reminder_hours + step.reminders * settings.reminder_interval_hours)
        or step.escalated_at is null
          and step.current_since <= now() - make_interval(hours => settings.escalation_hours)))
    order by settings.company_id`.execute(db);
  return rows.map(({ company_id }) => company_id);
};

/** The clock of the database, which all workers share, and when the oldest current step opened. */
export const clockAndOldest = async ({
  db,
  companyId,
}: CompanyData): Promise<{ now: Date; oldest: Date | null }> => {
  const { rows } = await sql<{ now: Date; oldest: Date | null }>`
    select clock_timestamp() as now, (select min(current_since) from order_steps
      where company_id = ${companyId} and is_current) as oldest`.execute(db);
  return rows[0] ?? { now: new Date(), oldest: null };
};

/** A current step that is old enough for a reminder or for escalation, unless it has waited for answers. */
export interface LateStep {
  id: number;
  order_id: number;
  site_id: number;
  name: string;
  site: string;
  ordered_by: string | null;
  current_since: Date;
  reminders: number;
}

/** Those behind the step `after`. */
export interface StepPage {
  readonly after: number;
  readonly limit: number;
}

const lateSteps = async (
  { db, companyId }: CompanyData,
  isLate: Condition,
  { after, limit }: StepPage,
): Promise<LateStep[]> => {
  const { rows } = await sql<LateStep>`
    select step.id, step.order_id, orders.site_id, step.name, snapshot.name as site, step.current_since,
      step.reminders,
      (select name from person_snapshots where company_id = ${companyId} and id = orders.ordered_by_id) as ordered_by
    from order_steps step
    join orders on orders.company_id = ${companyId} and orders.id = step.order_id
    join site_snapshots snapshot on snapshot.company_id = ${companyId} and snapshot.id = orders.site_snapshot_id
    where step.company_id = ${companyId} and step.is_current and step.id > ${after} and ${isLate}
    order by step.id limit ${limit}`.execute(db);
  return rows;
};

/** Steps that opened at or before the nth moment need n reminders. */
export const stepsToRemind = (data: CompanyData, moments: readonly Date[], page: StepPage) =>
  lateSteps(data, sql`step.current_since <= (${moments}::timestamptz[])[step.reminders + 1]`, page);

/** Steps that opened at or before a moment are escalated. */
export const stepsToEscalate = (data: CompanyData, moment: Date, page: StepPage) =>
  lateSteps(data, sql`step.escalated_at is null and step.current_since <= ${moment}`, page);

/**
 * Notes the reminders that are about to be written, and returns their steps. Steps that someone decides about at this
 * moment are left to the next run.
 */
export const markReminded = async (
  { db, companyId }: CompanyData,
  due: readonly { readonly id: number; readonly number: number }[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with due as materialized (
      select step.id, given.number
      from json_to_recordset(${JSON.stringify(due)}) as given (id bigint, number smallint)
      join order_steps step on step.company_id = ${companyId} and step.id = given.id
      where step.is_current and step.reminders < given.number
      order by step.id for update of step skip locked)
    update order_steps step set reminders = due.number from due
    where step.company_id = ${companyId} and step.id = due.id returning step.id`.execute(db);
  return rows.map(({ id }) => id);
};

/** The same for steps that are escalated now. */
export const markEscalated = async (
  { db, companyId }: CompanyData,
  stepIds: readonly number[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with due as materialized (
      select step.id from order_steps step
      where step.company_id = ${companyId} and step.id = any(${stepIds}) and step.is_current
        and step.escalated_at is null
      order by step.id for update of step skip locked)
    update order_steps step set escalated_at = clock_timestamp() from due
    where step.company_id = ${companyId} and step.id = due.id returning step.id`.execute(db);
  return rows.map(({ id }) => id);
};
