import { enableCompileCache } from "node:module";
import { readSettings } from "../apps/server/src/env.ts";
import { buildWebIfStale } from "./build-web.ts";

/** `npm start`: builds what is stale, then becomes the server. A wrong setting is told before anything is touched. */
try {
  if (readSettings(process.env).role !== "worker") await buildWebIfStale();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
enableCompileCache(); // a second start need not read every file anew
await import("../apps/server/src/main.ts");
