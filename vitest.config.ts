import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** `npm run battery` runs more cases, which take longer. */
const BATTERY = Number(process.env.MCC_BATTERY || 1);
const here = (folder: string) => join(import.meta.dirname, folder);

/** Loading the modules takes longer than most tests: once in each worker. Components and servers leave too much behind for that. */
const together = { isolate: false };

export default defineConfig({
  test: {
    projects: [
      { test: { name: "scripts", root: here("scripts"), include: ["*.test.ts"] } },
      {
        test: {
          name: "contract",
          root: here("packages/contract"),
          include: ["src/**/*.test.ts"],
          ...together,
        },
      },
      { test: { name: "ui", root: here("packages/ui"), include: ["src/**/*.test.ts"], ...together } },
      { test: { name: "web", root: here("apps/web"), include: ["src/**/*.test.ts"], ...together } },
      {
        test: {
          name: "components",
          root: here("apps/web"),
          include: ["src/**/*.test.tsx"],
          exclude: ["src/**/*.types.test.tsx"],
          environment: "happy-dom",
          environmentOptions: { happyDOM: { url: "https://manager.acme.example/" } },
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "server",
          root: here("apps/server"),
          include: ["src/**/*.test.ts"],
          globalSetup: [here("apps/server/src/testing/global-setup.ts")],
          testTimeout: 20_000 * BATTERY,
          hookTimeout: 60_000 * BATTERY,
        },
      },
    ],
    maxWorkers: 2,
  },
});
