import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { afterFile } from "./after-file.ts";

export interface Process {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** The address it printed, once it is ready. */
  readonly ready: Promise<string>;
  readonly ended: Promise<number | string | null>;
}

/** What one process has compiled is not compiled by the next. */
const COMPILED = join(import.meta.dirname, "../../../../node_modules/.cache/compiled-for-tests");

/** The product as a separate process. */
export const startProcess = (env: Record<string, string>, { cwd }: { cwd?: string } = {}): Process => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../main.ts")], {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILED,
      PORT: "0",
      MCC_STOP_SECONDS: "280", // a busy machine takes its time
      MCC_DEMO: "off",
      LOG_LEVEL: "warn",
      ...env,
    },
  });
  afterFile(() => child.kill("SIGKILL"));
  let printed = "";
  const ready = new Promise<string>((resolve, reject) => {
    child.once("exit", () => reject(new Error(`It ended before it was ready: ${printed}`)));
    const onOutput = (chunk: Buffer) => {
      printed += chunk;
      const address = /is ready at (\S+)/.exec(printed)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on("data", onOutput);
    child.stderr?.on("data", onOutput);
  });
  ready.catch(() => {}); // handled where it is awaited
  const ended = new Promise<number | string | null>((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? signal)),
  );
  return { child, output: () => printed, ready, ended };
};
