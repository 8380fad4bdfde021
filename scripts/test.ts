import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWebIfStale } from "./build-web.ts";
import { findChromium, findHeadlessShell } from "./chromium.ts";
import {
  failedTitles,
  type PlaywrightReport,
  provenIds,
  repeatedTitles,
  trace,
  type VitestReport,
} from "./proven.ts";
import { listedIds, readUnproven, writeUnproven } from "./requirement-ids.ts";

/** `npm test`: everything, in the order in which it fails fastest; every step runs, and the last line adds them up. */
const reports = mkdtempSync(join(tmpdir(), "mcc-reports-"));
const counted = { passed: 0, failed: 0 };
const root = join(import.meta.dirname, "..");

const step = (title: string, script: string, args: string[], env: Record<string, string> = {}): boolean => {
  console.log(`\n── ${title}`);
  const started = performance.now();
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  console.log(
    `── ${title}: ${status === 0 ? "ok" : "failed"} in ${Math.round((performance.now() - started) / 1000)} s`,
  );
  return status === 0;
};

const readReport = <T>(file: string): Partial<T> => {
  try {
    return JSON.parse(readFileSync(join(reports, file), "utf8"));
  } catch {
    return {};
  }
};

const add = (passed: unknown, failed: unknown, ok: boolean): void => {
  counted.passed += Number(passed ?? 0);
  // A run that broke before it could count is a failure all the same.
  counted.failed += Number(failed ?? 0) || (ok ? 0 : 1);
};

const check = step("check", "scripts/check.ts", []);
add(check ? 1 : 0, 0, check);

// Processes of the product are started by tests of both kinds, and serve the built pages.
await buildWebIfStale();
const unit = step("unit and API tests", "node_modules/vitest/vitest.mjs", [
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${join(reports, "vitest.json")}`,
]);
const vitest = readReport<VitestReport>("vitest.json");
add(vitest.numPassedTests, vitest.numFailedTests, unit);

const chromium = findChromium();
const browser = step(
  "browser tests",
  "node_modules/@playwright/test/cli.js",
  ["test", "--config=e2e/playwright.config.ts"],
  {
    CHROMIUM_PATH: chromium,
    HEADLESS_SHELL_PATH: findHeadlessShell() ?? "",
    E2E_RETRIES: "1",
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, "playwright.json"),
  },
);
const playwright = readReport<PlaywrightReport>("playwright.json");
const { stats } = playwright;
add((stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected, browser);

/** Counts the requirements proven by the passed tests; fails the run if one is no longer proven. */
const countRequirements = (): boolean => {
  if (!vitest.testResults || !stats) {
    console.error("The requirements were not counted: a report of the tests is missing.");
    return false;
  }
  const [listed, unproven] = [listedIds(), readUnproven()];
  const { lost, gained } = trace(listed, unproven, provenIds(vitest, playwright));
  if (gained.length > 0) {
    writeUnproven(unproven.filter((id) => !gained.includes(id)));
    console.log(`docs/requirements-unnamed.txt is shorter by ${gained.join(", ")}: commit it.`);
  }
  if (lost.length > 0) console.error(`No test that passed proves ${lost.join(", ")}.`);
  return lost.length === 0;
};
console.log("\n── requirements");
const proven = countRequirements();
add(proven ? 1 : 0, 0, proven);

for (const title of repeatedTitles(playwright)) console.log(`REPEATED ${title}`);
for (const title of failedTitles(vitest, playwright)) console.log(`FAILED ${title}`);
rmSync(reports, { recursive: true, force: true });
console.log(`\n${counted.passed} passed, ${counted.failed} failed`);
process.exit(counted.failed === 0 ? 0 : 1);
