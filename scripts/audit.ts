import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readSettings } from "../apps/server/src/env.ts";
import { storedHeads } from "../apps/server/src/features/audit/audit-heads.service.ts";
import { readHeads, type SignedHeads } from "../apps/server/src/features/audit/audit-heads.ts";
import { verifyWithHeads } from "../apps/server/src/features/audit/audit-verification.ts";
import { makeContentSigner } from "../apps/server/src/platform/access/content-signer.ts";
import { openDatabase } from "../apps/server/src/platform/db/database.ts";
import { openStorage } from "../apps/server/src/platform/files/open-storage.ts";
import { loadSecrets } from "../apps/server/src/secret.ts";
import { databaseUrl } from "./database-url.ts";

/** `npm run audit`: checks that no audit entry was changed or removed since it was written. */
const USAGE = "npm run audit -- verify [--company acme-drilling] [--heads FILE]";

/** Those of the file, or else those that the server has stored. */
const knownHeads = async (file: string | undefined): Promise<SignedHeads | undefined> => {
  if (process.env.DATABASE_URL && !process.env.MCC_SECRET) {
    if (file === undefined) return undefined;
    throw new Error("MCC_SECRET must be set: the key that signs the heads is made from it.");
  }
  const settings = readSettings(process.env);
  const auditSigner = makeContentSigner(
    "audit heads",
    ...(settings.secrets ?? loadSecrets(settings.dataDir)),
  );
  if (file !== undefined) return readHeads(auditSigner, readFileSync(file, "utf8"));
  return storedHeads({ storage: await openStorage(settings), auditSigner });
};

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { company: { type: "string" }, heads: { type: "string" } },
  });
  if (positionals.length !== 1 || positionals[0] !== "verify") throw new Error(USAGE);
  const url = databaseUrl(process.env);
  const known = await knownHeads(values.heads);
  const database = openDatabase(url, () => {});
  try {
    const { succeeded, lines } = await verifyWithHeads(database, known, values.company);
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
