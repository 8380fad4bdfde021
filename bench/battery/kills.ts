import { setTimeout as wait } from "node:timers/promises";
import { randomFor } from "@mcc/server/src/demo/random.ts";
import { setUpCompany } from "./company.ts";
import { checkDeliveries, checkJobs } from "./deliveries.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { acknowledgedIn, checkLedger, makeLedger } from "./ledger.ts";
import type { Options } from "./options.ts";
import { makeFindings, type StageResult } from "./stage-result.ts";
import { startTraffic } from "./traffic.ts";

const CLIENTS = 6;
/** So much is acknowledged between two kills. */
const BETWEEN = 12;
const GIVE_UP_AFTER = 120_000;

/** What is killed, one after the other. */
const targetsOf = (installation: Installation) => {
  const { webs, worker, owner, killPostgres } = installation;
  const killBackend = async () => {
    const [backend] = await owner.sql<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like 'mcc_%' order by random() limit 1`,
    );
    // As if the system had ended it for lack of memory: PostgreSQL ends all others and recovers.
    if (backend) process.kill(backend.pid, "SIGKILL");
  };
  return [
    { name: "web 1", kill: () => webs[0].kill() },
    { name: "PostgreSQL", kill: async () => killPostgres() },
    { name: "worker", kill: () => worker.kill() },
    { name: "web 2", kill: () => webs[1].kill() },
    { name: "a connection of PostgreSQL", kill: killBackend },
  ];
};

export const runKills = async ({ kills, seed, readyWithin }: Options): Promise<StageResult> => {
  const findings = makeFindings();
  const installation = await startInstallation(findings);
  const times: number[] = [];
  try {
    const company = await setUpCompany(installation, "killed");
    const ledger = makeLedger();
    const statuses = new Map<number, number>();
    const traffic = startTraffic({
      ...{ installation, company, ledger, findings, seed, clients: CLIENTS, pause: 0 },
      onExchange: ({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1),
    });
    const targets = targetsOf(installation);
    const random = randomFor(`${seed}, kills`);
    const untilAcknowledged = async (count: number): Promise<void> => {
      const [target, end] = [acknowledgedIn(ledger) + count, Date.now() + GIVE_UP_AFTER];
      while (acknowledgedIn(ledger) < target) {
        if (Date.now() > end) throw new Error("Nothing is acknowledged any more.");
        await wait(20);
      }
    };
    try {
      for (let n = 0; n < kills; n++) {
        await untilAcknowledged(BETWEEN);
        await wait(random.integer(0, 300));
        const { name, kill } = targets[n % targets.length] as (typeof targets)[number];
        const killed = performance.now();
        await kill();
        const ready = await installation.untilReady(GIVE_UP_AFTER);
        const took = performance.now() - killed;
        times.push(took);
        if (ready === undefined || took > readyWithin)
          findings.add(`after a kill of ${name} it was ready only after ${(took / 1000).toFixed(1)} s`);
        console.log(`kill ${n + 1} of ${kills}: ${name}, ready after ${(took / 1000).toFixed(1)} s`);
      }
      await untilAcknowledged(BETWEEN);
    } catch (error) {
      findings.add((error as Error).message);
    }
    await traffic.stop();
    await checkLedger(installation, company, ledger, findings);
    const { sent, repeated } = await checkDeliveries(installation, company, findings);
    await checkJobs(installation, findings);
    const sorted = times.toSorted((a, b) => a - b);
    const seconds = (at: number) => `${((sorted.at(at) ?? 0) / 1000).toFixed(1)} s`;
    return {
      stage: "kills",
      cases: times.length,
      findings: findings.all(),
      figures: [
        ["requests", traffic.requests()],
        ["writes acknowledged", acknowledgedIn(ledger)],
        ["without an answer, 429, 503", [0, 429, 503].map((one) => statuses.get(one) ?? 0).join(", ")],
        ["ready again, median", seconds(Math.floor(sorted.length / 2))],
        ["ready again, longest", seconds(-1)],
        ["e-mails sent; repeated", `${sent}; ${repeated}`],
        ...[...installation.errors].map(([said, times]) => [`logged: ${said}`, times] as const),
      ],
    };
  } finally {
    await installation.stop();
  }
};
