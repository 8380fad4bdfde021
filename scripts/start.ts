import { enableCompileCache } from "node:module";
import { readSettings } from "../apps/server/src/env.ts";
import { buildWebIfStale } from "./build-web.ts";

/** `npm start`: builds what is outdated, then becomes the server. An invalid setting is reported before anything starts. */
try {
  if (readSettings(process.env).role !== "worker") await buildWebIfStale();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
enableCompileCache(); // a second start need not compile every file again
await import("../apps/server/src/main.ts");
