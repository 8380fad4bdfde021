import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openOwner } from "@mcc/server/src/testing/database-owner.ts";
import { onServer, urlOf } from "@mcc/server/src/testing/databases.ts";
import { databaseUrl } from "../scripts/database-url.ts";

const MAIN = join(import.meta.dirname, "../apps/server/src/main.ts");

/** Resolves when a process is ready, with its address; a worker has none, and says so in its log only. */
const whenReady = (child: ChildProcess, isWorker: boolean): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = "";
    const read = (chunk: Buffer) => {
      printed += chunk;
      const ready = (isWorker ? /\bready\b/ : /is ready at (\S+)/).exec(printed);
      if (ready) resolve(ready[1] ?? "");
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", () => reject(new Error(`It ended before it was ready: ${printed}`)));
  });

/** A separate installation of several processes on a database of its own, without the demo. */
export const openInstallation = async () => {
  const server = databaseUrl({ MCC_DATA_DIR: process.env.E2E_DATA_DIR });
  const name = `installation_${randomUUID().slice(0, 8)}`;
  await onServer(server, `create database ${name}`);
  const url = urlOf(server, name);
  const dataDir = mkdtempSync(join(tmpdir(), "mcc-e2e-installation-"));
  const secret = randomBytes(32).toString("hex");
  const children: ChildProcess[] = [];
  const owner = openOwner(url);
  return {
    sql: owner.sql,
    url,
    /** Starts one more process; resolves with its address, once it is ready. */
    start: (
      role: "all" | "web" | "worker",
      variables: Readonly<Record<string, string>> = {},
    ): Promise<string> => {
      const child = spawn(process.execPath, [MAIN], {
        env: {
          PATH: process.env.PATH,
          PORT: "0",
          DATABASE_URL: url,
          MCC_SECRET: secret,
          MCC_DATA_DIR: dataDir,
          MCC_ROLE: role,
          MCC_DEMO: "off",
          LOG_LEVEL: "info",
          ...variables,
        },
      });
      children.push(child);
      return whenReady(child, role === "worker");
    },
    stop: async () => {
      await Promise.all(
        children.map((child) => {
          const gone = new Promise((resolve) => child.once("exit", resolve));
          return child.kill("SIGTERM") ? gone : undefined;
        }),
      );
      await owner.close();
      await onServer(server, `drop database ${name} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
