import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findBinaries, systemUser } from "./binaries.ts";
import { freePort } from "./free-port.ts";

/** A PostgreSQL of our own, in a directory. */
export interface EmbeddedPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

const READY = "database system is ready to accept connections";
/** Then it ends without a checkpoint and recovers from its log at the next start: who stops us waits 10 seconds in all. */
const STOP_TIMEOUT = 3_000;
const ORPHAN_STOP_TIMEOUT = 8_000;
const MAX_RESTARTS = 20;

interface PostgresEvents {
  readonly onLog?: (line: string) => void;
  /** It ended and could not be started again. */
  readonly onLost?: () => void;
}

export const startPostgres = async (
  directory: string,
  options: PostgresEvents & { readonly flags?: readonly string[] } = {},
): Promise<EmbeddedPostgres> => {
  const binaries = findBinaries();
  const user = systemUser();
  const cluster = join(directory, "postgres");
  mkdirSync(directory, { recursive: true });
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  if (user) chownSync(cluster, user.uid, user.gid);
  if (user) mustBeReachable([cluster, binaries.postgres], user);
  const passwordFile = join(directory, "postgres-password");
  if (!existsSync(join(cluster, "PG_VERSION"))) {
    await initialise(binaries.initdb, cluster, passwordFile, user);
  }
  await stopOrphan(cluster);
  const password = readFileSync(passwordFile, "utf8").trim();
  const port = await freePort();
  const start = () => launch(binaries.postgres, cluster, port, options, user);
  const supervised = keepRunning(await start(), start, options);
  return { url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`, stop: supervised.stop };
};

/** A database that ends unexpectedly is restarted on the same port, so that existing clients can reconnect. */
const keepRunning = (
  first: ChildProcess,
  start: () => Promise<ChildProcess>,
  { onLog, onLost }: PostgresEvents,
) => {
  let server = first;
  let stopping = false;
  const watch = () => server.once("exit", () => void restart());
  const restart = async () => {
    for (let tries = 0; !stopping && tries < MAX_RESTARTS; tries++) {
      onLog?.("the embedded PostgreSQL ended unexpectedly and is restarted");
      try {
        server = await start();
        watch();
        return;
      } catch {
        await wait(500); // its shared memory is being released
      }
    }
    if (!stopping) onLost?.();
  };
  watch();
  return {
    stop: () => {
      stopping = true;
      return stop(server);
    },
  };
};

type SystemUser = ReturnType<typeof systemUser>;

const initialise = async (initdb: string, cluster: string, passwordFile: string, user: SystemUser) => {
  // An incomplete initialization left by a killed process is deleted, never repaired.
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(cluster, { mode: 0o700 });
  if (user) chownSync(cluster, user.uid, user.gid);
  writeFileSync(passwordFile, `${randomBytes(24).toString("hex")}\n`, { mode: 0o600 });
  const shared = join(cluster, "..", `.initdb-${process.pid}`);
  writeFileSync(shared, readFileSync(passwordFile), { mode: 0o600 });
  if (user) chownSync(shared, user.uid, user.gid);
  try {
    await new Promise<void>((resolve, reject) => {
      const args = [
        `--pgdata=${cluster}`,
        "--username=postgres",
        `--pwfile=${shared}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-instructions",
      ];
      const child = spawn(initdb, args, { ...user, cwd: cluster, stdio: ["ignore", "ignore", "pipe"] });
      let output = "";
      child.stderr.on("data", (chunk: Buffer) => {
        output += chunk;
      });
      child.once("error", reject);
      child.once("close", (code) =>
        code === 0 ? resolve() : reject(new Error(`The embedded PostgreSQL could not be set up: ${output}`)),
      );
    });
  } finally {
    rmSync(shared, { force: true });
  }
};

const launch = (
  postgres: string,
  cluster: string,
  port: number,
  { flags = [], onLog }: { flags?: readonly string[]; onLog?: (line: string) => void },
  user: SystemUser,
): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const settings = [
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "max_connections=100",
      "shared_buffers=128MB",
      "log_timezone=UTC",
      "timezone=UTC",
      ...flags,
    ];
    const args = ["-D", cluster, "-p", String(port), ...settings.flatMap((s) => ["-c", s])];
    // Its own process group: a Ctrl-C in the terminal must not stop it before we have drained.
    const child = spawn(postgres, args, {
      ...user,
      cwd: cluster,
      detached: process.platform !== "win32",
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    const onOutput = (chunk: Buffer) => {
      const text = chunk.toString();
      onLog?.(text.trimEnd());
      if (output.length < 20_000) output += text;
      if (output.includes(READY)) resolve(child);
    };
    child.stderr?.on("data", onOutput);
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`The embedded PostgreSQL did not start: ${output.trim()}`)));
  });

const stop = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGINT"); // "fast": disconnects clients, writes a checkpoint
  const timer = setTimeout(() => server.kill("SIGQUIT"), STOP_TIMEOUT);
  await gone;
  clearTimeout(timer);
};

/** A killed process leaves its PostgreSQL running; it is stopped before a new one is started. */
const stopOrphan = async (cluster: string): Promise<void> => {
  const pidFile = join(cluster, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  const isRunning = () => pid > 0 && isPostgres(pid);
  for (const [signal, timeout] of [
    ["SIGINT", ORPHAN_STOP_TIMEOUT],
    ["SIGQUIT", ORPHAN_STOP_TIMEOUT],
    ["SIGKILL", 2_000],
  ] as const) {
    if (!isRunning()) break;
    process.kill(pid, signal);
    for (let waited = 0; waited < timeout && isRunning(); waited += 20) await wait(20);
  }
  if (!isRunning()) rmSync(pidFile, { force: true });
};

const isPostgres = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    // A finished process that is not reaped yet still accepts signals.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.includes("(postgres)") && !/\) Z /.test(stat);
  } catch {
    return process.platform !== "linux";
  }
};

const mustBeReachable = (paths: readonly string[], user: { uid: number; gid: number }): void => {
  const hidden = paths.find((path) => spawnSync("test", ["-r", path], { ...user, cwd: "/" }).status !== 0);
  if (!hidden) return;
  throw new Error(
    `PostgreSQL runs as the system user postgres when started by root, and that user cannot read ${hidden}: move it to a directory that user can read, start as an ordinary user, or set DATABASE_URL.`,
  );
};
