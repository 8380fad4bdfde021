import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, repositoryFiles } from "./check-files.ts";
import { watchCalls } from "./watch-calls.ts";

/** `npm run sql-snapshots`: writes the SQL that the code composes, for review. With `--check` it only compares. */
const FOLDER = join(ROOT, "apps/server/sql-snapshots");
const isQueries = (file: string) => file.startsWith("apps/server/src/") && file.endsWith(".queries.ts");
/** SQL with a part that a function makes. Other SQL is in the source as it is executed. */
const COMPOSED = /\$\{(?!JSON\.|prepared\(|naturalSort\(|hashToken\()[a-z][\w.]*\(/;

const uncalled = await watchCalls(COMPOSED);
const { printSnapshots } = await import("../apps/server/src/testing/snapshots/print.ts");
const files = await printSnapshots();
const missing = await uncalled(repositoryFiles().filter(isQueries));

const kept = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
const textOf = (name: string) => (kept.includes(name) ? readFileSync(join(FOLDER, name), "utf8") : "");
const stale = [...new Set([...files.keys(), ...kept])].filter((name) => textOf(name) !== files.get(name));

if (process.argv.includes("--check")) {
  if (stale.length > 0) {
    console.error(`The SQL has changed in ${stale.join(", ")}: run npm run sql-snapshots`);
    process.exitCode = 1;
  }
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const name of stale) {
    const text = files.get(name);
    if (text === undefined) rmSync(join(FOLDER, name));
    else writeFileSync(join(FOLDER, name), text);
  }
  console.log(stale.length > 0 ? `Written: ${stale.join(", ")}.` : "Nothing has changed.");
}
for (const name of missing) {
  console.error(`${name} composes SQL and has no SQL snapshot: add it to apps/server/src/testing/snapshots`);
  process.exitCode = 1;
}
