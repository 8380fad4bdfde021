import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const ROOT = join(import.meta.dirname, "..");
const STAMP = join(ROOT, "apps/web/dist/.built-from");
const SOURCES = [
  "package-lock.json",
  "packages/*/src/**",
  "apps/web/{src,public}/**",
  "apps/web/{index.html,vite.config.ts,package.json,postcss.config.cjs}",
];

/** What the pages would be built from now, as one fingerprint. */
const fingerprint = (): string => {
  const hash = createHash("sha256");
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  return hash.digest("hex");
};

/** Compressed once here instead of at every request. */
const compress = (folder: string): void => {
  for (const file of globSync("**/*.{js,css,svg,html,txt}", { cwd: folder })) {
    const content = readFileSync(join(folder, file));
    writeFileSync(join(folder, `${file}.gz`), gzipSync(content, { level: 9 }));
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(content));
  }
};

/** Builds the web pages unless the last build was made from the same sources. */
export const buildWebIfStale = (): void => {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  console.log("Building the web pages …");
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const built = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: join(ROOT, "apps/web"),
    stdio: "inherit",
  });
  if (built.status !== 0) {
    console.error("The web pages could not be built.");
    process.exit(1);
  }
  compress(join(ROOT, "apps/web/dist"));
  writeFileSync(STAMP, wanted);
};
