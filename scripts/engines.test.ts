import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, "..", file), "utf8"));

type Version = readonly [number, number, number];

const versionOf = (text: string): Version => {
  const [major = 0, minor = 0, patch = 0] = text.split(".").map((part) => Number.parseInt(part, 10) || 0);
  return [major, minor, patch];
};

const isAtLeast = (version: Version, least: Version): boolean => {
  const at = version.findIndex((part, index) => part !== least[index]);
  return at < 0 || (version[at] ?? 0) > (least[at] ?? 0);
};

/** Whether a version is in one range of those that packages state: `>=22`, `^22.13`, `~22.1`, `20`, `18.x` or `*`. */
const meets = (version: Version, range: string): boolean => {
  const [, operator = "", stated = ""] = /^(>=|>|<=|<|\^|~|=)?\s*v?(\d.*)?$/.exec(range) ?? [];
  const limit = versionOf(stated);
  if (!stated) return true;
  if (operator === "<") return !isAtLeast(version, limit);
  if (operator.startsWith(">")) return isAtLeast(version, limit);
  return version[0] === limit[0] && isAtLeast(version, limit);
};

const accepts = (ranges: string, version: Version): boolean =>
  ranges.split("||").some((one) =>
    one
      .trim()
      .replaceAll(/([<>=^~])\s+/g, "$1")
      .split(/\s+/)
      .every((range) => meets(version, range)),
  );

interface Package {
  readonly engines?: { readonly node?: string };
  readonly cpu?: readonly string[];
}

test("npm ci prints no warning about the lowest versions of Node that the project accepts", () => {
  const lowest = (read("package.json").engines.node as string)
    .split("||")
    .map((range) => versionOf(range.replace(/[^\d.]/g, "")));
  const packages = Object.entries(read("package-lock.json").packages as Record<string, Package>);
  expect(accepts(">=22.15.0", [20, 19, 0])).toBe(false);
  expect(accepts("^20.19.0 || >=22.12.0", [22, 15, 0])).toBe(true);
  // Packages for other processors are not installed, and nothing is said about them.
  const warned = packages.filter(
    ([, { engines, cpu }]) =>
      !cpu?.includes("ia32") && lowest.some((version) => !accepts(engines?.node ?? "*", version)),
  );
  expect(warned.map(([name]) => name)).toEqual([]);
  expect(lowest.length).toBeGreaterThan(1);
});
