import { buildWebIfStale } from "./build-web.ts";

/** `npm start`: builds what is stale, then becomes the server. */
if (process.env.MCC_ROLE !== "worker") buildWebIfStale();
await import("../apps/server/src/main.ts");
