import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isTest, ROOT, repositoryFiles } from "./check-files.ts";

/** Aim at 60 lines; 200 needs a reason; above this the check fails. */
const MOST_LINES = 300;
const ASIDE = ["bench/", "e2e/", "apps/server/src/demo/"];

const isMeasured = (file: string) =>
  /\.tsx?$/.test(file) && !isTest(file) && !ASIDE.some((folder) => file.startsWith(folder));

const lengths = repositoryFiles()
  .filter(isMeasured)
  .map((file) => ({ file, lines: readFileSync(join(ROOT, file), "utf8").trimEnd().split("\n").length }));
const tooLong = lengths.filter(({ lines }) => lines > MOST_LINES);

for (const { file, lines } of tooLong) {
  console.error(`${file} has ${lines} lines; ${MOST_LINES} is the most. Divide it by what it does.`);
}
console.log(`${lengths.length} files measured, ${tooLong.length} too long.`);
if (lengths.length === 0 || tooLong.length > 0) process.exitCode = 1;
