import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { systemUser } from "@mcc/server/src/embedded-postgres/binaries.ts";
import { freePort } from "@mcc/server/src/embedded-postgres/free-port.ts";
import { createApiKey } from "@mcc/server/src/features/api-keys/api-keys.service.ts";
import { verifyWithHeads } from "@mcc/server/src/features/audit/audit-verification.ts";
import { openDatabase } from "@mcc/server/src/platform/db/database.ts";
import { directoryStorage } from "@mcc/server/src/platform/files/directory-storage.ts";
import { pdfOf } from "@mcc/server/src/testing/documents.ts";
import { orderOf } from "@mcc/server/src/testing/integration.ts";
import pg from "pg";
import { withClient } from "../database.ts";
import { launch, SECRET } from "../processes.ts";

/**
 * Restores the demo to several moments with pgBackRest, while orders arrive and documents are replaced: what was saved
 * until a moment must be there and nothing later, the audit must verify, and every document must have its file. Needs
 * Debian's postgresql and pgbackrest.
 */
const BIN = "/usr/lib/postgresql/15/bin";
const CLIENTS = 4;
const SECONDS = 60;
const MOMENTS = 4;
const COMPANY = "acme-drilling";

const directory = mkdtempSync(join(tmpdir(), "mcc-recovery-"));
chmodSync(directory, 0o755);
const user = systemUser();
const giveAway = (path: string) => user && execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, path]);
const backups = join(directory, "backups");
const config = join(directory, "pgbackrest.conf");
const env = { PATH: process.env.PATH, HOME: directory, PGBACKREST_CONFIG: config };

const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, {
    ...user,
    cwd: directory,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
const backRest = (...args: readonly string[]): string => run("pgbackrest", ["--stanza=mcc", ...args]);
const seconds = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
};
const describe = (data: string, port: number): void =>
  writeFileSync(
    config,
    `[global]\nrepo1-path=${backups}\nlog-path=${directory}\nlock-path=${directory}\narchive-async=n\nstart-fast=y\nprocess-max=2
[mcc]\npg1-path=${data}\npg1-port=${port}\npg1-socket-path=${directory}\npg1-user=postgres\n`,
  );

const start = async (data: string, port: number, options: readonly string[]): Promise<ChildProcess> => {
  const settings = [`port=${port}`, `unix_socket_directories=${directory}`, ...options];
  const args = ["-D", data, ...settings.flatMap((one) => ["-c", one])];
  const child = spawn(join(BIN, "postgres"), args, { ...user, cwd: directory, env, stdio: "ignore" });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL has ended with ${child.exitCode}.`);
    const client = new pg.Client({ connectionString: urlOf(port) });
    try {
      await client.connect();
      const { rows } = await client.query<{ recovers: boolean }>("select pg_is_in_recovery() as recovers");
      if (!rows[0]?.recovers) return child;
    } catch {
      // It is not ready yet.
    } finally {
      await client.end().catch(() => {});
    }
    await wait(100);
  }
};
const stop = async (child: ChildProcess): Promise<void> => {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  await gone;
};
const urlOf = (port: number): string => `postgresql://postgres@127.0.0.1:${port}/postgres`;

interface Saved {
  readonly client: number;
  readonly version: number;
  readonly sent: number;
  readonly acknowledged: number;
}

const dataDir = join(directory, "server");
mkdirSync(dataDir);
mkdirSync(backups);
const primary = join(directory, "primary");
giveAway(directory);
const port = await freePort();
describe(primary, port);
run(join(BIN, "initdb"), [
  "-D",
  primary,
  "--username=postgres",
  "--auth=trust",
  "--locale=C.UTF-8",
  "--data-checksums",
]);
const running = new Set<ChildProcess>();
try {
  const archiving = ["archive_mode=on", "archive_command=pgbackrest --stanza=mcc archive-push %p"];
  const postgres = await start(primary, port, archiving);
  running.add(postgres);
  backRest("stanza-create");
  const server = await launch(["apps/server/src/main.ts"], {
    DATABASE_URL: urlOf(port),
    MCC_SECRET: SECRET,
    MCC_DEMO: "on",
    MCC_DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
  });
  const copied = await seconds(() => backRest("--type=full", "backup"));
  const database = openDatabase(urlOf(port), () => {});
  const scopes = ["orders" as const, "documents" as const];
  const { key } = await createApiKey(database.platform, { id: null, name: "bench" }, { name: "ERP", scopes });
  await database.close();
  const sites = await withClient(urlOf(port), async (client) => {
    const { rows } = await client.query<{ ecommerce_username: string }>(
      `select ecommerce_username from mcc.sites join mcc.companies on companies.id = company_id
       where slug_name = $1 and ecommerce_username is not null order by sites.id limit ${CLIENTS}`,
      [COMPANY],
    );
    return rows.map(({ ecommerce_username }) => ecommerce_username);
  });

  const saved: Saved[] = [];
  let isOver = false;
  const base = `${server.address}/api/integration/v1/companies/${COMPANY}`;
  const headers = { authorization: `ApiKey ${key}` };
  const put = async (path: string, init: RequestInit): Promise<void> => {
    const answer = await fetch(`${base}/${path}`, { method: "PUT", ...init });
    const words = await answer.text();
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${words.slice(0, 300)}`);
  };
  /** One order and a new version of one document after the other. */
  const work = async (client: number): Promise<void> => {
    const site = sites[client % sites.length] ?? "";
    for (let version = 1; !isOver; version++) {
      const sent = Date.now();
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(pdfOf(`version ${version}.`))]), "Invoice.pdf");
      form.append("document_type", "Invoice");
      form.append("ecommerce_username", site);
      await put(`documents/R-${client}`, { headers, body: form });
      const json = { ...headers, "content-type": "application/json" };
      await put(`orders/R-${client}-${version}/`, { headers: json, body: JSON.stringify(orderOf(site)) });
      saved.push({ client, version, sent, acknowledged: Date.now() });
    }
  };
  const working = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
  const moments: number[] = [];
  for (let at = 0; at < MOMENTS; at++) {
    await wait((SECONDS * 1_000) / (MOMENTS + 1));
    moments.push(Date.now());
  }
  await wait((SECONDS * 1_000) / (MOMENTS + 1));
  isOver = true;
  await working;
  backRest("check"); // the log so far is in the archive
  console.log(
    `A copy of the demo took ${copied.toFixed(1)} s; ${saved.length} orders and versions of documents were saved in ${SECONDS} s.`,
  );
  await server.stop();

  const storage = directoryStorage(join(dataDir, "documents"));
  for (const moment of moments) {
    const restored = join(directory, "restored");
    const target = new Date(moment).toISOString().replace("T", " ").replace("Z", "+00");
    const restoring = await seconds(() =>
      backRest(
        `--pg1-path=${restored}`,
        "--type=time",
        `--target=${target}`,
        "--target-action=promote",
        "restore",
      ),
    );
    const other = await freePort();
    let child: ChildProcess | undefined;
    const recovering = await seconds(async () => {
      child = await start(restored, other, ["archive_mode=off"]);
      running.add(child);
    });
    const copy = openDatabase(urlOf(other), () => {});
    const audit = await verifyWithHeads(copy, undefined, undefined);
    await copy.close();
    const { orders, documents } = await withClient(urlOf(other), async (client) => ({
      orders: (
        await client.query<{ identifier: string }>(
          "select identifier from mcc.orders where identifier like 'R-%'",
        )
      ).rows,
      documents: (
        await client.query<{ name: string; key: string; size: number }>(
          "select external_id as name, storage_key as key, size::int from mcc.documents",
        )
      ).rows,
    }));
    const there = new Set(orders.map(({ identifier }) => identifier));
    const nameOf = ({ client, version }: Saved) => `R-${client}-${version}`;
    const lost = saved.filter((one) => one.acknowledged <= moment && !there.has(nameOf(one))).length;
    const later = saved.filter((one) => one.sent > moment && there.has(nameOf(one))).length;
    let missing = 0;
    for (const { key: file, size } of documents) if ((await storage.sizeOf(file)) !== size) missing++;
    let wrong = 0;
    for (let client = 0; client < CLIENTS; client++) {
      const file = documents.find(({ name }) => name === `R-${client}`)?.key;
      const stored = file && (await storage.get(file));
      const content = stored ? await textOf(stored) : "";
      const version = Number(/version (\d+)\./.exec(content)?.[1]);
      const own = saved.filter((one) => one.client === client);
      const least = Math.max(...own.filter((one) => one.acknowledged <= moment).map((one) => one.version));
      const most = Math.max(...own.filter((one) => one.sent <= moment).map((one) => one.version));
      if (!(version >= least && version <= most)) wrong++;
    }
    console.log(
      `${target}: restored in ${restoring.toFixed(1)} s, recovered in ${recovering.toFixed(1)} s; ${there.size} orders of the run, ${lost} lost, ${later} from later; the audit ${audit.succeeded ? "verifies" : "does not verify"}; ${documents.length} documents, ${missing} without their file, ${wrong} with that of another moment.`,
    );
    if (!audit.succeeded || lost + later + missing + wrong > 0) process.exitCode = 1;
    if (child) {
      running.delete(child);
      await stop(child);
    }
    rmSync(restored, { recursive: true, force: true });
  }
} finally {
  for (const child of running) await stop(child);
  rmSync(directory, { recursive: true, force: true });
}
