import { spawn } from "node:child_process";
import { ROOT, toolPath } from "./check-files.ts";

interface Step {
  readonly name: string;
  readonly command: readonly string[];
}

/** Two cores are what a small build machine has. */
const CONCURRENCY = 2;
/** The last has what uses the product: browser tests, benchmarks and scripts. */
const PROJECTS = ["apps/web", "apps/server", "packages/ui", "packages/contract", "packages/client", "."];

const COLORS = process.stdout.isTTY ? "force" : "off";

/** What did not change since the last check is not checked again. */
const typesOf = (project: string): Step => {
  const known = `node_modules/.cache/types/${project.replaceAll(/\W/g, "_")}.tsbuildinfo`;
  return {
    name: `types ${project === "." ? "e2e, bench, scripts" : project}`,
    command: [toolPath("typescript", "tsc"), "-p", project, "--incremental", "--tsBuildInfoFile", known],
  };
};

/** The longest first, so that none runs alone at the end. */
const steps: readonly Step[] = [
  { name: "unused", command: [toolPath("knip", "knip"), "--no-progress"] },
  { name: "unused but for tests", command: [toolPath("knip", "knip"), "--no-progress", "--production"] },
  {
    name: "format and lint",
    command: [toolPath("@biomejs/biome", "biome"), "ci", `--colors=${COLORS}`, "."],
  },
  { name: "imports", command: ["scripts/check-imports.ts"] },
  ...PROJECTS.map(typesOf),
  { name: "migrations", command: ["scripts/check-migrations.ts"] },
  { name: "api", command: ["scripts/check-api.ts"] },
  { name: "paths", command: ["scripts/check-paths.ts"] },
  { name: "lengths", command: ["scripts/check-lengths.ts"] },
  { name: "requirements", command: ["scripts/requirements.ts", "--quiet"] },
  { name: "sql snapshots", command: ["scripts/sql-snapshots.ts", "--check"] },
];

/** `npm run check -- imports types` runs the steps whose names start with these. */
const wanted = process.argv.slice(2);
const chosen = steps.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
);

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const run = ({ name, command }: Step): Promise<boolean> =>
  new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    const hear = (chunk: Buffer) => {
      said += chunk;
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    const finish = (ok: boolean) => {
      console.log(`${ok ? "ok    " : "FAILED"} ${name.padEnd(24)} ${seconds(began).padStart(7)}`);
      if (!ok) console.log(`\n${said.trimEnd()}\n`);
      resolve(ok);
    };
    child.once("error", (error) => {
      said += error.message;
      finish(false);
    });
    child.once("close", (code) => finish(code === 0));
  });

const began = performance.now();
const waiting = [...chosen];
const failed: string[] = [];
const worker = async (): Promise<void> => {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    if (!(await run(step))) failed.push(step.name);
  }
};
await Promise.all(Array.from({ length: CONCURRENCY }, worker));

console.log(
  failed.length === 0 && chosen.length > 0
    ? `All ${chosen.length} checks passed in ${seconds(began)}.`
    : `${failed.length} of ${chosen.length} checks failed in ${seconds(began)}: ${failed.join(", ")}.`,
);
if (failed.length > 0 || chosen.length === 0) process.exitCode = 1;
