import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { systemUser } from "@mcc/server/src/embedded-postgres/binaries.ts";
import { freePort } from "@mcc/server/src/embedded-postgres/free-port.ts";
import pg from "pg";

/** Debian's PostgreSQL 15 with Patroni 3, etcd 3.4, HAProxy 2.6 and PgBouncer 1.18, all on this machine. */
const POSTGRES_BIN = "/usr/lib/postgresql/15/bin";
const PASSWORD = "failover";

interface Node {
  readonly name: string;
  readonly port: number;
  readonly rest: number;
  process: ChildProcess;
}

/** A primary with a synchronous standby, behind HAProxy, and PgBouncer before that. */
export interface Cluster {
  /** Through HAProxy, always to the primary. */
  readonly url: string;
  /** Through PgBouncer and HAProxy, in transaction mode. */
  readonly pooledUrl: string;
  primary(): Promise<string>;
  /** Ends the primary at once: PostgreSQL and its Patroni. */
  killPrimary(): Promise<string>;
  /** Starts what was killed again; it becomes the standby. */
  restart(name: string): Promise<void>;
  untilSynchronous(): Promise<void>;
  stop(): Promise<void>;
}

const patroniOf = (directory: string, etcd: number, { name, port, rest }: Omit<Node, "process">): string => `
scope: mcc
name: ${name}
restapi: { listen: "127.0.0.1:${rest}", connect_address: "127.0.0.1:${rest}" }
etcd3: { host: "127.0.0.1:${etcd}" }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { wal_level: replica, hot_standby: "on", max_connections: 200, max_wal_senders: 10, wal_log_hints: "on" }
  initdb: [ { encoding: UTF8 }, data-checksums, { locale: C.UTF-8 } ]
  pg_hba: [ "host replication all 127.0.0.1/32 trust", "host all all 127.0.0.1/32 trust" ]
postgresql:
  listen: "127.0.0.1:${port}"
  connect_address: "127.0.0.1:${port}"
  data_dir: ${join(directory, name)}
  bin_dir: ${POSTGRES_BIN}
  pgpass: ${join(directory, `${name}.pgpass`)}
  authentication:
    superuser: { username: postgres, password: ${PASSWORD} }
    replication: { username: replicator, password: ${PASSWORD} }
    rewind: { username: postgres, password: ${PASSWORD} }
  parameters: { unix_socket_directories: ${directory}, shared_buffers: 128MB }
`;

const haproxyOf = (port: number, nodes: readonly Node[]): string => `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.rest}`).join("\n")}
`;

const pgbouncerOf = (directory: string, port: number, behind: number): string => `
[databases]
* = host=127.0.0.1 port=${behind}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(directory, "users.txt")}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
query_wait_timeout = 15
`;

export const startCluster = async (): Promise<Cluster> => {
  const directory = mkdtempSync(join(tmpdir(), "mcc-failover-"));
  const user = systemUser();
  const started: ChildProcess[] = [];
  const run = (name: string, command: string, args: readonly string[], env: Record<string, string> = {}) => {
    const child = spawn(command, args, {
      ...user,
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: directory, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const log = createWriteStream(join(directory, `${name}.log`), { flags: "a" });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    started.push(child);
    return child;
  };
  const write = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  chmodSync(directory, 0o755);
  mkdirSync(join(directory, "etcd"), { mode: 0o700 });

  const [etcd, peer, behind, pooled] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const own = (port: number) => `http://127.0.0.1:${port}`;
  if (user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, directory]);
  const etcdArgs = ["--data-dir", join(directory, "etcd"), "--listen-client-urls", own(etcd)];
  etcdArgs.push("--advertise-client-urls", own(etcd), "--listen-peer-urls", own(peer));
  etcdArgs.push("--initial-advertise-peer-urls", own(peer), "--initial-cluster", `default=${own(peer)}`);
  run("etcd", "etcd", etcdArgs, { ETCD_UNSUPPORTED_ARCH: "arm64" });
  await wait(2_000);

  const startNode = (node: Omit<Node, "process">): ChildProcess =>
    run(node.name, "patroni", [write(`${node.name}.yml`, patroniOf(directory, etcd, node))]);
  const nodes: Node[] = [];
  for (const name of ["one", "two"]) {
    const node = { name, port: await freePort(), rest: await freePort() };
    nodes.push({ ...node, process: startNode(node) });
  }
  run("haproxy", "/usr/sbin/haproxy", ["-f", write("haproxy.cfg", haproxyOf(behind, nodes)), "-db"]);
  write("users.txt", `"postgres" "${PASSWORD}"\n`);
  run("pgbouncer", "/usr/sbin/pgbouncer", [write("pgbouncer.ini", pgbouncerOf(directory, pooled, behind))]);

  const stateOf = async ({ rest }: Node): Promise<{ role?: string; sync_standby?: boolean }> => {
    try {
      return (await (await fetch(`http://127.0.0.1:${rest}/patroni`)).json()) as object;
    } catch {
      return {};
    }
  };
  const primary = async (): Promise<string> => {
    for (const node of nodes) {
      const { role } = await stateOf(node);
      if (role === "master" || role === "primary") return node.name;
    }
    return "none";
  };
  const until = async (what: string, holds: () => Promise<boolean>, seconds = 120): Promise<void> => {
    const end = Date.now() + seconds * 1000;
    while (!(await holds().catch(() => false))) {
      if (Date.now() > end) throw new Error(`${what} did not happen; the logs are in ${directory}.`);
      await wait(250);
    }
  };
  const url = `postgresql://postgres:${PASSWORD}@127.0.0.1:${behind}/postgres`;
  const untilSynchronous = () =>
    until("a synchronous standby", async () => {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
      await client.connect();
      try {
        const { rows } = await client.query("select 1 from pg_stat_replication where sync_state = 'sync'");
        return rows.length > 0;
      } finally {
        await client.end();
      }
    });
  await untilSynchronous();

  return {
    url,
    pooledUrl: `postgresql://postgres:${PASSWORD}@127.0.0.1:${pooled}/postgres`,
    primary,
    killPrimary: async () => {
      const name = await primary();
      const node = nodes.find((one) => one.name === name);
      if (!node) throw new Error("There is no primary to kill.");
      const pidFile = execFileSync("head", ["-1", join(directory, name, "postmaster.pid")], {
        encoding: "utf8",
      });
      process.kill(node.process.pid as number, "SIGKILL");
      process.kill(Number(pidFile), "SIGKILL");
      return name;
    },
    restart: async (name) => {
      const node = nodes.find((one) => one.name === name);
      if (!node) throw new Error(`There is no node ${name}.`);
      node.process = startNode(node);
      await untilSynchronous();
    },
    untilSynchronous,
    stop: async () => {
      for (const child of started.reverse()) {
        if (child.exitCode === null && child.signalCode === null && child.pid)
          process.kill(-child.pid, "SIGTERM");
      }
      await wait(5_000);
      for (const { name } of nodes) {
        try {
          process.kill(
            Number(
              execFileSync("head", ["-1", join(directory, name, "postmaster.pid")], {
                encoding: "utf8",
                stdio: ["ignore", "pipe", "ignore"],
              }),
            ),
            "SIGQUIT",
          );
        } catch {
          // it has ended
        }
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
