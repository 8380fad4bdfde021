import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { openOwner } from "./database-owner.ts";
import { onServer, TEMPLATE, urlOf } from "./databases.ts";
import { startProcess } from "./process.ts";
import { SECRET } from "./test-server.ts";

/** A copy of the template and a data directory for processes of the product; both go with the test file. */
export const openProcessDatabase = (purpose: string) => {
  const name = `${purpose}_${process.pid}`;
  const serverUrl = inject("postgresUrl");
  const url = urlOf(serverUrl, name);
  const dataDir = mkdtempSync(join(tmpdir(), `mcc-${purpose}-`));
  const owner = openOwner(url);
  beforeAll(() => onServer(serverUrl, `create database ${name} template ${TEMPLATE}`));
  afterAll(async () => {
    await owner.close();
    await onServer(serverUrl, `drop database ${name} with (force)`);
    rmSync(dataDir, { recursive: true, force: true });
  });
  const launch = (env: Record<string, string> = {}) =>
    startProcess({ DATABASE_URL: url, MCC_SECRET: SECRET, MCC_DATA_DIR: dataDir, ...env });
  return { name, url, dataDir, owner, launch };
};
