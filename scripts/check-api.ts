import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { breakingChanges } from "./api-changes.ts";
import { type ApiDescription, describeApi, printDescription } from "./api-description.ts";
import { ROOT } from "./check-files.ts";

/**
 * Compares the API with what released versions of the same major version promised. `npm run api-release` stores what
 * this version promises; once the changelog has its date, that stays.
 */
const FOLDER = join(ROOT, "packages/contract/released");

const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
const [major, minor] = version.split(".");
const name = `${major}.${minor}.json`;
const current = describeApi();

const store = (): void => {
  const changelog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  if (!changelog.includes(`## [${major}.${minor}.0] - unreleased`)) {
    throw new Error(`${major}.${minor} is released: what it promised stays. Raise the version first.`);
  }
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, name), printDescription(current));
  console.log(`Stored as packages/contract/released/${name}.`);
};

const check = (): void => {
  const stored = readdirSync(FOLDER).filter((file) => file.startsWith(`${major}.`));
  for (const file of stored) {
    const released = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as ApiDescription;
    const changes = breakingChanges(released, current);
    for (const change of changes) console.error(`Breaks ${file.replace(".json", "")}: ${change}.`);
    if (changes.length > 0) process.exitCode = 1;
  }
  console.log(`${Object.keys(current.endpoints).length} endpoints, ${stored.length} released versions.`);
  if (stored.length === 0) process.exitCode = 1;
};

if (process.argv.includes("--store")) store();
else check();
