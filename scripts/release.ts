import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { differences, type Lock, makeBill } from "./bill-of-materials.ts";
import { ROOT } from "./check-files.ts";

/**
 * `npm run release`: writes what is delivered into `dist/release`. The same commit gives the same bytes.
 *
 * - the archive of the sources, and the context from which `deploy/Dockerfile` builds the image;
 * - the client package; the bill of materials; the checksums of all of them.
 */
const FOLDER = join(ROOT, "dist/release");
const SUMS = "SHA256SUMS";

const git = (...args: string[]): Buffer =>
  execFileSync("git", args, { cwd: ROOT, maxBuffer: 1024 * 1024 * 1024 });

/** All files have the time of the commit; the compression adds none. */
const archive = (...args: string[]): Buffer =>
  gzipSync(git("-c", "tar.umask=0022", "archive", "--format=tar", ...args, "HEAD"));

const packClient = (folder: string): void => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const args = ["pack", "--silent", "--ignore-scripts=false", "--pack-destination", folder];
  execFileSync("npm", args, { cwd: join(ROOT, "packages/client"), env, shell: process.platform === "win32" });
};

const billOf = (lock: Lock): string => {
  const text = `${JSON.stringify(makeBill(lock), null, 2)}\n`;
  const wrong = differences(JSON.parse(text), lock);
  if (wrong.length > 0) throw new Error(`The bill of materials is wrong: ${wrong.join("; ")}.`);
  return text;
};

/** Writes the files of a release into an empty folder, and returns their checksums as `sha256sum -c` reads them. */
export const writeRelease = (folder: string): string => {
  const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as Lock;
  const name = `${lock.name}-${lock.version}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.tar.gz`), archive(`--prefix=${name}/`));
  writeFileSync(join(folder, `${name}-container.tar.gz`), archive());
  writeFileSync(join(folder, `${name}.cdx.json`), billOf(lock));
  packClient(folder);
  const sums = readdirSync(folder)
    .sort()
    .map(
      (file) =>
        `${createHash("sha256")
          .update(readFileSync(join(folder, file)))
          .digest("hex")}  ${file}\n`,
    )
    .join("");
  writeFileSync(join(folder, SUMS), sums);
  return sums;
};

if (import.meta.main) {
  if (git("status", "--porcelain").length > 0) {
    console.error("There are changes that are not committed: a release is made of a commit.");
    process.exit(1);
  }
  console.log(`${writeRelease(FOLDER)}in dist/release, of commit ${git("rev-parse", "HEAD")}`);
}
