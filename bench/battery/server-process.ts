import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "../..");
const START_WITHIN = 300_000;
const STOP_WITHIN = 12_000;

/** A process of the installation, which is started again on the same port whenever it is killed. */
export interface ServerProcess {
  readonly name: string;
  readonly address: string;
  readonly pid: number;
  /** SIGKILL, and a new process; fulfilled when that is ready. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

interface Logs {
  /** A line of the log at the level of errors. */
  readonly onError: (name: string, line: string) => void;
  readonly onLost: (name: string, how: string) => void;
}

export const startServerProcess = async (
  name: string,
  port: number,
  variables: Record<string, string>,
  { onError, onLost }: Logs,
  root = ROOT,
): Promise<ServerProcess> => {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    PORT: String(port),
    MCC_DEMO: "off",
    LOG_LEVEL: "info",
    ...variables,
  };
  let child: ChildProcess;
  let isExpected = false;
  const start = () =>
    new Promise<void>((resolve, reject) => {
      isExpected = false;
      const made = spawn(process.execPath, ["apps/server/src/main.ts"], {
        cwd: root,
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = made;
      const timer = setTimeout(() => reject(new Error(`${name} was not ready in time.`)), START_WITHIN);
      createInterface({ input: made.stdout }).on("line", (line) => {
        if (line.includes('"msg":"ready"')) {
          clearTimeout(timer);
          resolve();
        }
        if (line.includes('"level":50') || line.includes('"level":60')) onError(name, line);
      });
      createInterface({ input: made.stderr }).on("line", (line) => onError(name, line));
      made.once("exit", (code, signal) => {
        clearTimeout(timer);
        reject(new Error(`${name} ended with ${code ?? signal} before it was ready.`));
        if (!isExpected) onLost(name, String(code ?? signal));
      });
    });
  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    isExpected = true;
    const { exitCode, signalCode } = child;
    if (exitCode !== null || signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN);
    await gone;
    clearTimeout(timer);
  };
  await start();
  return {
    name,
    address: `http://127.0.0.1:${port}`,
    get pid() {
      return child.pid as number;
    },
    kill: async () => {
      await end("SIGKILL");
      await start();
    },
    stop: () => end("SIGTERM"),
  };
};
