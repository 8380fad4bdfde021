import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, toolPath } from "./check-files.ts";
import { printScript, printTypes } from "./client-calls.ts";
import { makeTypeWriter } from "./client-types.ts";

/** Builds the client package into its `dist`, from its sources and the contract; `npm pack` calls it. */
const CLIENT = join(ROOT, "packages/client");
const DIST = join(CLIENT, "dist");
/** Each file is complete before it is in place: two builds at the same time do not disturb each other. */
const made = join(CLIENT, ".cache", String(process.pid));

const compiler = spawnSync(
  process.execPath,
  [toolPath("typescript", "tsc"), "-p", join(CLIENT, "tsconfig.build.json"), "--outDir", made],
  { stdio: ["ignore", "inherit", "inherit"] },
);
if (compiler.status !== 0) throw new Error("The client could not be compiled.");
writeFileSync(join(made, "index.js"), printScript());
writeFileSync(join(made, "index.d.ts"), printTypes(await makeTypeWriter()));
copyFileSync(join(ROOT, "LICENSE"), join(made, "LICENSE"));

mkdirSync(DIST, { recursive: true });
const files = readdirSync(made);
for (const file of files) renameSync(join(made, file), join(DIST, file));
for (const file of readdirSync(DIST)) if (!files.includes(file)) rmSync(join(DIST, file), { force: true });
rmSync(made, { recursive: true });
