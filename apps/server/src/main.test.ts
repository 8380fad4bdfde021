import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "./testing/eventually.ts";
import { startProcess } from "./testing/process.ts";

const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const freshFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "mcc-main-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
};

const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
};

describe("a process of the product", () => {
  /** Filled by the first test that starts on it: a new database takes most of the time of a start. */
  const shared = freshFolder();

  test("a wrong setting is one sentence and exit code 1, before anything is touched", async () => {
    const dataDir = join(freshFolder(), "untouched");
    const one = startProcess({ MCC_DATA_DIR: dataDir, PORT: "eighty" });
    expect(await one.ended).toBe(1);
    expect(one.output().trim()).toBe("PORT must be a whole number from 0 to 65535.");
    expect(() => readFileSync(dataDir)).toThrow(/ENOENT/);
  });

  test("it starts on its own database, refuses a second start in one sentence, and stops clean", async () => {
    const dataDir = shared;
    const first = startProcess({ MCC_DATA_DIR: dataDir });
    const address = await first.ready;
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    const postmaster = postmasterOf(dataDir);

    const second = startProcess({ MCC_DATA_DIR: dataDir });
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toBe(
      `The data directory ${dataDir} is already in use by process ${first.child.pid}: stop that process first, or set MCC_DATA_DIR to another directory.`,
    );
    expect((await fetch(`${address}/readyz`)).status).toBe(200);

    first.child.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect(isAlive(postmaster)).toBe(false);
  });

  test("stopped while it fills the demo, it does not finish first, and its database ends with it (OPER-001 partly)", async () => {
    const dataDir = freshFolder();
    const one = startProcess({ MCC_DATA_DIR: dataDir, MCC_DEMO: "on", LOG_LEVEL: "info" });
    await eventually(() => expect(one.output()).toContain("migrated"));
    const postmaster = postmasterOf(dataDir);
    one.child.kill("SIGTERM");
    expect(await one.ended).toBe(0);
    expect(one.output()).not.toContain("is ready at");
    expect(isAlive(postmaster)).toBe(false);
  });

  test("it stops its database also when a request does not end", async () => {
    const dataDir = shared;
    const one = startProcess({ MCC_DATA_DIR: dataDir });
    const { port } = new URL(await one.ready);
    const postmaster = postmasterOf(dataDir);
    const sender = connect(Number(port), "localhost");
    sender.on("error", () => {});
    sender.write(
      "POST /api/sign-in/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{",
    );
    await once(sender, "connect");
    // A later request was served: the earlier ones have been read as well.
    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);

    one.child.kill("SIGTERM");
    expect(await one.ended).toBe(0);
    expect(one.output()).toContain("stopping aborts unfinished work");
    expect(isAlive(postmaster)).toBe(false);
    sender.destroy();
  });

  test("after being killed, it takes over its data directory, and its old database is stopped", async () => {
    const dataDir = shared;
    const first = startProcess({ MCC_DATA_DIR: dataDir });
    await first.ready;
    const orphan = postmasterOf(dataDir);
    first.child.kill("SIGKILL");
    await first.ended;
    expect(isAlive(orphan)).toBe(true);

    const second = startProcess({ MCC_DATA_DIR: dataDir });
    const address = await second.ready;
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    expect(isAlive(orphan)).toBe(false);

    // Only its database is killed: it is restarted automatically, on the same port.
    process.kill(postmasterOf(dataDir), "SIGKILL");
    await eventually(async () => expect((await fetch(`${address}/readyz`)).status).toBe(503));
    await eventually(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200));

    // The database killed as well, as by a power cut.
    process.kill(postmasterOf(dataDir), "SIGKILL");
    second.child.kill("SIGKILL");
    await second.ended;
    const third = startProcess({ MCC_DATA_DIR: dataDir });
    expect((await fetch(`${await third.ready}/readyz`)).status).toBe(200);
    third.child.kill("SIGTERM");
    expect(await third.ended).toBe(0);
  });

  test("a damaged secret is one sentence, never a guessable key", async () => {
    const dataDir = freshFolder();
    writeFileSync(join(dataDir, "secret"), "");
    const one = startProcess({ MCC_DATA_DIR: dataDir });
    expect(await one.ended).toBe(1);
    expect(one.output()).toContain(`The secret in ${join(dataDir, "secret")} is damaged`);
  });

  test("an occupied port is one sentence", async () => {
    const other = createServer().listen(0);
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const one = startProcess({ MCC_DATA_DIR: shared, PORT: String(port) });
    expect(await one.ended).toBe(1);
    expect(one.output().trim()).toBe(`Port ${port} is already in use: set PORT to another one.`);
    other.close();
  });
});
