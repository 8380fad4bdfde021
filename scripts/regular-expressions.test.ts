import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";
import { expect, test } from "vitest";
import { isTest, ROOT, repositoryFiles } from "./check-files.ts";

interface Found {
  readonly file: string;
  readonly pattern: string;
}

/** The regular expressions of a file, and where it makes one from text. */
const expressionsIn = (file: string): Found[] => {
  const found: Found[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, pattern, callee } = node as {
      type?: string;
      pattern?: string;
      callee?: { value?: string };
    };
    if (type === "RegExpLiteral") found.push({ file, pattern: String(pattern) });
    if ((type === "NewExpression" || type === "CallExpression") && callee?.value === "RegExp")
      found.push({ file, pattern: MADE_FROM_TEXT });
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(readFileSync(join(ROOT, file), "utf8"), { syntax: "typescript", tsx: file.endsWith("x") }));
  return found;
};
const MADE_FROM_TEXT = "(made from text)";

/**
 * Whether a part that may repeat without end is inside another one that may, as in `(a+)+`: of such an expression the
 * time can double with each character. One without this takes at most a power of the length, and texts are bounded.
 */
const repeatsInRepeats = (pattern: string): boolean => {
  /** Of each open group, whether it holds a repetition without end. */
  const open: boolean[] = [false];
  let closed = false;
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === "\\") {
      at++;
      closed = false;
    } else if (inClass) {
      inClass = char !== "]";
    } else if (char === "[") {
      inClass = true;
      closed = false;
    } else if (char === "(") {
      open.push(false);
      closed = false;
    } else if (char === ")") {
      closed = open.pop() ?? false;
      if (closed) open[open.length - 1] = true;
    } else if (char === "*" || char === "+" || /^\{\d+,\}/.test(pattern.slice(at, at + 8))) {
      if (closed) return true;
      open[open.length - 1] = true;
    } else if (char !== "?" && char !== "{") closed = false;
  }
  return false;
};

/** Each repetition begins with a character that cannot be inside it, so that there is one way to match. */
const UNAMBIGUOUS: readonly string[] = [
  String.raw`^([a-z$][\w$:-]*(?:\.\d[\w$:-]*)*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$`,
  String.raw`^(?:\*\.)?(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$`,
  "^[a-z0-9]+(?:[/-][a-z0-9]+)*$",
  String.raw`(?:eyJ[\w-]*\.)?(?:[\w-]|%[0-9a-f]{2}){40,}(?:\.[\w-]+)*`,
  String.raw`^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$`,
];
/** Made of constants of the source, never of what a user sent; the last one of names that are escaped. */
const OF_CONSTANTS = [
  "packages/contract/src/companies/companies.rules.ts",
  "packages/contract/src/notices/reminder-settings.schema.ts",
  "apps/web/vite.config.ts",
  "apps/server/src/features/erasure/identity.ts",
];

const all = repositoryFiles()
  .filter((file) => /^(apps|packages)\/.*\.tsx?$/.test(file) && !isTest(file) && !file.includes("/testing/"))
  .flatMap(expressionsIn);

test("no regular expression takes a time that grows without bounds", () => {
  for (const bad of ["^(a+)+$", "(?:a*)*", "(x|\\d+)+", "((a{2,})b?)*", "([^)]+)*"])
    expect([bad, repeatsInRepeats(bad)]).toEqual([bad, true]);
  for (const good of ["^a+b*$", "(?:ab)+", "[(+]*a{2,5}", "\\(a+\\)+"])
    expect([good, repeatsInRepeats(good)]).toEqual([good, false]);
  expect(all.length).toBeGreaterThan(150);
  expect(
    all.filter(({ pattern }) => repeatsInRepeats(pattern) && !UNAMBIGUOUS.includes(pattern)),
    "Write these so that a repetition is in no other one. If there is only one way to match, add them to UNAMBIGUOUS.",
  ).toEqual([]);
});

test("no regular expression is made from what a user sent", () => {
  expect(
    all.filter(({ file, pattern }) => pattern === MADE_FROM_TEXT && !OF_CONSTANTS.includes(file)),
  ).toEqual([]);
});
