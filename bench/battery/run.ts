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
const stages = [
  [options.cases, runCases],
  [options.kills, runKills],
  [options.minutes, runLoad],
] as const;
const runStage = async (run: (typeof stages)[number][1]): Promise<StageResult> => {
  try {
    return await run(options);
  } catch (error) {
    const stage = run.name.replace("run", "").toLowerCase();
    const finding = `could not be completed: ${(error as Error).stack}`;
    return { stage, cases: 0, findings: [finding], figures: [] };
  }
};
const wanted = stages.filter(([size]) => size > 0).map(([, run]) => run);
const results: StageResult[] = [];
if (options.atOnce) results.push(...(await Promise.all(wanted.map(runStage))));
else for (const run of wanted) results.push(await runStage(run));
printTable(results);
const found = results.reduce((sum, { findings }) => sum + findings.length, 0);
console.log(`\nseed ${options.seed}: ${found} findings`);
process.exit(found === 0 ? 0 : 1);
