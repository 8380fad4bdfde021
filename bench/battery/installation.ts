import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@mcc/server/src/embedded-postgres/free-port.ts";
import { startPostgres } from "@mcc/server/src/embedded-postgres/launcher.ts";
import { migrate } from "@mcc/server/src/platform/db/migrate.ts";
import { openOwner } from "@mcc/server/src/testing/database-owner.ts";
import { startMailServer } from "@mcc/server/src/testing/mail-catcher.ts";
import { startS3 } from "@mcc/server/src/testing/s3-server.ts";
import { startServerSwitch } from "@mcc/server/src/testing/server-switch.ts";
import { buildWebIfStale } from "../../scripts/build-web.ts";
import { SECRET } from "../processes.ts";
import { startServerProcess } from "./server-process.ts";
import type { Findings } from "./stage-result.ts";

/** Two web processes and a worker, with PostgreSQL, a mail server and an S3 store behind links that can be cut. */
export const startInstallation = async (findings: Findings) => {
  await buildWebIfStale();
  const directory = mkdtempSync(join(tmpdir(), "mcc-battery-"));
  chmodSync(directory, 0o755); // run by root, PostgreSQL is another user
  const postgres = await startPostgres(directory);
  await migrate(postgres.url);
  const owner = openOwner(postgres.url);
  const [disk] = await owner.sql(
    "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits",
  );
  if (disk?.fsync !== "on" || disk?.commits !== "on")
    throw new Error("PostgreSQL does not wait for the disk: nothing would be proven.");

  const [mail, store] = [await startMailServer(), await startS3()];
  const links = {
    database: { url: postgres.url, link: await startServerSwitch(postgres.url) },
    mail: await linkTo(`smtp://127.0.0.1:${mail.port}`),
    storage: await linkTo(store.settings.endpoint),
  };
  const { bucket, accessKey, secretKey } = store.settings;
  const variables = {
    DATABASE_URL: links.database.link.url,
    MCC_SECRET: SECRET,
    MCC_PUBLIC_URL: "http://127.0.0.1",
    MCC_DATA_DIR: directory,
    SMTP_URL: links.mail.link.url,
    S3_ENDPOINT: links.storage.link.url.replace(/\/$/, ""),
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  };
  const errors = new Map<string, number>();
  const logs = {
    onError: (name: string, line: string) => {
      const said = `${name.split(" ")[0]}: ${messageIn(line)}`;
      errors.set(said, (errors.get(said) ?? 0) + 1);
    },
    onLost: (name: string, how: string) => findings.add(`${name} ended by itself with ${how}`),
  };
  const start = async (name: string, role: "web" | "worker") =>
    startServerProcess(name, await freePort(), { ...variables, MCC_ROLE: role }, logs);
  const webs = [await start("web 1", "web"), await start("web 2", "web")] as const;
  const worker = await start("worker", "worker");

  const isReady = async (address: string): Promise<boolean> => {
    try {
      const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  };

  return {
    owner,
    url: postgres.url,
    mail,
    store,
    links,
    webs,
    worker,
    processes: [...webs, worker],
    /** What the processes have logged as errors, and how often. */
    errors,
    /** The time until both web processes answer that everything is reachable; undefined if that took too long. */
    untilReady: async (within: number): Promise<number | undefined> => {
      const started = performance.now();
      for (;;) {
        const ready = await Promise.all(webs.map(({ address }) => isReady(address)));
        const took = performance.now() - started;
        if (ready.every(Boolean)) return took;
        if (took > within) return undefined;
        await wait(50);
      }
    },
    /** It is started again by its launcher, on the same port. */
    killPostgres: (): void => {
      const [pid] = readFileSync(join(directory, "postgres/postmaster.pid"), "utf8").split("\n");
      process.kill(Number(pid), "SIGKILL");
    },
    stop: async () => {
      await Promise.all([...webs, worker].map((one) => one.stop()));
      await Promise.all(Object.values(links).map(({ link }) => link.stop()));
      await owner.close();
      await mail.stop();
      await store.stop();
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
export type Installation = Awaited<ReturnType<typeof startInstallation>>;

const linkTo = async (url: string) => ({ url, link: await startServerSwitch(url) });

const messageIn = (line: string): string => {
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string; code?: string } };
    // The message of an error without code, and without ids.
    return [msg, err?.code ?? err?.message?.replace(/ \(.*\)$/, "")].filter(Boolean).join(", ").slice(0, 80);
  } catch {
    return line.slice(0, 160);
  }
};
