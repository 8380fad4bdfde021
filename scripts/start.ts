import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { readSettings } from "../apps/server/src/env.ts";
import { buildWebIfStale } from "./build-web.ts";

/** `npm start`: builds what is outdated, then becomes the server. An invalid setting is reported before anything starts. */
const settings = (() => {
  try {
    return readSettings(process.env);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
})();
try {
  if (settings.role !== "worker") await buildWebIfStale();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
// A second start need not compile every file again. With another database it writes to its data directory only.
enableCompileCache(settings.databaseUrl ? join(settings.dataDir, "compile-cache") : undefined);
await import("../apps/server/src/main.ts");
