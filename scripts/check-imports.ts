import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isTest, ROOT, repositoryFiles, toolPath } from "./check-files.ts";

/** A cruise that reads almost nothing also finds nothing wrong: it must have read this share of the sources. */
const READ_AT_LEAST = 0.8;
const FOLDERS = ["packages", "apps", "e2e", "bench", "scripts"];

interface Cruise {
  readonly modules: readonly {
    readonly source: string;
    readonly dependencies: readonly { readonly resolved: string }[];
  }[];
  readonly summary: {
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
      readonly cycle?: readonly { readonly name: string }[];
    }[];
  };
}

const isSource = (file: string) =>
  /\.tsx?$/.test(file) && !file.endsWith(".d.ts") && FOLDERS.some((folder) => file.startsWith(`${folder}/`));

const cruise = (): Cruise => {
  const run = spawnSync(
    process.execPath,
    [
      toolPath("dependency-cruiser", "depcruise"),
      ...FOLDERS,
      "--config",
      ".dependency-cruiser.cjs",
      "--output-type",
      "json",
    ],
    { cwd: ROOT, encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
  );
  try {
    return JSON.parse(run.stdout) as Cruise;
  } catch {
    throw new Error(`dependency-cruiser gave no result: ${run.stderr || run.stdout || run.error}`);
  }
};

const rules = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as {
  forbidden: readonly { name: string; comment: string }[];
};
const reasons = new Map(rules.forbidden.map(({ name, comment }) => [name, comment]));

const { modules, summary } = cruise();
const sources = repositoryFiles().filter(isSource);
const read = new Set(modules.map((module) => module.source));
const seen = sources.filter((file) => read.has(file)).length;

/** The feature of a product file of the server; tests may import what they need. */
const featureOf = (file: string) =>
  isTest(file) ? undefined : /^apps\/server\/src\/features\/([^/]+)\//.exec(file)?.[1];

const imported = new Map<string, Set<string>>();
for (const { source, dependencies } of modules)
  for (const { resolved } of dependencies) {
    const [from, to] = [featureOf(source), featureOf(resolved)];
    if (from && to && from !== to) imported.set(from, (imported.get(from) ?? new Set()).add(to));
  }

/** The shortest way back to a feature by its imports, if there is one. */
const wayBack = (feature: string): string | undefined => {
  const ways = new Map([[feature, feature]]);
  for (const [at, way] of ways)
    for (const next of imported.get(at) ?? []) {
      if (next === feature) return `${way} → ${next}`;
      if (!ways.has(next)) ways.set(next, `${way} → ${next}`);
    }
  return undefined;
};
for (const cycle of [...imported.keys()].flatMap((feature) => wayBack(feature) ?? [])) {
  console.error(
    `no-cycles-of-features: ${cycle}\n  Move what both need into the lower one, or into platform.`,
  );
  process.exitCode = 1;
}

const REEXPORT = /^export (?:type )?(?:\{[^}]*\}|\*(?: as \w+)?) from "([^"]+)";/gm;

/**
 * A service is what other features see of its feature: it names the queries they may use as they are, and has functions
 * of its own. Everything else is imported from the file that has the code.
 */
const mayReexport = (file: string, text: string): boolean =>
  file.endsWith(".service.ts") &&
  [...text.matchAll(REEXPORT)].every(([line, from = ""]) => from.startsWith("./") && !line.includes("*")) &&
  text.replace(REEXPORT, "").includes("export ");
for (const file of sources.filter((one) => /^(apps|packages)\//.test(one))) {
  const text = readFileSync(join(ROOT, file), "utf8");
  if (text.search(REEXPORT) < 0 || mayReexport(file, text)) continue;
  console.error(`no-reexports: ${file}\n  Import from the file that has the code.`);
  process.exitCode = 1;
}

console.log(
  `${seen} of ${sources.length} source files read, ${summary.violations.length} forbidden imports.`,
);
for (const { rule, from, to, cycle } of summary.violations) {
  const path = cycle ? [from, ...cycle.map((step) => step.name)].join(" → ") : `${from} → ${to}`;
  console.error(`${rule.name}: ${path}\n  ${reasons.get(rule.name)}`);
}
if (sources.length === 0 || seen < sources.length * READ_AT_LEAST) {
  console.error("Too few files were read to trust the result: is @swc/core installed?");
  process.exitCode = 1;
}
if (summary.violations.length > 0) process.exitCode = 1;
