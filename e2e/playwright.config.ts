import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

const PORT = process.env.E2E_PORT ?? "4173";
const root = join(import.meta.dirname, "..");
// Kept in the environment, so that the workers, which read this file again, see the same folder.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), "mcc-e2e-"));
chmodSync(process.env.E2E_DATA_DIR, 0o755); // run by root, PostgreSQL is another user

/**
 * A browser uses only the last list it is given: Playwright's own, and the suggestions below the address bar, which
 * tests do not need. They are pages themselves, rendered for every window, and cost more than the tested page.
 */
const DISABLED = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
];

const CHROMIUM = process.env.CHROMIUM_PATH || "/usr/bin/chromium";

/** Files and tags of tests that look at a PDF. */
const SHOWS_PDF = /document\S*\.spec|@pdf/;

const launched = (executablePath: string) => ({
  launchOptions: {
    executablePath,
    // Without a locale of UTF-8, Chromium replaces names of files that have other letters than ASCII.
    env: { ...process.env, LC_ALL: "C.UTF-8" },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${DISABLED.join()}`,
    ],
  },
});

/** Tests in a real browser, against the product as `npm start` starts it. */
export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // In a full run a failed test is repeated once and, if it then passes, reported as flaky; alone it just fails.
  retries: Number(process.env.E2E_RETRIES ?? 0),
  // Limits for what hangs; a busy machine takes its time.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: [["list"], ["json"]],
  globalTeardown: "./remove-data.ts",
  use: {
    baseURL: `http://localhost:${PORT}`,
    viewport: { width: 1440, height: 900 },
    // Recording traces, also of passing tests, takes a third of the time: set E2E_TRACE=on to get them.
    trace: process.env.E2E_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    actionTimeout: 120_000,
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    { name: "browser", grepInvert: SHOWS_PDF, use: launched(process.env.HEADLESS_SHELL_PATH || CHROMIUM) },
    { name: "pdf", grep: SHOWS_PDF, use: launched(CHROMIUM) },
  ],
  webServer: {
    command: "node scripts/start.ts",
    cwd: root,
    url: `http://localhost:${PORT}/readyz`,
    timeout: 600_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    // The demo is as of one day, so that a run finds the same records whenever it is made.
    env: {
      PORT,
      MCC_DATA_DIR: process.env.E2E_DATA_DIR,
      MCC_DEMO_DATE: "2026-03-16",
      LOG_LEVEL: "warn",
      DATABASE_URL: "",
    },
    stdout: "ignore",
    stderr: "pipe",
  },
});
