import { runCases } from "./cases.ts";
import { runKills } from "./kills.ts";
import { runLoad } from "./load.ts";
import { readOptions } from "./options.ts";
import { printTable, type StageResult } from "./stage-result.ts";

/**
 * `npm run battery`: the checks of security and reliability of `npm test` with more cases, then kills of every process,
 * then load while connections are cut. Everything is on this machine; it ends with one table, and fails with findings.
 */
const options = readOptions();
const results: StageResult[] = [];
for (const [isWanted, run] of [
  [options.cases > 0, runCases],
  [options.kills > 0, runKills],
  [options.minutes > 0, runLoad],
] as const) {
  if (!isWanted) continue;
  try {
    results.push(await run(options));
  } catch (error) {
    const stage = run.name.replace("run", "").toLowerCase();
    const finding = `could not be completed: ${(error as Error).stack}`;
    results.push({ stage, cases: 0, findings: [finding], figures: [] });
  }
}
printTable(results);
const found = results.reduce((sum, { findings }) => sum + findings.length, 0);
console.log(`\nseed ${options.seed}: ${found} findings`);
process.exit(found === 0 ? 0 : 1);
