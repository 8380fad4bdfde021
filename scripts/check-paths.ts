import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { ROOT, repositoryFiles } from "./check-files.ts";

/** The guides of the repository: a path they name has to exist. */
const PAGES = [
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "GLOSSARY.md",
  "README.md",
  "docs/operations.md",
  "docs/security.md",
];

const files = repositoryFiles();
const top = new Set(files.flatMap((file) => (file.includes("/") ? [file.slice(0, file.indexOf("/"))] : [])));

/** Words in backticks that are a file's name, or begin with a folder of the repository; `*` and `{a,b}` as in a shell. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([\w.*{},/-]+)`/g)]
    .map((match) => match[1] ?? "")
    .filter(
      (word) => /^[^/].*\w\.(ts|tsx|cjs|sql|md|txt|css)$/.test(word) || top.has(word.split("/")[0] ?? ""),
    );

/** From the root of the repository, as the paths are. */
const linksIn = (page: string, text: string): string[] =>
  [...text.matchAll(/\]\(([^)#:\s]+)/g)].map((match) => posix.join(dirname(page), match[1] ?? ""));

const expandBraces = (path: string): string[] => {
  const braces = /\{([^}]*)\}/.exec(path);
  if (!braces) return [path];
  return (braces[1] ?? "").split(",").flatMap((part) => expandBraces(path.replace(braces[0], part)));
};

/** A path may be short: the end of one, or a folder. One that begins at the root is taken from there. */
const exists = (path: string): boolean => {
  const start = top.has(path.split("/")[0] ?? "") && path.includes("/") ? "^" : "(^|/)";
  const plain = path.replace(/\/$/, "").replace(/[.+?^$()[\]\\|]/g, "\\$&");
  const named = new RegExp(`${start}${plain.replaceAll("*", "[^/]*")}(/|$)`);
  return files.some((file) => named.test(file));
};

let looked = 0;
for (const page of PAGES) {
  const text = readFileSync(join(ROOT, page), "utf8");
  for (const path of [...pathsIn(text), ...linksIn(page, text)].flatMap(expandBraces)) {
    looked += 1;
    if (exists(path)) continue;
    console.error(`${page} names ${path}, which is not there.`);
    process.exitCode = 1;
  }
}
console.log(`${looked} paths checked.`);
if (looked === 0) process.exitCode = 1;
