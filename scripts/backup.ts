import { resolve } from "node:path";
import { backUp } from "../apps/server/src/platform/backup/backup.ts";
import { databaseUrl } from "./database-url.ts";

/** `npm run backup`: the embedded database and the documents in one file, while the server runs. */
const USAGE = "npm run backup -- FILE.tar.gz";

try {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) throw new Error(USAGE);
  if (process.env.DATABASE_URL) {
    throw new Error("DATABASE_URL is set: back up that PostgreSQL as docs/operations.md describes.");
  }
  const dataDir = resolve(process.env.MCC_DATA_DIR || ".data");
  const { files } = await backUp(dataDir, databaseUrl(process.env), resolve(file));
  console.log(`${files.toLocaleString("en-US")} files are in ${file}. It contains secrets: keep it private.`);
  if (process.env.S3_BUCKET) console.log("Documents are in S3: back up the bucket, too.");
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
