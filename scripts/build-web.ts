import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const ROOT = join(import.meta.dirname, "..");
const VITE = join(ROOT, "node_modules/vite/bin/vite.js");
const SIGNALS = ["SIGTERM", "SIGINT"] as const;
const STAMP = join(ROOT, "apps/web/dist/.built-from");
const SOURCES = [
  "package-lock.json",
  "packages/*/src/**",
  "apps/web/{src,public}/**",
  "apps/web/{index.html,vite.config.ts,package.json,postcss.config.cjs}",
];

/** A fingerprint of the sources of the pages. */
const fingerprint = (): string => {
  const hash = createHash("sha256");
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  return hash.digest("hex");
};

const [toGzip, toBrotli] = [promisify(gzip), promisify(brotliCompress)];

/** Compressed once here instead of at every request. */
const compress = (folder: string): Promise<unknown> =>
  Promise.all(
    globSync("**/*.{js,css,svg,html,txt}", { cwd: folder }).map(async (file) => {
      const content = readFileSync(join(folder, file));
      const [gz, br] = await Promise.all([toGzip(content, { level: 9 }), toBrotli(content)]);
      writeFileSync(join(folder, `${file}.gz`), gz);
      writeFileSync(join(folder, `${file}.br`), br);
    }),
  );

/** Runs the build; when this process is stopped, the build is stopped first and leaves nothing behind. */
const build = async (): Promise<boolean> => {
  const vite = spawn(process.execPath, [VITE, "build", "--logLevel", "warn"], {
    cwd: join(ROOT, "apps/web"),
    stdio: "inherit",
  });
  let stopped = false;
  const stop = (signal: NodeJS.Signals) => {
    stopped = true;
    vite.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const [code] = await once(vite, "exit");
  for (const signal of SIGNALS) process.off(signal, stop);
  if (stopped) process.exit(0);
  return code === 0;
};

/** Builds the web pages unless the last build was made from the same sources. */
export const buildWebIfStale = async (): Promise<void> => {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  console.log("Building the web pages …");
  if (!(await build())) {
    console.error("The web pages could not be built.");
    process.exit(1);
  }
  await compress(join(ROOT, "apps/web/dist"));
  writeFileSync(STAMP, wanted);
};

if (import.meta.main) await buildWebIfStale();
