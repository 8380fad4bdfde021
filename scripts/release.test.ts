import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { differences, type Lock, makeBill } from "./bill-of-materials.ts";
import { writeRelease } from "./release.ts";

const ROOT = join(import.meta.dirname, "..");
const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as Lock;
const folder = mkdtempSync(join(tmpdir(), "mcc-release-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The part of an archive that names its commit. */
const TAR_HEAD = 1024;

const LEFT_PAD: Lock = {
  name: "shop",
  version: "2.0.0",
  packages: {
    "": { version: "2.0.0", dependencies: { "left-pad": "^1.0.0" } },
    "apps/web": { name: "@shop/web", version: "2.0.0" },
    "node_modules/@shop/web": { link: true },
    "node_modules/left-pad": {
      version: "1.3.0",
      license: "MIT",
      integrity: "sha512-AAEC",
      dependencies: { "@words/pad": "1.x" },
    },
    "node_modules/@words/pad": { version: "2.0.0", dev: true, license: "(MIT OR Apache-2.0)" },
    "node_modules/left-pad/node_modules/@words/pad": { version: "1.9.0", optional: true },
  },
};

test("the bill of materials lists every package of the lock file with version, hash, license and use (EVID-004 partly)", () => {
  const { components, dependencies, ...head } = makeBill(LEFT_PAD);
  expect(head).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
  expect(components).toEqual([
    {
      type: "library",
      "bom-ref": "pkg:npm/%40words/pad@1.9.0",
      name: "@words/pad",
      version: "1.9.0",
      scope: "optional",
      purl: "pkg:npm/%40words/pad@1.9.0",
    },
    {
      type: "library",
      "bom-ref": "pkg:npm/%40words/pad@2.0.0",
      name: "@words/pad",
      version: "2.0.0",
      scope: "excluded",
      purl: "pkg:npm/%40words/pad@2.0.0",
      licenses: [{ expression: "(MIT OR Apache-2.0)" }],
    },
    {
      type: "library",
      "bom-ref": "pkg:npm/left-pad@1.3.0",
      name: "left-pad",
      version: "1.3.0",
      scope: "required",
      purl: "pkg:npm/left-pad@1.3.0",
      hashes: [{ alg: "SHA-512", content: "000102" }],
      licenses: [{ license: { id: "MIT" } }],
    },
  ]);
  expect(dependencies.at(-1)).toEqual({
    ref: "pkg:npm/left-pad@1.3.0",
    dependsOn: ["pkg:npm/%40words/pad@1.9.0"],
  });
});

test("a bill that differs from the lock file is refused with the package (EVID-004 partly)", () => {
  const bill = makeBill(LEFT_PAD);
  expect(differences(bill, LEFT_PAD)).toEqual([]);
  expect(differences({ ...bill, components: bill.components.slice(0, -1) }, LEFT_PAD)).toEqual([
    "node_modules/left-pad 1.3.0 is not in the bill",
    "pkg:npm/left-pad@1.3.0 is depended on and not listed",
  ]);
  const changed = bill.components.map((one) => ({ ...one, hashes: [{ alg: "SHA-512", content: "ff" }] }));
  expect(differences({ ...bill, components: changed }, LEFT_PAD)).toEqual([
    "node_modules/left-pad has another hash in the bill",
  ]);
  const { "node_modules/left-pad": _, ...rest } = LEFT_PAD.packages;
  expect(differences(bill, { ...LEFT_PAD, packages: rest })).toEqual([
    "pkg:npm/left-pad@1.3.0 is not in the lock file",
  ]);
});

test("a release is the same bytes each time, with a checksum for each file (EVID-004)", () => {
  const sums = writeRelease(join(folder, "first"));
  expect(writeRelease(join(folder, "second"))).toBe(sums);
  const name = `management-control-center-${lock.version}`;
  const files = [
    `${name}-container.tar.gz`,
    `${name}.cdx.json`,
    `${name}.tar.gz`,
    `mcc-client-${lock.version}.tgz`,
  ];
  expect(readdirSync(join(folder, "first"))).toEqual(["SHA256SUMS", ...files]);
  expect(sums).toMatch(/^(?:[0-9a-f]{64} {2}\S+\n){4}$/);
  const commitOf = (archive: string): string =>
    execFileSync("git", ["get-tar-commit-id"], {
      input: gunzipSync(readFileSync(join(folder, "first", archive))).subarray(0, TAR_HEAD),
    })
      .toString()
      .trim();
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();
  expect([commitOf(files[0] ?? ""), commitOf(files[2] ?? "")]).toEqual([commit, commit]);
  const bill = JSON.parse(readFileSync(join(folder, "first", files[1] ?? ""), "utf8"));
  expect(differences(bill, lock)).toEqual([]);
  expect(bill.components.length).toBeGreaterThan(300);
});
