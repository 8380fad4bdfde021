import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { eventually } from "./testing/eventually.ts";

const ROOT = join(import.meta.dirname, "../../..");
const dataDir = mkdtempSync(join(tmpdir(), "mcc-npm-start-"));
chmodSync(dataDir, 0o755); // run by root, PostgreSQL is another user

/** Every process as [id, id of its parent], without processes that have ended and are not reaped yet. */
const processes = (): [number, number][] =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => state && !state.startsWith("Z"))
    .map(([pid, parent]) => [Number(pid), Number(parent)]);

const descendantsOf = (root: number): number[] => {
  const all = processes();
  const below = (parent: number): number[] =>
    all.filter(([, of]) => of === parent).flatMap(([pid]) => [pid, ...below(pid)]);
  return below(root);
};

const left: number[] = [];
afterAll(() => {
  const running = new Set(processes().map(([pid]) => pid));
  for (const pid of left) if (running.has(pid)) process.kill(pid, "SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

test("SIGTERM to npm itself stops the server and its database within 10 seconds, and npm ends with 0 (OPER-001)", async () => {
  const npm = spawn("npm", ["start"], {
    cwd: ROOT,
    env: { ...process.env, PORT: "0", DATABASE_URL: "", MCC_DATA_DIR: dataDir, MCC_DEMO: "off" },
  });
  const ended = once(npm, "exit");
  let printed = "";
  const address = await new Promise<string>((resolve, reject) => {
    npm.once("exit", () => reject(new Error(`It ended before it was ready: ${printed}`)));
    const read = (chunk: Buffer) => {
      printed += chunk;
      const ready = /is ready at (\S+)/.exec(printed)?.[1];
      if (ready) resolve(ready);
    };
    npm.stdout.on("data", read);
    npm.stderr.on("data", read);
  });
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  const started = descendantsOf(npm.pid ?? 0);
  left.push(npm.pid ?? 0, ...started);
  expect(started.length).toBeGreaterThan(2); // the server, PostgreSQL and the processes of PostgreSQL

  npm.kill("SIGTERM");
  await eventually(() => {
    const running = new Set(processes().map(([pid]) => pid));
    expect(started.filter((pid) => running.has(pid))).toEqual([]);
  });
  expect(await ended).toEqual([0, null]);
});
