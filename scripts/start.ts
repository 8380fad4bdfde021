import { enableCompileCache } from "node:module";
import { buildWebIfStale } from "./build-web.ts";

/** `npm start`: builds what is stale, then becomes the server. */
if (process.env.MCC_ROLE !== "worker") buildWebIfStale();
enableCompileCache(); // a second start need not read every file anew
await import("../apps/server/src/main.ts");
