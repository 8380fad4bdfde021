import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { restore } from "../apps/server/src/platform/backup/restore.ts";

/** `npm run restore`: puts a backup in the place of the data directory, while no server runs on it. */
const USAGE = "npm run restore -- FILE.tar.gz [--replace]";

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: "boolean", default: false } },
  });
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new Error(USAGE);
  const dataDir = resolve(process.env.MCC_DATA_DIR || ".data");
  const { info, kept } = await restore(dataDir, resolve(file), values);
  console.log(`${dataDir} is as it was at ${info.created_at}. Start the server with npm start.`);
  if (kept) console.log(`What was there before is in ${kept}: delete it when all is well.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
