import { parseArgs } from "node:util";
import { verifyBudgets } from "../apps/server/src/features/budgets/budget-verification.ts";
import { openDatabase } from "../apps/server/src/platform/db/database.ts";
import { databaseUrl } from "./database-url.ts";

/** `npm run budgets`: checks that every balance is the sum of its entries, and these what the orders cost. */
const USAGE = "npm run budgets -- verify [--company acme-drilling]";

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { company: { type: "string" } },
  });
  if (positionals.length !== 1 || positionals[0] !== "verify") throw new Error(USAGE);
  const database = openDatabase(databaseUrl(process.env), () => {});
  try {
    const { succeeded, lines } = await verifyBudgets(database.platform, values.company);
    for (const line of lines) console.log(line);
    if (!succeeded) process.exitCode = 1;
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
