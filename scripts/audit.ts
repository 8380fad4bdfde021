import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readSettings, type Settings } from "../apps/server/src/env.ts";
import { storedHeads } from "../apps/server/src/features/audit/audit-heads.service.ts";
import { readHeads } from "../apps/server/src/features/audit/audit-heads.ts";
import { verifyWithHeads } from "../apps/server/src/features/audit/audit-verification.ts";
import { readCertificate } from "../apps/server/src/features/audit/deletion-certificate.service.ts";
import { makeContentSigner } from "../apps/server/src/platform/access/secrets/content-signer.ts";
import { openDatabase } from "../apps/server/src/platform/db/database.ts";
import { openStorage } from "../apps/server/src/platform/files/open-storage.ts";
import { loadSecrets } from "../apps/server/src/secret.ts";
import { databaseUrl } from "./database-url.ts";

/** `npm run audit`: checks that no audit entry was changed or removed since it was written. */
const USAGE =
  "npm run audit -- verify [--company acme-drilling] [--heads FILE], or npm run audit -- certificate FILE";

const signerOf = ({ secrets, dataDir }: Settings) =>
  makeContentSigner("audit heads", ...(secrets ?? loadSecrets(dataDir)));

/** Those of the file, or else those that the server has stored. */
const knownHeads = async (file: string | undefined) => {
  if (process.env.DATABASE_URL && !process.env.MCC_SECRET) {
    if (file === undefined) return undefined;
    throw new Error("MCC_SECRET must be set: the key that signs the heads is made from it.");
  }
  const settings = readSettings(process.env);
  const auditSigner = signerOf(settings);
  const heads =
    file === undefined
      ? await storedHeads({ storage: await openStorage(settings), auditSigner })
      : readHeads(auditSigner, readFileSync(file, "utf8"));
  return heads && { heads, signer: auditSigner };
};

/** Whether this installation has signed that a company was deleted. */
const checkCertificate = (file: string): void => {
  const signer = signerOf(readSettings(process.env));
  const found = readCertificate(signer, readFileSync(file, "utf8"));
  if (!found) throw new Error("This is no certificate of this installation, or it was changed.");
  console.log(`${found.company.name} was deleted on ${found.deleted_at}. The signature fits.`);
};

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { company: { type: "string" }, heads: { type: "string" } },
  });
  if (positionals.length === 2 && positionals[0] === "certificate")
    return checkCertificate(String(positionals[1]));
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
