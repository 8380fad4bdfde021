import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWebIfStale } from "../../scripts/build-web.ts";
import type { Options } from "./options.ts";
import type { StageResult } from "./stage-result.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The generated and the random checks, and those of races, crashes and limits. */
const FILES = [
  "apps/server/src/testing/every-endpoint",
  "apps/server/src/platform/access",
  "apps/server/src/platform/db/rollups.test.ts",
  "apps/server/src/platform/db/failover.test.ts",
  "apps/server/src/platform/db/pool-shares.test.ts",
  "apps/server/src/platform/http",
  "apps/server/src/platform/files",
  "apps/server/src/platform/mail",
  "apps/server/src/platform/outgoing",
  "apps/server/src/features/decisions/races.test.ts",
  "apps/server/src/features/decisions/order-edits.races.test.ts",
  "apps/server/src/features/decisions/crash.test.ts",
  "apps/server/src/features/budgets/budget-draws.test.ts",
  "apps/server/src/features/budgets/budget-races.test.ts",
  "apps/server/src/features/approval-steps/eligibility.test.ts",
  "apps/server/src/features/notices/reminders.workers.test.ts",
  "apps/server/src/features/notices/notices.workers.test.ts",
  "apps/server/src/features/alerts/trigger.crash.test.ts",
  "apps/server/src/features/alerts/trigger.workers.test.ts",
  "apps/server/src/features/integration",
  "apps/server/src/features/documents",
  "apps/server/src/features/reports/report-kills.test.ts",
  "apps/server/src/features/hierarchy/hierarchy-scope.test.ts",
  "apps/server/src/features/imports",
  "apps/server/src/features/sign-in",
  "packages/contract/src",
  "scripts/regular-expressions.test.ts",
];
const MINUTES_EACH = 15;

interface Report {
  readonly numPassedTests?: number;
  readonly testResults?: readonly {
    readonly name: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
      readonly meta?: { readonly cases?: number };
    }[];
  }[];
}

const readReport = (file: string): Report | undefined => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
};

/** The checks of `npm test` that are made of generated cases, with so many times as many of them. */
export const runCases = async ({ cases, seed }: Options): Promise<StageResult> => {
  await buildWebIfStale(); // some tests start the product
  const directory = mkdtempSync(join(tmpdir(), "mcc-battery-"));
  const file = join(directory, "vitest.json");
  const started = performance.now();
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const child = spawn(
    process.execPath,
    [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", ...reporters, ...FILES],
    {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, MCC_BATTERY: String(cases), MCC_FUZZ_SEED: String(seed) },
      timeout: (MINUTES_EACH + cases * 5) * 60_000,
    },
  );
  const code = await new Promise((resolve) => child.once("exit", resolve));
  const report = readReport(file);
  rmSync(directory, { recursive: true, force: true });
  const files = report?.testResults ?? [];
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const findings = [
    ...tests
      .filter(({ status }) => status === "failed")
      .map(({ title, failureMessages = [] }) => `${title}: ${failureMessages.join(" ").slice(0, 2_000)}`),
    // A file that could not be loaded has no tests to fail.
    ...files
      .filter(({ assertionResults, message }) => assertionResults.length === 0 && message)
      .map(({ name, message }) => `${name}: ${message}`),
  ];
  if (code !== 0 && findings.length === 0) findings.push(`The tests ended with ${code} and no report.`);
  return {
    stage: "generated cases",
    cases: tests.reduce((sum, { meta }) => sum + (meta?.cases ?? 1), 0),
    findings,
    figures: [
      ["tests passed", report?.numPassedTests ?? 0],
      ["minutes", ((performance.now() - started) / 60_000).toFixed(1)],
    ],
  };
};
