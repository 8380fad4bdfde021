import type { ApprovalRule } from "@mcc/contract/approval-rules/needed-steps.rules.ts";
import type { SimulationResult } from "@mcc/contract/approval-rules/simulations.schema.ts";
import { type CompanyData, platformTransaction } from "../../platform/access/scope.ts";
import { type Job, type JobQueue, sweep } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { approvalSettings } from "./approval-settings.queries.ts";
import { rulesVersion } from "./draft-rules.queries.ts";
import { companyRules, nodePaths } from "./rules-at-sites.queries.ts";
import * as orders from "./simulated-orders.queries.ts";
import { makeTally } from "./simulation-tally.ts";
import * as queries from "./simulations.queries.ts";
import { SIMULATE_RULES } from "./simulations.service.ts";

type Deps = Omit<Services, "jobs">;

/** Orders read at a time: few, so that other requests of the process do not wait for their computation. */
const CHUNK = 200;
/** Chunks until the progress is stored, and a cancellation is noticed. */
const CHUNKS_A_REPORT = 10;
const MOST_ORDERS = 500_000;

export const simulationJobs = (services: Deps, jobs: JobQueue): Job[] => [
  {
    name: SIMULATE_RULES,
    concurrency: 2,
    work: async ({ companyId }, stopping) => {
      while (await runNext(services, Number(companyId), stopping)) stopping.throwIfAborted();
    },
  },
  sweep(jobs, { name: "sweep-simulations", schedule: "* * * * *", requests: SIMULATE_RULES }, async () => {
    const { platform: db } = services.database;
    await queries.deleteOldSimulations(db);
    return queries.companiesWithOpenSimulations(db);
  }),
];

/** Its row is gone, or another process has taken it over. */
class Canceled extends Error {}

const runNext = async (services: Deps, companyId: number, stopping: AbortSignal): Promise<boolean> => {
  const { database } = services;
  const claimed = await platformTransaction(database, (db) => queries.claimSimulation(db, companyId));
  if (!claimed) return false;
  const report = async (progress: Parameters<typeof queries.reportSimulation>[2]): Promise<void> => {
    if (!(await queries.reportSimulation(database.platform, claimed, progress))) throw new Canceled();
  };
  try {
    // One moment for everything that is read: rules and orders may change meanwhile.
    const result = await database.platform
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((db) => simulate({ db, companyId }, claimed.rules, report, stopping));
    await report({ state: "done", orders_read: result.orders, result });
  } catch (error) {
    if (error instanceof Canceled) return true;
    await queries.endRun(database.platform, claimed);
    throw error;
  }
  return true;
};

const holdersIn = (rules: readonly { role: number | null; user: number | null }[]) => ({
  roles: rules.flatMap(({ role }) => role ?? []),
  users: rules.flatMap(({ user }) => user ?? []),
});

/** After every id that a rule of today can have: of two rules with one limit, the newer one comes later. */
const NEW_ID = Number.MAX_SAFE_INTEGER - 1_000_000;

/** Without the rules whose role or user was deleted since the draft was made. */
const draftRules = async (
  data: CompanyData,
  drafts: readonly queries.StoredRule[],
): Promise<ApprovalRule[]> => {
  const names = await orders.holderNames(data, holdersIn(drafts));
  return drafts.flatMap(({ id, role, user, limit, sites, nodes }, at) => {
    const type = role === null ? "user" : "role";
    const holder = names.find((each) => each.type === type && each.id === (role ?? user));
    return holder ? [{ id: id ?? NEW_ID + at, holder, limit, siteIds: sites, nodeIds: nodes }] : [];
  });
};

const simulate = async (
  data: CompanyData,
  drafts: readonly queries.StoredRule[],
  report: (progress: { orders_read: number; orders_found?: number; rules_version?: string }) => Promise<void>,
  stopping: AbortSignal,
): Promise<SimulationResult> => {
  const since = await orders.findSince(data);
  const found = await orders.countOrders(data, since, MOST_ORDERS + 1);
  await report({
    orders_read: 0,
    orders_found: Math.min(found, MOST_ORDERS),
    rules_version: await rulesVersion(data),
  });
  const { hierarchy, allowSelfApproval } = await approvalSettings(data);
  const rules = { before: await companyRules(data), after: await draftRules(data, drafts) };
  const holders = holdersIn(
    [...rules.before, ...rules.after].map(({ holder: { type, id } }) => ({
      role: type === "role" ? id : null,
      user: type === "user" ? id : null,
    })),
  );
  holders.roles.push(...(await orders.rolesOfBudgets(data)));
  const people = await orders.approversNamed(data, holders);
  const sites = new Map((await orders.sitesOfOrders(data)).map(({ id, node_id }) => [id, node_id]));
  const nodes = hierarchy ? new Set([...sites.values()].flatMap((id) => id ?? [])) : [];
  const paths = await nodePaths(data, [...nodes]);
  const byId = new Map(people.map((person) => [person.id, person]));
  const peopleBySite = new Map<number, readonly orders.SimulatedApprover[]>();
  const tally = makeTally(rules, {
    allowSelfApproval,
    placeOf: (siteId) => ({ siteId, nodePath: paths.get(sites.get(siteId) ?? 0) ?? [] }),
    peopleAt: (siteId) => peopleBySite.get(siteId) ?? [],
  });
  /** Reads who can see the sites that were not met before. */
  const meetSites = async (siteIds: readonly number[]): Promise<void> => {
    const unmet = [...new Set(siteIds)].filter((id) => !peopleBySite.has(id));
    if (unmet.length === 0) return;
    const seers = await orders.approversAt(data, holders, unmet, hierarchy);
    for (const id of unmet) {
      peopleBySite.set(
        id,
        (seers.get(id) ?? []).flatMap((userId) => byId.get(userId) ?? []),
      );
    }
  };
  let last: orders.SimulatedOrder | undefined;
  for (let chunks = 1; tally.orders < MOST_ORDERS; chunks++) {
    stopping.throwIfAborted();
    const chunk = await orders.nextOrders(data, since, last, CHUNK);
    const simulated = chunk.map((order) => tally.stepsOf(order));
    const asked = simulated.filter(({ before, after }) => before.length + after.length > 0);
    await meetSites(asked.map(({ order }) => order.siteId));
    const placed = allowSelfApproval
      ? new Map<number, number[]>()
      : await orders.creatorsOf(
          data,
          asked.map(({ order }) => order.id),
        );
    for (const one of simulated) tally.add(one, placed.get(one.order.id) ?? []);
    last = chunk.at(-1);
    if (chunk.length < CHUNK) break;
    if (chunks % CHUNKS_A_REPORT === 0) await report({ orders_read: tally.orders });
  }
  return { since: since.toISOString(), is_partial: found > MOST_ORDERS, ...tally.result(people) };
};
