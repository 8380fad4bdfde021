import { spawnSync } from "node:child_process";
import { toolPath } from "./check-files.ts";

/** `-- not side by side: why`: the migration needs a moment without the previous version, and says why. */
const REASON = /^--[ \t]*not side by side:[ \t]*\S/im;

/** Rules of the linter about style, and about what our migrations do in one transaction without a time limit. */
const NOT_ASKED = [
  "prefer-bigint-over-int",
  "prefer-identity",
  "prefer-robust-stmts",
  "prefer-text-field",
  "require-timeout-settings",
];

/** What the linter does not look for. */
const RULES: readonly (readonly [breaks: string, finds: RegExp])[] = [
  ["drops what the previous version may use", /^drop (?:function|procedure|schema|sequence|type|view)\b/],
  [
    "renames or moves what the previous version uses",
    /^alter (?:function|schema|sequence|table|type|view)\b.*\b(?:rename (?!column)\w*\s*to|set schema)\b/,
  ],
  ["removes a default that the previous version relies on", /^alter table\b.*\bdrop default\b/],
  ["deletes rows", /^(?:truncate|delete from)\b/],
  ["runs a block that this check does not read", /^do\b/],
];

/** In lower case on one line each, without comments and without the bodies of functions, which do not run now. */
const statementsOf = (text: string): string[] =>
  text
    .replace(/--.*$/gm, "")
    .replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .split(";")
    .map((statement) => statement.replace(/\s+/g, " ").trim().toLowerCase());

const linted = (text: string): string[] => {
  const options = ["--assume-in-transaction", "--pg-version=15", "--reporter=json"];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [toolPath("squawk-cli", "squawk"), ...options, `--exclude=${NOT_ASKED.join()}`],
    { input: text, encoding: "utf8" },
  );
  if (!stdout?.startsWith("[")) throw new Error(`The linter of migrations failed: ${stderr}`);
  const found = JSON.parse(stdout) as { line: number; rule_name: string; message: string }[];
  return found.map(({ line, rule_name, message }) => `${rule_name} in line ${line + 1}: ${message}`);
};

/** What the previous version, still running while this migration is applied, could fail on; none if it says why. */
export const sideBySideProblems = (text: string): string[] => {
  if (REASON.test(text)) return [];
  const own = statementsOf(text).flatMap((statement) =>
    RULES.filter(([, finds]) => finds.test(statement)).map(
      ([breaks]) => `${breaks}: ${statement.slice(0, 100)}`,
    ),
  );
  return [...linted(text), ...own];
};
