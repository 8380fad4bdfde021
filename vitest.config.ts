import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** `npm run battery` runs more cases, which take longer. */
const BATTERY = Number(process.env.MCC_BATTERY || 1);
const here = (folder: string) => join(import.meta.dirname, folder);

/** Loading the modules takes longer than most tests: once in each worker. Not where tests share a document. */
const together = { isolate: false };
/** The zone in which the expected dates of the web are written. */
const zone = { env: { TZ: "America/Chicago" } };
const setupFiles = [here("scripts/print-on-failure.ts")];

export default defineConfig({
  test: {
    projects: [
      { test: { name: "scripts", root: here("scripts"), include: ["*.test.ts"], setupFiles } },
      {
        test: {
          name: "contract",
          root: here("packages/contract"),
          include: ["src/**/*.test.ts"],
          setupFiles,
          ...together,
        },
      },
      {
        test: {
          name: "client",
          root: here("packages/client"),
          include: ["src/**/*.test.ts"],
          setupFiles,
          ...together,
        },
      },
      {
        test: {
          name: "ui",
          root: here("packages/ui"),
          include: ["src/**/*.test.ts"],
          setupFiles,
          ...together,
        },
      },
      {
        test: {
          name: "web",
          root: here("apps/web"),
          include: ["src/**/*.test.ts"],
          setupFiles,
          ...together,
          ...zone,
        },
      },
      {
        test: {
          name: "components",
          root: here("apps/web"),
          include: ["src/**/*.test.tsx"],
          exclude: ["src/**/*.types.test.tsx"],
          setupFiles,
          ...zone,
          environment: "happy-dom",
          environmentOptions: {
            happyDOM: {
              url: "https://manager.acme.example/",
              // A frame gets its address and loads nothing. Without the first setting happy-dom prints an error for each.
              settings: {
                enableIframePageLoading: true,
                navigation: { disableChildFrameNavigation: true },
                device: { prefersReducedMotion: "reduce" },
              },
            },
          },
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: "server",
          root: here("apps/server"),
          include: ["src/**/*.test.ts"],
          globalSetup: [here("apps/server/src/testing/global-setup.ts")],
          setupFiles: [here("apps/server/src/testing/setup.ts")],
          ...together,
          testTimeout: 300_000 * BATTERY,
          expect: { poll: { timeout: 120_000, interval: 20 } },
          hookTimeout: 300_000 * BATTERY,
        },
      },
    ],
    maxWorkers: 2,
  },
});
