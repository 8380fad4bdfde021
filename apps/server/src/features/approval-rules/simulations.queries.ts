import type { Simulation, SimulationResult } from "@mcc/contract/approval-rules/simulations.schema.ts";
import { type Kysely, sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { takeLock } from "../../platform/db/advisory-locks.ts";
import type { Tables } from "../../platform/db/tables.ts";

/** A draft rule as a simulation keeps it; its id is that of the rule of today that it replaces. */
export interface StoredRule {
  readonly id: number | null;
  readonly role: number | null;
  readonly user: number | null;
  readonly limit: number;
  readonly sites: readonly number[];
  readonly nodes: readonly number[];
}

type Db = Kysely<Tables>;

/** A run that has not reported for so long has lost its process. */
const LOST = sql`reported_at < now() - interval '20 seconds'`;
/** One that has lost its process twice has failed. */
const MOST_ATTEMPTS = sql.lit(2);
const KEPT = sql`interval '1 day'`;

/** They are counted and claimed one at a time. */
const lockSimulations = (db: Db, companyId: number) => takeLock(db, "simulations", companyId);

/** Adds a simulation unless so many of the company are waiting or running; undefined if they are. */
export const addSimulation = async (
  { db, companyId }: CompanyScope,
  rules: readonly StoredRule[],
  most: number,
): Promise<number | undefined> => {
  await lockSimulations(db, companyId);
  const { rows } = await sql<{ id: number }>`
    insert into approval_simulations (rules)
    select ${JSON.stringify(rules)}::jsonb
    where (select count(*) from approval_simulations
      where company_id = ${companyId} and state in ('waiting', 'running')) < ${most}
    returning id`.execute(db);
  return rows[0]?.id;
};

export interface SimulationRecord extends Omit<Simulation, "rules_changed"> {
  readonly rules_version: string | null;
  /** Its run has ended without a result, or has not begun although nothing else runs. */
  readonly is_stalled: boolean;
}

export const findSimulation = async (
  { db, companyId }: CompanyScope,
  id: number,
): Promise<SimulationRecord | undefined> => {
  const { rows } = await sql<SimulationRecord>`
    select id, state, orders_read, orders_found, rules_version, result,
      case state when 'running' then ${LOST}
        when 'waiting' then created_at < now() - interval '5 seconds' else false end as is_stalled
    from approval_simulations
    where company_id = ${companyId} and id = ${id} and created_at > now() - ${KEPT}`.execute(db);
  return rows[0];
};

export const deleteSimulation = async ({ db, companyId }: CompanyScope, id: number): Promise<boolean> => {
  const { rows } = await sql`
    delete from approval_simulations where company_id = ${companyId} and id = ${id} returning id`.execute(db);
  return rows.length > 0;
};

export interface ClaimedSimulation {
  readonly id: number;
  readonly attempts: number;
  readonly rules: StoredRule[];
}

/**
 * Takes the next simulation of a company, unless one of them is running, in any process. One whose process was lost is
 * taken again, or has failed. In a transaction.
 */
export const claimSimulation = async (db: Db, companyId: number): Promise<ClaimedSimulation | undefined> => {
  await lockSimulations(db, companyId);
  await sql`update approval_simulations
    set state = case when attempts < ${MOST_ATTEMPTS} then 'waiting' else 'failed' end
    where company_id = ${companyId} and state = 'running' and ${LOST}`.execute(db);
  const { rows } = await sql<ClaimedSimulation>`
    update approval_simulations set state = 'running', attempts = attempts + 1, reported_at = now(), orders_read = 0
    where id = (select id from approval_simulations where company_id = ${companyId} and state = 'waiting'
        order by id limit 1)
      and not exists (select from approval_simulations where company_id = ${companyId} and state = 'running')
    returning id, attempts, rules`.execute(db);
  return rows[0];
};

interface Report {
  readonly orders_read: number;
  readonly orders_found?: number;
  readonly rules_version?: string;
  readonly state?: "waiting" | "done" | "failed";
  readonly result?: SimulationResult;
}

/** Stores how a run stands; false if it was canceled or taken over by another process. */
export const reportSimulation = async (
  db: Db,
  { id, attempts }: Pick<ClaimedSimulation, "id" | "attempts">,
  { result, ...report }: Report,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable("approval_simulations")
    .set({ ...report, ...(result && { result: JSON.stringify(result) }), reported_at: sql`now()` })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("state", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** After an error: once more, or failed. */
export const endRun = (db: Db, { id, attempts }: Pick<ClaimedSimulation, "id" | "attempts">) =>
  sql`update approval_simulations set state = case when attempts < ${MOST_ATTEMPTS} then 'waiting' else 'failed' end
    where id = ${id} and attempts = ${attempts} and state = 'running'`.execute(db);

export const companiesWithOpenSimulations = async (db: Db): Promise<number[]> => {
  const rows = await db
    .selectFrom("approval_simulations")
    .select("company_id")
    .distinct()
    .where("state", "in", ["waiting", "running"])
    .execute();
  return rows.map(({ company_id }) => company_id);
};

export const deleteOldSimulations = (db: Db) =>
  sql`delete from approval_simulations where created_at < now() - ${KEPT}`.execute(db);
