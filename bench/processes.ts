import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@mcc/server/src/embedded-postgres/free-port.ts";
import { buildWebIfStale } from "../scripts/build-web.ts";
import type { Facts } from "./data-facts.ts";
import { dataDirOf } from "./database.ts";

const ROOT = join(import.meta.dirname, "..");
const READY = /ready at (http\S+)/;
const STOP_WITHIN = 12_000;
/** Signs the tokens of the bench and nothing else. */
export const SECRET = "bench-secret-which-protects-nothing-at-all";

/** What `npm start` gives to Node. */
export const START: readonly string[] = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
  .scripts.start.split(" || ")[1]
  .split(" ")
  .slice(1);

/** A contender in a separate process. */
export interface Contender {
  readonly address: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The product as an operator would start it, by default without jobs: they would disturb the measurement. */
export const startOurs = async (
  url: string,
  of: number | string,
  role: "web" | "all" = "web",
  variables: Record<string, string> = {},
  checkout = ROOT,
): Promise<Contender> => {
  // The server does not start without its pages.
  await buildWebIfStale();
  const dataDir = join(dataDirOf(of), "server");
  mkdirSync(dataDir, { recursive: true });
  const settings = {
    DATABASE_URL: url,
    MCC_SECRET: SECRET,
    MCC_ROLE: role,
    MCC_DEMO: "off",
    MCC_DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    ...variables,
  };
  return launch(START, settings, READY, checkout);
};

export const startBare = (url: string, facts: Facts): Promise<Contender> =>
  launch(["bench/bare-server.ts"], { DATABASE_URL: url, BENCH_FACTS: JSON.stringify(facts) });

export const launch = async (
  command: readonly string[],
  variables: Record<string, string>,
  ready = READY,
  cwd = ROOT,
): Promise<Contender> => {
  const env = { ...process.env, ...variables, NODE_ENV: "production", PORT: String(await freePort()) };
  const child = spawn(process.execPath, command, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk;
      const found = ready.exec(said)?.[1];
      if (found) resolve(found.replace("localhost", "127.0.0.1"));
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new Error(`${command.join(" ")} ended with ${code} before it was ready. ${said}`)),
    );
  });
  return { address, pid: child.pid as number, stop: () => stop(child) };
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN);
  await gone;
  clearTimeout(timer);
};

/** Resident memory of a process, in megabytes. */
export const residentMb = (pid: number): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)])) / 1024;
  }
};

const SAMPLED_EVERY = 50;

/** The maximum memory of a process during the work, sampled twenty times a second. */
export const withPeak = async <T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ result: T; before: number; peak: number; after: number }> => {
  const before = residentMb(pid);
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid));
  }, SAMPLED_EVERY);
  try {
    const result = await work();
    const after = residentMb(pid);
    return { result, before, peak: Math.max(peak, after), after };
  } finally {
    clearInterval(timer);
  }
};
