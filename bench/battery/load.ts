import { setTimeout as wait } from "node:timers/promises";
import { type Random, randomFor } from "@mcc/server/src/demo/random.ts";
import { residentMb } from "../processes.ts";
import { setUpCompany } from "./company.ts";
import { checkDeliveries, checkJobs } from "./deliveries.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { acknowledgedIn, checkLedger, makeLedger } from "./ledger.ts";
import type { Options } from "./options.ts";
import { type Findings, makeFindings, type StageResult } from "./stage-result.ts";
import { type Exchange, startTraffic } from "./traffic.ts";

const CLIENTS = 8;
const PAUSE = 20;
/** What `docs/operations.md` says to be warned of. */
const MEMORY_MB = 700;
/** A link that is back may need this long until everything goes through it again. */
const SETTLED_AFTER = 10_000;

type LinkName = keyof Installation["links"];
interface Cut {
  readonly link: LinkName;
  readonly how: "cut" | "stall";
  readonly from: number;
  /** Until it was mended, and a while longer. */
  to: number;
}

/** What needs the store: all other requests are answered without it. */
const NEEDS_STORAGE = /\/documents\/|\/readyz/;

/** Whether a request could not be served because of a cut that happened during it. */
const isExcused = ({ path, from, to }: Exchange, cuts: readonly Cut[]): boolean =>
  cuts.some(
    (cut) =>
      cut.from < to &&
      from < cut.to &&
      (cut.link === "database" || (cut.link === "storage" && NEEDS_STORAGE.test(path))),
  );

const cutAtRandom = async (
  { links, untilReady }: Installation,
  random: Random,
  cuts: Cut[],
  readyWithin: number,
  findings: Findings,
): Promise<void> => {
  await wait(random.integer(2_000, 10_000));
  const name = random.pick(Object.keys(links) as LinkName[]);
  const { link, url } = links[name];
  const how = random.pick(["cut", "stall"] as const);
  const cut: Cut = { link: name, how, from: performance.now(), to: Number.POSITIVE_INFINITY };
  cuts.push(cut);
  link[how]();
  await wait(random.integer(200, 6_000));
  link.leadTo(url);
  if ((await untilReady(readyWithin)) === undefined)
    findings.add(`after a ${how} of the ${name} it was not ready within ${readyWithin / 1000} s`);
  cut.to = performance.now() + SETTLED_AFTER;
};

export const runLoad = async ({ minutes, seed, readyWithin }: Options): Promise<StageResult> => {
  const findings = makeFindings();
  const installation = await startInstallation(findings);
  const { processes } = installation;
  const peaks = new Map<string, number>();
  const sampling = setInterval(() => {
    for (const { name, pid } of processes) peaks.set(name, Math.max(peaks.get(name) ?? 0, residentMb(pid)));
  }, 500);
  try {
    const company = await setUpCompany(installation, "loaded");
    const ledger = makeLedger();
    const [cuts, failed, times]: [Cut[], Exchange[], number[]] = [[], [], []];
    const statuses = new Map<number, number>();
    const traffic = startTraffic({
      ...{ installation, company, ledger, findings, seed, clients: CLIENTS, pause: PAUSE },
      onExchange: (exchange) => {
        const { status, from, to } = exchange;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 200) times.push(to - from);
        if (status === 0 || status === 503) failed.push(exchange);
      },
    });
    const random = randomFor(`${seed}, cuts`);
    const end = performance.now() + minutes * 60_000;
    const before = processes.map(({ pid }) => residentMb(pid));
    while (performance.now() < end) {
      await cutAtRandom(installation, random, cuts, readyWithin, findings);
      const left = Math.max(0, Math.round((end - performance.now()) / 1000));
      const last = cuts.at(-1);
      console.log(`${last?.how} of ${last?.link} mended; ${traffic.requests()} requests, ${left} s left`);
    }
    await wait(SETTLED_AFTER / 2);
    await traffic.stop();
    for (const exchange of failed)
      if (!isExcused(exchange, cuts))
        findings.add(
          `${exchange.method} ${exchange.path.split("?")[0]?.replace(/[OD]-\d.*?\//, "…/")} got ${exchange.status || "no answer"} while everything it needs was there`,
        );
    for (const [name, peak] of peaks)
      if (peak > MEMORY_MB) findings.add(`${name} took ${Math.round(peak)} MB`);
    await checkLedger(installation, company, ledger, findings);
    const { sent, repeated } = await checkDeliveries(installation, company, findings);
    await checkJobs(installation, findings);
    const sorted = times.toSorted((a, b) => a - b);
    const ms = (part: number) => `${Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)} ms`;
    return {
      stage: "load with cuts",
      cases: traffic.requests(),
      findings: findings.all(),
      figures: [
        ["minutes", minutes],
        ["cuts and stalls", cuts.length],
        ["writes acknowledged", acknowledgedIn(ledger)],
        ["without an answer, 429, 503", [0, 429, 503].map((one) => statuses.get(one) ?? 0).join(", ")],
        ["answered in, median; 99 %", `${ms(0.5)}; ${ms(0.99)}`],
        [
          "memory before; most; after",
          processes
            .map(
              ({ name, pid }, at) =>
                `${name} ${Math.round(before[at] ?? 0)}; ${Math.round(peaks.get(name) ?? 0)}; ${Math.round(residentMb(pid))} MB`,
            )
            .join(", "),
        ],
        ["e-mails sent; repeated", `${sent}; ${repeated}`],
        ...[...installation.errors].map(([said, times]) => [`logged: ${said}`, times] as const),
      ],
    };
  } finally {
    clearInterval(sampling);
    await installation.stop();
  }
};
