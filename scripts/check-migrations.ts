import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readRelease } from "../apps/server/src/testing/previous-release/kept-release.ts";
import { ROOT } from "./check-files.ts";
import { sideBySideProblems } from "./side-by-side.ts";

/**
 * During a rolling upgrade the previous version runs on the migrated database. Every migration that the previous release
 * does not have must let it, or say why it cannot.
 */
const FOLDER = join(ROOT, "apps/server/migrations");
const { migrations: released } = readRelease();

const problems = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".sql") && !(name in released))
  .flatMap((name) =>
    sideBySideProblems(readFileSync(join(FOLDER, name), "utf8")).map((problem) => `${name} ${problem}`),
  );
if (problems.length > 0) {
  console.error(problems.join("\n"));
  console.error("Do it in two releases (CONTRIBUTING.md), or say why not: -- not side by side: …");
  process.exitCode = 1;
}
