import { mkdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { makeApp } from "./app.ts";
import { demoFacts, fillDemo } from "./demo/fill-demo.ts";
import { storefrontKeys } from "./demo/storefront/keys.ts";
import { registerStorefront, revokeStorefront } from "./demo/storefront/register.ts";
import { switchDemo } from "./demo/switch.ts";
import { systemUser } from "./embedded-postgres/binaries.ts";
import { lockDataDir } from "./embedded-postgres/data-dir-lock.ts";
import { type EmbeddedPostgres, startPostgres } from "./embedded-postgres/launcher.ts";
import type { Settings } from "./env.ts";
import { SWEEP_APPROVERS } from "./features/approval-steps/notify-approvers.service.ts";
import { allJobs } from "./jobs.ts";
import { makeCompanyKeyUse } from "./platform/access/keys/company-key-use.ts";
import { hashPassword } from "./platform/access/password.ts";
import { makeContentSigner } from "./platform/access/secrets/content-signer.ts";
import { makeSignedLinks } from "./platform/access/secrets/signed-links.ts";
import { makeTextCipher } from "./platform/access/secrets/text-cipher.ts";
import { makeSessionUse } from "./platform/access/session-use.ts";
import { makeTokens } from "./platform/access/tokens.ts";
import { openDatabase } from "./platform/db/database.ts";
import { migrate } from "./platform/db/migrate.ts";
import { openStorage } from "./platform/files/open-storage.ts";
import { keepDataDirPrivate } from "./platform/files/private-files.ts";
import { makeRequestUse } from "./platform/http/limits/request-use.ts";
import { startJobQueue } from "./platform/jobs/job-queue.ts";
import { openChangeFeed } from "./platform/live/change-feed.ts";
import { makeEventStreams } from "./platform/live/event-streams.ts";
import type { Log } from "./platform/log.ts";
import type { Services } from "./platform/services.ts";
import { setTracer } from "./platform/tracing.ts";
import { loadSecrets } from "./secret.ts";

/** A running installation: one process of it. */
export interface Running {
  /** The address it listens on; undefined for a worker. */
  readonly address: string | undefined;
  readonly services: Services;
  readonly postgres: EmbeddedPostgres | undefined;
  stop(): Promise<void>;
}

/** Long enough for requests of users; then the rest is aborted, so that there is time left to stop the database. */
const DRAIN_TIMEOUT = 6_000;

/** Runs steps in sequence, with a time limit; unfinished steps are abandoned. */
const drain = async (steps: readonly (() => unknown)[], log: Log): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, DRAIN_TIMEOUT, "late");
  });
  for (const step of steps) {
    if ((await Promise.race([step(), late])) === "late") log.warn("stopping aborts unfinished work");
  }
  clearTimeout(timer);
};

/**
 * Starts everything in sequence, and cleans up in reverse order when a step fails or when it is stopped. A stop during
 * the start does not wait for the remaining steps: no process may be left running after the time for stopping.
 */
export const start = async (settings: Settings, log: Log, stopping: AbortSignal): Promise<Running> => {
  const cleanups: (() => unknown)[] = [];
  const drains: (() => unknown)[] = [];
  const stop = async () => {
    await drain(drains.splice(0).reverse(), log);
    for (const step of cleanups.splice(0).reverse()) await step();
  };
  try {
    if (settings.traces) cleanups.push(await startTraces(settings.traces.ratio));
    const embedded = settings.databaseUrl ? undefined : await startEmbedded(settings, log, cleanups);
    const pooledUrl = settings.databaseUrl ?? (embedded as EmbeddedPostgres).url;
    const url = settings.directUrl ?? pooledUrl;
    stopping.throwIfAborted();
    const secrets = settings.secrets ?? loadSecrets(settings.dataDir);
    const applied = await migrate(url);
    if (applied.length > 0) log.info({ applied }, "migrated");
    const storage = await openStorage(settings);
    stopping.throwIfAborted();
    if (settings.demo) await fill(url, storage, settings.demoDate ?? new Date(), log, stopping);
    await switchDemo(url, settings.demo ? "on" : "off");
    const storefront = storefrontKeys(secrets[0]);
    if (!settings.demo) await revokeStorefront(url, storefront);
    stopping.throwIfAborted();
    const database = openDatabase(
      pooledUrl,
      (error) => log.warn({ err: error }, "database connection lost"),
      settings,
    );
    drains.push(() => database.close());
    const sessionUse = makeSessionUse(database, log);
    drains.push(() => sessionUse.stop());
    const requestUse = makeRequestUse(database, log);
    drains.push(() => requestUse.stop());
    const companyKeyUse = makeCompanyKeyUse(database, log);
    drains.push(() => companyKeyUse.stop());
    const changes = openChangeFeed(database, log);
    drains.push(() => changes.stop());

    let app: FastifyInstance | undefined;
    let address: string | undefined;
    const base = {
      settings,
      database,
      storage,
      changes,
      streams: makeEventStreams(database, changes, log),
      tokens: makeTokens(...secrets),
      sessionUse,
      requestUse,
      companyKeyUse,
      signedLinks: makeSignedLinks(...secrets),
      textCipher: makeTextCipher(...secrets),
      auditSigner: makeContentSigner("audit heads", ...secrets),
      log,
      publicUrl: () => settings.publicUrl ?? address ?? `http://localhost:${settings.port}`,
    };
    const jobs = await startJobQueue(url, (queue) => allJobs(base, queue), {
      works: settings.role !== "web",
      log,
    });
    drains.push(() => jobs.stop());
    const services: Services = { ...base, jobs };
    if (settings.role !== "worker") {
      app = makeApp(services, { storefront: settings.demo ? storefront : undefined });
      drains.push(() => app?.close());
      address = await listen(app, settings);
      if (settings.demo) await registerStorefront(url, services.publicUrl(), storefront);
    }
    // The mailbox of the demo has messages from the start.
    if (settings.demo) jobs.requestJobSoon(SWEEP_APPROVERS, {}, "start");
    return { address, services, postgres: embedded, stop };
  } catch (error) {
    await stop();
    stopping.throwIfAborted(); // the error was caused by stopping
    throw error;
  }
};

/** A target that does not answer must not hold up the stop. */
const TRACES_TIMEOUT = 1_000;

const startTraces = async (ratio: number | undefined): Promise<() => Promise<unknown>> => {
  const { startOpenTelemetry } = await import("./platform/open-telemetry.ts");
  const { tracer, stop } = startOpenTelemetry(ratio);
  setTracer(tracer);
  return () => Promise.race([stop().catch(() => {}), wait(TRACES_TIMEOUT)]);
};

const startEmbedded = async ({ dataDir }: Settings, log: Log, cleanups: (() => unknown)[]) => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  cleanups.push(lockDataDir(dataDir));
  keepDataDirPrivate(dataDir, systemUser()?.gid);
  const postgres = await startPostgres(dataDir, {
    onLog: (line) => log.debug({ postgres: line }, "postgres"),
    onLost: () => {
      log.fatal("the embedded PostgreSQL cannot be kept running");
      process.kill(process.pid, "SIGTERM");
    },
  });
  cleanups.push(() => postgres.stop());
  return postgres;
};

const fill = async (
  url: string,
  storage: Services["storage"],
  today: Date,
  log: Log,
  stopping: AbortSignal,
) => {
  const started = performance.now();
  const passwordHash = await hashPassword(demoFacts.password);
  await fillDemo({ url, storage, today, passwordHash, stopping });
  log.debug({ ms: Math.round(performance.now() - started) }, "demo ready");
};

const listen = async (app: FastifyInstance, { port, host }: Settings): Promise<string> => {
  try {
    const address = await app.listen({ port, host });
    return address.replace("127.0.0.1", "localhost").replace("[::1]", "localhost");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw new Error(`Port ${port} is already in use: set PORT to another one.`);
    if (code === "EACCES")
      throw new Error(`Port ${port} may not be used by this account: set PORT to another one.`);
    if (code === "EADDRNOTAVAIL") throw new Error(`HOST ${host} is not an address of this machine.`);
    throw error;
  }
};
