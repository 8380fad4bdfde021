import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
const WARNING = "WARNING: THE DEMO IS ON AND OTHERS CAN REACH IT";

test("switched off, the demo's accounts and its mailbox are disabled; switched on again, they are enabled (ABUS-008)", async () => {
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
  await stop(on);

  const open = { MCC_DATA_DIR: dataDir, MCC_PUBLIC_URL: "https://portal.example.com" };
  const off = startProcess({ ...open, MCC_DEMO: "" });
  address = await off.ready;
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
