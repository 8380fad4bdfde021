import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Process, startProcess } from "../testing/process.ts";
import { demoFacts } from "./fill-demo.ts";

const dataDir = mkdtempSync(join(tmpdir(), "mcc-demo-"));
chmodSync(dataDir, 0o755); // run by root, PostgreSQL is another user
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const post = (address: string, path: string, body: object) =>
  fetch(`${address}/api/accounts/${path}/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const signIn = (address: string, username: string) =>
  post(address, "user-token", { username, password: demoFacts.password });
const stop = async ({ child, ended }: Process) => {
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
};
/** Everything below a folder that anybody but its owner may read, write or enter. */
const openTo = (others: number, root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => (lstatSync(path).mode & others) !== 0)
    .map((path) => relative(root, path));

const WARNING = "WARNING: THE DEMO IS ON AND OTHERS CAN REACH IT";

test("switched off, the demo's accounts and its mailbox are disabled; switched on again, they are enabled; other accounts of the machine can read nothing in the data directory, also in one that was open (ABUS-008)", async () => {
  const old = join(dataDir, "documents", "7", "old");
  mkdirSync(old, { recursive: true, mode: 0o755 });
  writeFileSync(join(old, "invoice.pdf"), "%PDF", { mode: 0o644 });
  const usernames = demoFacts.accounts.map(({ username }) => username);
  const statuses = (address: string) =>
    Promise.all(usernames.map(async (username) => (await signIn(address, username)).status));

  const on = startProcess({ MCC_DATA_DIR: dataDir, MCC_DEMO: "" });
  let address = await on.ready;
  expect(await statuses(address)).toEqual(usernames.map(() => 200));
  const { token } = (await (await signIn(address, "platform.admin")).json()) as { token: string };
  const me = (at: string) =>
    fetch(`${at}/api/accounts/v2/user/`, { headers: { authorization: `JWT ${token}` } });
  expect((await me(address)).status).toBe(200);
  expect((await fetch(`${address}/mailbox`)).status).toBe(200);
  expect(on.output()).not.toContain("WARNING");
  // The group may be that of PostgreSQL, which passes through to its own folder.
  expect(lstatSync(dataDir).mode & 0o067).toBe(0);
  expect(readdirSync(dataDir).sort()).toEqual(
    ["documents", "postgres", "postgres-password", "secret", "server.lock"].sort(),
  );
  for (const name of readdirSync(dataDir)) {
    expect([name, lstatSync(join(dataDir, name)).mode & 0o077]).toEqual([name, 0]);
  }
  expect(readdirSync(join(dataDir, "documents"), { recursive: true }).length).toBeGreaterThan(20);
  expect(openTo(0o077, join(dataDir, "documents"))).toEqual([]);
  await stop(on);

  for (const name of ["secret", "postgres-password"]) chmodSync(join(dataDir, name), 0o644);
  chmodSync(dataDir, 0o755);

  const open = { MCC_DATA_DIR: dataDir, MCC_PUBLIC_URL: "https://portal.example.com" };
  const off = startProcess({ ...open, MCC_DEMO: "" });
  address = await off.ready;
  expect(lstatSync(dataDir).mode & 0o067).toBe(0);
  expect(openTo(0o077, dataDir).filter((path) => !path.startsWith("postgres/"))).toEqual([]);
  expect(await statuses(address)).toEqual(usernames.map(() => 401));
  expect((await me(address)).status).toBe(401);
  const reset = await post(address, "password_reset", { userIdentifier: "platform.admin" });
  expect(reset.status).toBe(404);
  expect(await (await fetch(`${address}/mailbox`)).text()).not.toContain("<h1>Mailbox</h1>");
  await stop(off);

  const again = startProcess({ ...open, MCC_DEMO: "on" });
  address = await again.ready;
  expect(
    again
      .output()
      .split("\n")
      .filter((line) => line.includes(WARNING)),
  ).toHaveLength(1);
  expect((await me(address)).status).toBe(401);
  expect(await statuses(address)).toEqual(usernames.map(() => 200));
  await stop(again);
});
