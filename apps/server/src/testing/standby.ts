import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import pg from "pg";
import { findBinaries, systemUser } from "../embedded-postgres/binaries.ts";
import { freePort } from "../embedded-postgres/free-port.ts";

/** A real streaming replica. */
export interface Standby {
  readonly urlOf: (database: string) => string;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Ends at once, as in a power failure. */
  kill(): Promise<void>;
}

/** These belong to the running primary. */
const NOT_COPIED = new Set(["postmaster.pid", "postmaster.opts"]);

/** Without pg_basebackup, which the embedded binaries do not have: the files are copied between start and stop. */
const copyCluster = async (
  primaryUrl: string,
  cluster: string,
  copy: string,
  signal: string,
): Promise<void> => {
  const primary = new pg.Client({ connectionString: primaryUrl });
  await primary.connect();
  await primary.query("select pg_backup_start('standby', true)");
  cpSync(cluster, copy, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
  const { rows } = await primary.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
  writeFileSync(join(copy, "backup_label"), rows[0]?.labelfile ?? "");
  await primary.end();
  writeFileSync(join(copy, signal), "");
};

/** Run by root, PostgreSQL is another user. */
const givenToPostgres = (cluster: string) => {
  chmodSync(cluster, 0o700);
  const user = systemUser();
  if (user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, cluster]);
  return user;
};

/** A copy of the files of a running PostgreSQL, as a backup of its host would make it. */
export const copyForRecovery = async (primaryUrl: string, primaryDirectory: string): Promise<string> => {
  const directory = mkdtempSync(join(tmpdir(), "mcc-base-"));
  chmodSync(directory, 0o755);
  await copyCluster(
    ...([
      primaryUrl,
      join(primaryDirectory, "postgres"),
      join(directory, "postgres"),
      "recovery.signal",
    ] as const),
  );
  cpSync(join(primaryDirectory, "postgres-password"), join(directory, "postgres-password"));
  givenToPostgres(join(directory, "postgres"));
  return directory;
};

export const startStandby = async (primaryUrl: string, primaryDirectory: string): Promise<Standby> => {
  const directory = mkdtempSync(join(tmpdir(), "mcc-standby-"));
  chmodSync(directory, 0o755); // run by root, PostgreSQL is another user
  const cluster = join(directory, "postgres");
  await copyCluster(primaryUrl, join(primaryDirectory, "postgres"), cluster, "standby.signal");
  const { hostname, port: from, password } = new URL(primaryUrl);
  const conninfo = `host=${hostname} port=${from} user=postgres password=${password} application_name=standby`;
  appendFileSync(join(cluster, "postgresql.auto.conf"), `primary_conninfo = '${conninfo}'\n`);
  const user = givenToPostgres(cluster);
  const port = await freePort();
  const child = await launch(cluster, port, user);
  const urlOf = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  const pool = new pg.Pool({ connectionString: urlOf("postgres"), max: 2 });
  pool.on("error", () => {});
  return {
    urlOf,
    query: async <Row extends object>(text: string, values?: unknown[]) =>
      (await pool.query(text, values)).rows as Row[],
    kill: async () => {
      void pool.end().catch(() => {}); // its connections are cut
      if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGKILL");
        await gone;
      }
      // Its other processes end by themselves, in a moment.
      rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
};

const launch = (cluster: string, port: number, user: ReturnType<typeof systemUser>): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "shared_buffers=32MB"];
    mkdirSync(cluster, { recursive: true });
    const args = ["-D", cluster, "-p", String(port), ...settings.flatMap((one) => ["-c", one])];
    const child = spawn(findBinaries().postgres, args, {
      ...user,
      cwd: cluster,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      output += chunk;
      if (output.includes("ready to accept read-only connections")) resolve(child);
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`The standby did not start: ${output}`)));
  });
