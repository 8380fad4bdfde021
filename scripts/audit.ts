import { parseArgs } from "node:util";
import { verifyAudit } from "../apps/server/src/features/audit/audit-chain.service.ts";
import { platformTransaction } from "../apps/server/src/platform/access/scope.ts";
import { openDatabase } from "../apps/server/src/platform/db/database.ts";
import { databaseUrl } from "./database-url.ts";

/** `npm run audit`: checks that no audit entry was changed or removed since it was written. */
const USAGE = "npm run audit -- verify [--company acme-drilling]";

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { company: { type: "string" } },
  });
  if (positionals.length !== 1 || positionals[0] !== "verify") throw new Error(USAGE);
  const database = openDatabase(databaseUrl(process.env), () => {});
  try {
    const chains = await platformTransaction(database, (db) => verifyAudit(db, values.company));
    if (chains.length === 0) throw new Error("There is no such company.");
    for (const { name, entries, broken } of chains) {
      const result = broken === null ? "all fit" : `entry ${broken} does not fit`;
      console.log(`${name}: ${entries.toLocaleString("en-US")} entries, ${result}`);
    }
    if (chains.some(({ broken }) => broken !== null)) process.exitCode = 1;
  } finally {
    await database.close();
  }
};

try {
  await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
