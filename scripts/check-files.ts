import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..");

/** Every file that is in the repository or about to be, with forward slashes, relative to its root. */
export const repositoryFiles = (): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  })
    .split("\0")
    .filter((file) => file !== "" && existsSync(join(ROOT, file)));

export const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file);

/** The script behind a tool's command, so that it runs on this very Node on every system. */
export const toolPath = (packageName: string, command: string): string => {
  const folder = join(ROOT, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    bin: Record<string, string>;
  };
  const script = bin[command];
  if (!script) throw new Error(`${packageName} has no command ${command}.`);
  return join(folder, script);
};
