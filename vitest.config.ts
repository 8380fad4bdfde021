import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** `npm run battery` runs more cases, which take longer. */
const BATTERY = Number(process.env.MCC_BATTERY || 1);
const here = (folder: string) => join(import.meta.dirname, folder);

/** Limits for what hangs; a busy machine takes its time. */
const limits = {
  testTimeout: 300_000 * BATTERY,
  hookTimeout: 300_000 * BATTERY,
  expect: { poll: { timeout: 120_000, interval: 20 } },
};
/** Loading the modules takes longer than most tests: once in each worker. */
const together = { isolate: false };
/** The zone in which the expected dates of the web are written. */
const zone = { env: { TZ: "America/Chicago" } };
/** Without a browser. */
const pages = {
  ...limits,
  root: here("apps/web"),
  exclude: ["src/**/*.types.test.tsx"],
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
};
/** They listen to the whole document, or replace a module. */
const ALONE = ["src/app/**/*.test.tsx", "src/features/factors/own-factors.test.tsx"];
const setupFiles = [here("scripts/print-on-failure.ts")];

export default defineConfig({
  test: {
    projects: [
      { test: { name: "scripts", root: here("scripts"), include: ["*.test.ts"], setupFiles, ...limits } },
      {
        test: {
          name: "contract",
          root: here("packages/contract"),
          include: ["src/**/*.test.ts"],
          setupFiles,
          ...limits,
          ...together,
        },
      },
      {
        test: {
          name: "client",
          root: here("packages/client"),
          include: ["src/**/*.test.ts"],
          setupFiles,
          ...limits,
          ...together,
        },
      },
      {
        test: {
          name: "ui",
          root: here("packages/ui"),
          include: ["src/**/*.test.ts"],
          setupFiles,
          ...limits,
          ...together,
        },
      },
      {
        test: {
          name: "web",
          root: here("apps/web"),
          include: ["src/**/*.test.ts"],
          setupFiles,
          ...limits,
          ...together,
          ...zone,
        },
      },
      {
        test: {
          name: "components",
          ...pages,
          include: ["src/**/*.test.tsx"],
          exclude: [...pages.exclude, ...ALONE],
          setupFiles: [...setupFiles, here("apps/web/src/testing/new-document.ts")],
          ...together,
        },
      },
      { test: { name: "app", ...pages, include: ALONE, setupFiles } },
      {
        test: {
          name: "server",
          root: here("apps/server"),
          include: ["src/**/*.test.ts"],
          globalSetup: [here("apps/server/src/testing/global-setup.ts")],
          setupFiles: [here("apps/server/src/testing/setup.ts")],
          ...together,
          ...limits,
        },
      },
    ],
    maxWorkers: 2,
  },
});
