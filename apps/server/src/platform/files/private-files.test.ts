import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startProcess } from "../../testing/process.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const freshFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "mcc-private-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
};

/** Everything below a folder that anybody but its owner may read, write or enter. */
const openTo = (others: number, root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => (lstatSync(path).mode & others) !== 0)
    .map((path) => relative(root, path));

test("other accounts of the machine can read nothing in the data directory, also in one that was open", async () => {
  const dataDir = freshFolder();
  const old = join(dataDir, "documents", "7", "old");
  mkdirSync(old, { recursive: true, mode: 0o755 });
  writeFileSync(join(old, "invoice.pdf"), "%PDF", { mode: 0o644 });
  const first = startProcess({ MCC_DATA_DIR: dataDir, MCC_DEMO: "on" });
  const address = await first.ready;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  // The group may be that of PostgreSQL, which passes through to its own folder.
  expect(lstatSync(dataDir).mode & 0o067).toBe(0);
  expect(readdirSync(dataDir).sort()).toEqual(
    ["documents", "postgres", "postgres-password", "secret", "server.lock"].sort(),
  );
  for (const name of readdirSync(dataDir)) {
    expect([name, lstatSync(join(dataDir, name)).mode & 0o077]).toEqual([name, 0]);
  }
  const documents = readdirSync(join(dataDir, "documents"), { recursive: true });
  expect(documents.length).toBeGreaterThan(20);
  expect(openTo(0o077, join(dataDir, "documents"))).toEqual([]);
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);

  for (const name of ["secret", "postgres-password"]) chmodSync(join(dataDir, name), 0o644);
  chmodSync(dataDir, 0o755);
  const second = startProcess({ MCC_DATA_DIR: dataDir, MCC_DEMO: "on" });
  await second.ready;
  expect(lstatSync(dataDir).mode & 0o067).toBe(0);
  expect(openTo(0o077, dataDir).filter((path) => !path.startsWith("postgres/"))).toEqual([]);
  second.child.kill("SIGTERM");
  expect(await second.ended).toBe(0);
});
