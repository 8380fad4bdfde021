import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { onServer, TEMPLATE, urlOf } from "./testing/databases.ts";
import { startProcess } from "./testing/process.ts";
import { SECRET } from "./testing/test-server.ts";

const root = mkdtempSync(join(tmpdir(), "mcc-places-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const place = (name: string): string => {
  mkdirSync(join(root, name));
  return join(root, name);
};
/** Every file below the project's server, without what npm has installed. */
const serverFiles = () =>
  readdirSync(join(import.meta.dirname, ".."), { recursive: true, encoding: "utf8" })
    .filter((path) => !path.includes("node_modules"))
    .sort();

test("with a database of its own, the server writes nowhere but to its data directory", async () => {
  const name = `test_places_${process.pid}`;
  await onServer(inject("postgresUrl"), `create database ${name} template ${TEMPLATE}`);
  const [data, home, temporary, working] = [place("data"), place("home"), place("tmp"), place("cwd")];
  const before = serverFiles();
  const { child, ready, ended } = startProcess(
    {
      DATABASE_URL: urlOf(inject("postgresUrl"), name),
      MCC_SECRET: SECRET,
      MCC_DATA_DIR: data,
      HOME: home,
      TMPDIR: temporary,
    },
    { cwd: working },
  );
  const address = await ready;
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect((await fetch(`${address}/metrics`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect([home, temporary, working].flatMap((directory) => readdirSync(directory))).toEqual([]);
  expect(serverFiles()).toEqual(before);
  expect(readdirSync(data)).toEqual(["documents"]);
});
