import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readRelease } from "@mcc/server/src/testing/previous-release/kept-release.ts";

const ROOT = join(import.meta.dirname, "../..");
const MIGRATIONS = "apps/server/migrations/";

const git = (...args: string[]): string =>
  execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });

/** The last commit with exactly the migrations of the release whose database is kept. */
export const releasedCommit = (): string => {
  const released = Object.keys(readRelease().migrations).toSorted().join();
  const commits = git("log", "--format=%h").split("\n").filter(Boolean);
  const found = commits.find(
    (commit) =>
      git("ls-tree", "-r", "--name-only", commit, MIGRATIONS)
        .split("\n")
        .filter((path) => path.endsWith(".sql"))
        .map((path) => path.slice(MIGRATIONS.length))
        .toSorted()
        .join() === released,
  );
  if (!found) throw new Error("The history does not have the previous release: name a commit.");
  return found;
};

/** The code of a commit in a directory of its own, with the packages that are installed here. */
export const checkOut = (commit: string): string => {
  const directory = mkdtempSync(join(tmpdir(), "mcc-version-"));
  const archive = join(directory, "code.tar");
  git("archive", "--output", archive, commit);
  execFileSync("tar", ["-xf", archive, "-C", directory]);
  if (git("show", `${commit}:package-lock.json`) !== git("show", "HEAD:package-lock.json"))
    console.warn("That commit names other packages than the installed ones: it runs on those installed.");
  const [packages, linked] = [join(ROOT, "node_modules"), join(directory, "node_modules")];
  mkdirSync(join(linked, "@mcc"), { recursive: true });
  for (const name of readdirSync(packages))
    if (name !== "@mcc") symlinkSync(join(packages, name), join(linked, name));
  // Relative: each version imports its own workspaces.
  for (const name of readdirSync(join(packages, "@mcc")))
    symlinkSync(readlinkSync(join(packages, "@mcc", name)), join(linked, "@mcc", name));
  // It does not start without pages; nobody opens them.
  symlinkSync(join(ROOT, "apps/web/dist"), join(directory, "apps/web/dist"));
  numberApart(join(directory, "apps/server/src/testing"));
  return directory;
};

/** The tests number what they make. Both versions fill the same database: theirs begin at different numbers. */
const numberApart = (folder: string): void => {
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".ts"))) {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, "utf8").replace(/^let made = 0;$/m, "let made = 500_000;"));
  }
};
