import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { checkInstallation, sendTestMail } from "@mcc/contract/installation/checklist.api.ts";
import { setNewPassword, signIn } from "@mcc/contract/sign-in/sign-in.api.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StorageUnavailable } from "../../platform/files/storage.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { platformAdminCommand } from "../../testing/platform-admin-command.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { checkPublicAddress } from "./public-address-check.ts";
import { checkStorage } from "./storage-check.ts";

let testServer: TestServer;
let mail: Awaited<ReturnType<typeof openMailServer>>;
let token: string;
let operator: { id: number; email: string };

beforeAll(async () => {
  mail = await openMailServer();
  testServer = await startTestServer({
    SMTP_URL: `smtp://127.0.0.1:${mail.port}?token=secret-word`,
    MAIL_FROM: "MCC <mcc@example.com>",
  });
  const admin = await addPerson(testServer, null);
  operator = admin;
  token = await tokenFor(testServer, admin.username);
});

const check = async (item: string, server = testServer, as = token) =>
  server.call(checkInstallation, { token: as, params: { item } });

test("the checklist says whether the mail server can be used, and never shows its password", async () => {
  const bare = await startTestServer();
  const theirs = await tokenFor(bare, (await addPerson(bare, null)).username);
  expect((await check("mail", bare, theirs)).body).toEqual({
    state: "warning",
    found: "E-mails are not sent: they are kept in the database.",
    advice: expect.stringContaining("SMTP_URL"),
  });
  expect((await check("mail")).body).toEqual({
    state: "ok",
    found: `The mail server 127.0.0.1:${mail.port} responds. Messages come from MCC <mcc@example.com>.`,
    advice: null,
  });
  await mail.stop();
  const { body } = await check("mail");
  await mail.startAgain();
  expect(body).toMatchObject({
    state: "failed",
    found: `The mail server 127.0.0.1:${mail.port} could not be used: nothing listens there.`,
  });
  expect(JSON.stringify(body)).not.toContain("secret-word");
});

test("a test e-mail is sent to the platform admin at once, and a refusal is shown in words", async () => {
  const sent = await testServer.call(sendTestMail, { token });
  expect(sent.body).toMatchObject({ state: "ok", found: expect.stringContaining(operator.email) });
  expect(mail.received.map(({ to }) => to)).toEqual([operator.email]);
  mail.state.unknown = operator.email;
  const refused = await testServer.call(sendTestMail, { token });
  expect(refused.body).toMatchObject({ state: "failed", found: expect.stringContaining("no such mailbox") });
  mail.state.unknown = "";
});

test("the storage is tested by a file that is written, read and deleted", async () => {
  expect((await check("storage")).body).toMatchObject({ state: "ok", advice: null });
  const { storage } = testServer.services;
  const broken = { ...storage, put: () => Promise.reject(new StorageUnavailable("connect ECONNREFUSED")) };
  expect(await checkStorage({ ...testServer.services, storage: broken })).toMatchObject({
    state: "failed",
    found: expect.stringContaining("nothing listens there"),
  });
});

test("the public address is found to lead here, to another server, or nowhere", async () => {
  expect((await check("public-address")).body).toMatchObject({
    state: "failed",
    found: expect.stringContaining("http://portal.test could not be reached from the server"),
  });
  const at = (publicUrl: string) =>
    checkPublicAddress({
      ...testServer.services,
      settings: { ...testServer.services.settings, publicUrl },
      publicUrl: () => publicUrl,
    });
  expect(await at(testServer.address)).toMatchObject({
    state: "warning",
    found: expect.stringContaining("works on this machine only"),
  });
  const other = createServer((_request, response) => response.end("{}"));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  afterAll(() => new Promise<void>((resolve) => other.close(() => resolve())));
  expect(await at(`http://127.0.0.1:${(other.address() as AddressInfo).port}`)).toMatchObject({
    state: "failed",
    found: expect.stringContaining("Another server"),
  });
});

test("the first company is asked for step by step: company, configuration, administrator", async () => {
  const found = async () => (await check("first-company")).body.found;
  expect(await found()).toBe("There is no company yet.");
  const company = await addCompany(testServer);
  expect(await found()).toBe("No configured company has an administrator who can sign in.");
  await addPerson(testServer, company, { admin: true });
  expect(await found()).toBe("1 company is ready.");
});

test("a job that waits for minutes is reported: no worker runs", async () => {
  expect((await check("jobs")).body.state).toBe("ok");
  await testServer.sql("select pgboss.create_queue('nobody-works', '{\"policy\": \"standard\"}')");
  await testServer.sql(
    "insert into pgboss.job (name, start_after) values ('nobody-works', now() - interval '8 minutes')",
  );
  expect((await check("jobs")).body).toMatchObject({
    state: "failed",
    found: "A job of the queue nobody-works has been waiting for 8 minutes.",
  });
});

test("the checklist is for platform admins, and has no other items", async () => {
  expect((await check("nonsense")).status).toBe(404);
  const company = await addCompany(testServer);
  const admin = await addPerson(testServer, company, { admin: true });
  const theirs = await tokenFor(testServer, admin.username);
  expect((await check("mail", testServer, theirs)).status).toBe(403);
  expect((await testServer.call(sendTestMail, { token: theirs })).status).toBe(403);
});

const linkIn = (text: string) =>
  /https:\/\/mcc\.example\.com\/reset-password\?token=(\S+)/.exec(text)?.[1] ?? "";

test("a platform admin is created by command, sets a password by the printed link and signs in (OPER-005 partly)", async () => {
  const command = platformAdminCommand(testServer);
  const given = ["--username", "first.admin", "--email", "first@example.com", "--last-name", "Admin"];
  const { stdout } = await command("create", ...given, "--first-name", "First");
  const link = linkIn(stdout);
  const password = "Correct-Horse-7";
  const reset = await testServer.call(setNewPassword, { body: { token: link, password } });
  expect(reset.status).toBe(200);
  const signedIn = await testServer.call(signIn, { body: { username: "first.admin", password } });
  expect(signedIn.status).toBe(200);
  const again = await testServer.call(setNewPassword, { body: { token: link, password } });
  expect(again.status).toBeGreaterThanOrEqual(400);
  const audited = await testServer.sql(
    "select action, actor_name from audit_entries where action like 'platform_admin.%'",
  );
  expect(audited).toEqual([{ action: "platform_admin.created", actor_name: "command line" }]);

  await expect(command("create", ...given, "--first-name", "First")).rejects.toMatchObject({
    stderr: expect.stringContaining("--username: A user with this username already exists."),
  });
  await expect(command("create", "--username", "x")).rejects.toMatchObject({
    stderr: expect.stringContaining("--email: Email field is required"),
  });
  const second = await command("invite", "First.Admin");
  const third = await command("invite", "first.admin");
  const lost = await testServer.call(setNewPassword, {
    body: { token: linkIn(second.stdout), password },
  });
  expect(lost.status).toBeGreaterThanOrEqual(400); // a newer link replaces it
  expect(linkIn(third.stdout)).not.toBe("");
  expect((await command("list")).stdout).toContain("first.admin");
});
