import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../embedded-postgres/launcher.ts";
import { migrate } from "../platform/db/migrate.ts";
import { onServer, TEMPLATE, urlOf } from "./databases.ts";
import { startTestServer } from "./test-server.ts";

export const makeTemplate = async (serverUrl: string): Promise<void> => {
  await onServer(serverUrl, `create database ${TEMPLATE}`);
  const template = urlOf(serverUrl, TEMPLATE);
  await migrate(template);
  // With the queues and schedules of all jobs, which take longer to create than to copy.
  const { close } = await startTestServer({}, { serverUrl, name: TEMPLATE });
  await close();
};

/** One real PostgreSQL for the whole run, with a migrated database that every test file clones. */
export const setup = async (project: { provide(key: "postgresUrl", value: string): void }) => {
  const directory = mkdtempSync(join(tmpdir(), "mcc-test-"));
  chmodSync(directory, 0o755); // run by root, PostgreSQL is another user
  const postgres = await startPostgres(directory, {
    flags: ["fsync=off", "full_page_writes=off", "autovacuum=off", "max_connections=300", "max_wal_size=4GB"],
  });
  await makeTemplate(postgres.url);
  project.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  };
};
