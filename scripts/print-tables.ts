import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../apps/server/src/embedded-postgres/launcher.ts";
import { migrate } from "../apps/server/src/platform/db/migrate.ts";
import { printTables } from "../apps/server/src/testing/table-types.ts";

/** `npm run tables`: regenerates the table types from a freshly migrated database. */
const directory = mkdtempSync(join(tmpdir(), "mcc-tables-"));
chmodSync(directory, 0o755);
const postgres = await startPostgres(directory);
try {
  await migrate(postgres.url);
  writeFileSync("apps/server/src/platform/db/tables.ts", await printTables(postgres.url));
} finally {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
