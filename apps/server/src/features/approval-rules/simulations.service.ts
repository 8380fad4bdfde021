import type { DraftRule, Simulation } from "@mcc/contract/approval-rules/simulations.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { rulesVersion } from "./draft-rules.queries.ts";
import { checkDraft } from "./draft-rules.service.ts";
import * as queries from "./simulations.queries.ts";

export const SIMULATE_RULES = "simulate-rules";

/** Of a company, waiting and running. */
const MOST_OPEN = 5;

const simulateSoon = (jobs: JobQueue, companyId: number): void =>
  jobs.requestJobSoon(SIMULATE_RULES, { companyId }, String(companyId));

export const startSimulation = async (
  { jobs }: Services,
  scope: CompanyScope,
  drafts: readonly DraftRule[],
): Promise<{ id: number }> => {
  const { rules } = await checkDraft(scope, drafts);
  const stored = rules.map(({ role = null, user = null, limit, sites, nodes, today }) => ({
    ...{ id: today?.id ?? null, role, user, limit, sites, nodes },
  }));
  const id = (await queries.addSimulation(scope, stored, MOST_OPEN)) ?? fail("simulations.full");
  const { companyId } = scope;
  scope.afterCommit(() => jobs.requestJob(SIMULATE_RULES, { companyId }, String(companyId)));
  return { id };
};

export const findSimulation = async (
  { jobs }: Services,
  scope: CompanyScope,
  id: number,
): Promise<Simulation> => {
  const found = (await queries.findSimulation(scope, id)) ?? fail("not_found");
  const { rules_version, is_stalled, ...simulation } = found;
  // Whoever waits for it does not have to wait for the sweep.
  if (is_stalled) simulateSoon(jobs, scope.companyId);
  const rules_changed = rules_version !== null && rules_version !== (await rulesVersion(scope));
  return { ...simulation, rules_changed };
};

export const deleteSimulation = async (scope: CompanyScope, id: number): Promise<{ detail: string }> => {
  if (!(await queries.deleteSimulation(scope, id))) fail("not_found");
  return { detail: "The simulation was deleted." };
};
