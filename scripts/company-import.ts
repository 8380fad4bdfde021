import { readSettings } from "../apps/server/src/env.ts";
import { importCompany } from "../apps/server/src/features/company-data/import-company.ts";
import { openStorage } from "../apps/server/src/platform/files/open-storage.ts";
import { makeLog } from "../apps/server/src/platform/log.ts";
import { databaseUrl } from "./database-url.ts";

/** `npm run company-import`: reads the export of a company into this installation. */
const USAGE = "npm run company-import -- FILE.tar";

try {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) throw new Error(USAGE);
  const url = databaseUrl(process.env);
  const settings = readSettings(process.env);
  const deps = { url, settings, storage: await openStorage(settings), log: makeLog("silent") };
  const { company, tables, documents } = await importCompany(deps, file);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${company.name}: ${rows.toLocaleString("en-US")} records and ${documents.count.toLocaleString("en-US")} documents imported. Users set a new password; keys, second factors and secrets are made again.`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
