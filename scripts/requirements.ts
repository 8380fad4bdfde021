import { join } from "node:path";
import { parseArgs } from "node:util";
import { isTest, ROOT, repositoryFiles } from "./check-files.ts";
import { titlesOf } from "./check-titles.ts";
import { areaOf, idsOf, listedIds, readUnproven } from "./requirement-ids.ts";

/**
 * `npm run requirements`: which requirements no test names yet, by area. It reads titles and runs nothing; what is
 * proven is counted by `npm test` from the reports of the tests that passed.
 */
const TESTED_FOLDERS = /^(packages|apps|e2e|scripts)\//;

const { values: options } = parseArgs({ options: { quiet: { type: "boolean" } } });

const listed = listedIds();
const areas = new Set(listed.map(areaOf));
const named = new Set<string>();
const problems: string[] = [];

// Other texts look like an id too: UTF-8 is none, a misspelled area with three digits is.
const isUnknown = (id: string): boolean =>
  !listed.includes(id) && (areas.has(areaOf(id)) || /-\d{3}$/.test(id));

for (const file of repositoryFiles().filter((file) => TESTED_FOLDERS.test(file) && isTest(file))) {
  for (const title of titlesOf(join(ROOT, file))) {
    const { proves, partly } = idsOf(title);
    for (const id of proves) named.add(id);
    for (const id of [...proves, ...partly].filter(isUnknown)) {
      problems.push(`${id} is in no line of docs/requirements.md but in a title of ${file}.`);
    }
  }
}

const unproven = readUnproven();
if (unproven.join() !== [...new Set(unproven)].sort().join()) {
  problems.push("docs/requirements-unnamed.txt must be sorted and name each id once.");
}
for (const id of unproven.filter((id) => !listed.includes(id))) {
  problems.push(`${id} is in docs/requirements-unnamed.txt but in no line of docs/requirements.md.`);
}
const lost = listed.filter((id) => !named.has(id) && !unproven.includes(id));
if (lost.length > 0) {
  problems.push(
    `No title names ${lost.join(", ")}, and docs/requirements-unnamed.txt does not list them: restore the test.`,
  );
}

if (!options.quiet) {
  for (const [area, ids] of Map.groupBy(listed, areaOf)) {
    const missing = ids.filter((id) => !named.has(id));
    console.log(
      `${area.padEnd(6)} ${String(ids.length - missing.length).padStart(3)} of ${ids.length} named`,
    );
    if (missing.length > 0) console.log(`       missing: ${missing.join(" ")}`);
  }
}
const count = listed.filter((id) => named.has(id)).length;
console.log(
  `${listed.length} requirements, ${count} named by a test, ${listed.length - count} not named yet.`,
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
