import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isTest, ROOT, repositoryFiles } from "./check-files.ts";
import { titlesOf } from "./check-titles.ts";

const LIST = join(ROOT, "docs/requirements.md");
/** How many requirements no test names yet. That number may only fall. */
const UNNAMED = join(ROOT, "docs/requirements-unnamed.txt");

const TESTED_FOLDERS = /^(packages|apps|e2e)\//;
/** "… is refused (AUTH-001, AUTH-002)": ids count at the end of a title only. */
const IDS_AT_END = /\(([A-Z]+-\d+(?:, ?[A-Z]+-\d+)*)\)$/;

const areaOf = (id: string): string => id.slice(0, id.indexOf("-"));

const listedIds = (): string[] => {
  const ids = [...readFileSync(LIST, "utf8").matchAll(/^- ([A-Z]+-\d{3}) /gm)].map((match) => match[1] ?? "");
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`docs/requirements.md lists ${twice.join(", ")} twice.`);
  return ids;
};

/** Which files name which id. */
const namedIds = (): Map<string, Set<string>> => {
  const named = new Map<string, Set<string>>();
  for (const file of repositoryFiles().filter((file) => TESTED_FOLDERS.test(file) && isTest(file))) {
    for (const title of titlesOf(join(ROOT, file))) {
      for (const id of IDS_AT_END.exec(title.trim())?.[1]?.split(/, ?/) ?? []) {
        named.set(id, (named.get(id) ?? new Set()).add(file));
      }
    }
  }
  return named;
};

const printAreas = (listed: readonly string[], named: ReadonlyMap<string, unknown>): void => {
  for (const [area, ids] of Map.groupBy(listed, areaOf)) {
    const missing = ids.filter((id) => !named.has(id));
    console.log(
      `${area.padEnd(6)} ${String(ids.length - missing.length).padStart(3)} of ${ids.length} named`,
    );
    if (missing.length > 0) console.log(`       missing: ${missing.join(" ")}`);
  }
};

const { values: options } = parseArgs({
  options: { "at-most": { type: "string" }, ratchet: { type: "boolean" }, quiet: { type: "boolean" } },
});

const listed = listedIds();
const named = namedIds();
const areas = new Set(listed.map(areaOf));
const unnamed = listed.filter((id) => !named.has(id)).length;

if (!options.quiet) printAreas(listed, named);
console.log(
  `${listed.length} requirements, ${listed.length - unnamed} named by a test, ${unnamed} not named yet.`,
);

// Other things look like an id too: UTF-8 is none, a misspelled area with three digits is.
const unknown = [...named].filter(
  ([id]) => !listed.includes(id) && (areas.has(areaOf(id)) || /-\d{3}$/.test(id)),
);
for (const [id, files] of unknown) {
  console.error(`${id} is in no line of docs/requirements.md but in a title of ${[...files].join(", ")}.`);
  process.exitCode = 1;
}

if (options["at-most"] !== undefined) {
  const most = Number(options["at-most"]);
  if (!Number.isInteger(most) || most < 0) throw new Error("--at-most takes a whole number.");
  if (unnamed > most) {
    console.error(`${unnamed} requirements are named by no test; at most ${most} may be.`);
    process.exitCode = 1;
  }
}

if (options.ratchet) {
  const most = Number.parseInt(readFileSync(UNNAMED, "utf8"), 10);
  if (!Number.isInteger(most)) throw new Error("docs/requirements-unnamed.txt must hold a number.");
  if (unnamed > most) {
    console.error(
      `${unnamed} requirements are named by no test, ${unnamed - most} more than before. Name them in a test's title, or lead the removed test back.`,
    );
    process.exitCode = 1;
  } else if (unnamed < most) {
    writeFileSync(UNNAMED, `${unnamed}\n`);
    console.log(`docs/requirements-unnamed.txt lowered from ${most} to ${unnamed}: commit it.`);
  }
}
