import { requestPasswordReset } from "@mcc/contract/sign-in/sign-in.api.ts";
import { expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { addCompany, addPerson } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { letter } from "./letter.ts";
import { messageText } from "./message-text.ts";
import { addSecurityMail, requestSending } from "./outbox.ts";

test("an e-mail is sent by SMTP once, with the configured sender address", async () => {
  const mail = await openMailServer();
  const testServer = await startTestServer({
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: "Portal <portal@example.com>",
  });
  const person = await addPerson(testServer, await addCompany(testServer));
  await testServer.call(requestPasswordReset, { body: { userIdentifier: person.username } });
  await eventually(() => expect(mail.received).toHaveLength(1));
  expect(mail.received[0]?.to).toBe(person.email);
  expect(mail.received[0]?.text).toContain("From: Portal <portal@example.com>");
  expect(mail.received[0]?.text).toContain("/reset-password?token=");
  await eventually(async () =>
    expect(await testServer.sql("select state from messages")).toEqual([{ state: "sent" }]),
  );
});

const LETTERS = 30;
test("many e-mails are sent one after the other without a delay", async () => {
  const mail = await openMailServer();
  const testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
  const { textCipher, database, jobs } = testServer.services;
  for (let n = 0; n < LETTERS; n++) {
    const queuedMail = {
      company_id: null,
      recipient: `${n}@example.com`,
      subject: messageText`Hello`,
      body: letter("Pat"),
    };
    const { id } = (await addSecurityMail(textCipher, database.platform, queuedMail)) as { id: number };
    await requestSending(jobs, id);
  }
  await eventually(() => expect(mail.received).toHaveLength(LETTERS));
});

test("without a mail server the outbox keeps the e-mail", async () => {
  const testServer = await startTestServer();
  const person = await addPerson(testServer, await addCompany(testServer));
  await testServer.call(requestPasswordReset, { body: { userIdentifier: person.username } });
  await eventually(async () =>
    expect(await testServer.sql("select state from messages")).toEqual([{ state: "kept" }]),
  );
});

test("in the demo the outbox can be read at /mailbox, as HTML and text without scripts; elsewhere there is no such page", async () => {
  const demo = await startTestServer({ MCC_DEMO: "on" });
  const person = await addPerson(demo, await addCompany(demo), { firstName: "<script>alert(1)</script>" });
  await demo.call(requestPasswordReset, { body: { userIdentifier: person.username } });
  const page = await (await fetch(`${demo.address}/mailbox`)).text();
  expect(page).toContain(`To ${person.email}`);
  const framed = /<iframe src="(\/mailbox\/\d+)"[^>]* sandbox="([^"]*)"/.exec(page);
  expect(framed?.[2]).not.toContain("allow-scripts");
  const message = await fetch(`${demo.address}${framed?.[1]}`);
  expect(message.headers.get("content-security-policy")).toMatch(
    /default-src 'none'.*; sandbox (?!.*allow-scripts)/,
  );
  const shown = await message.text();
  expect(shown).toContain("/reset-password?token=");
  expect(shown).toContain("Hello &#60;script&#62;alert(1)&#60;/script&#62;,");
  expect(shown).not.toContain("<script>");
  expect((await fetch(`${demo.address}/mailbox/999999`)).status).toBe(404);
  expect((await fetch(`${demo.address}/mailbox/x`)).status).toBe(404);
  expect(page).toContain('<a href="http://portal.test/reset-password?token=');
  expect(page).not.toContain("<script>");
  const testServer = await startTestServer();
  for (const path of ["/mailbox", "/mailbox/1"]) {
    expect((await fetch(`${testServer.address}${path}`)).status).toBe(404);
  }
});

test("the mailbox lists sender, reader, subject and time, is filtered by person, and has one message open", async () => {
  const demo = await startTestServer({ MCC_DEMO: "on" });
  const companyId = await addCompany(demo);
  const [ann, bob] = [await addPerson(demo, companyId), await addPerson(demo, companyId)];
  for (const { username } of [ann, bob])
    await demo.call(requestPasswordReset, { body: { userIdentifier: username } });
  const read = async (search = "") => (await fetch(`${demo.address}/mailbox${search}`)).text();
  const entriesIn = (page: string) =>
    [...page.matchAll(/<li><a href="([^"]*)"[^>]*>([\s\S]*?)<\/li>/g)].map(([, link = "", text = ""]) => ({
      link: link.replaceAll("&#38;", "&"),
      text: text.replace(/<[^>]*>/g, "").replaceAll("\n", " "),
    }));
  const all = await read();
  const entries = entriesIn(all);
  expect(entries).toHaveLength(2);
  expect(entries[0]?.text).toMatch(
    new RegExp(`^\\S.* To ${bob.email}From \\S.* · \\w{3} \\d{2} \\d{4} \\d{1,2}:\\d{2} [AP]M UTC$`),
  );
  // The newest is open until another one is chosen.
  const openIn = (page: string) => /<dt>To<\/dt><dd>([^<]*)/.exec(page)?.[1];
  expect(all.match(/<iframe/g)).toHaveLength(1);
  expect(openIn(all)).toBe(bob.email);
  const chosen = await (await fetch(`${demo.address}${entries[1]?.link}`)).text();
  expect(openIn(chosen)).toBe(ann.email);
  expect(entriesIn(chosen)).toHaveLength(2);
  const filtered = await read(`?person=${encodeURIComponent(ann.email)}`);
  expect(entriesIn(filtered)).toMatchObject([{ text: expect.stringContaining(ann.email) }]);
  expect(openIn(filtered)).toBe(ann.email);
  expect(entriesIn(await read("?person=nobody"))).toEqual([]);
  expect(entriesIn(await read("?page=2"))).toEqual([]);
  for (const search of ["?message=x", "?page=-1", "?person=a&person=b", `?person=${"x".repeat(999)}`])
    expect((await fetch(`${demo.address}/mailbox${search}`)).status).toBe(200);
});

test("the mailbox is served to this machine only, whatever headers a caller sends", async () => {
  const remote = "198.51.100.7";
  const statusFor = async (demo: TestServer, remoteAddress: string, forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    return (await demo.app.inject({ url: "/mailbox", remoteAddress, headers })).statusCode;
  };
  const demo = await startTestServer({ MCC_DEMO: "on" });
  for (const own of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) expect(await statusFor(demo, own)).toBe(200);
  expect(await statusFor(demo, remote)).toBe(404);
  expect((await demo.app.inject({ url: "/mailbox/1", remoteAddress: remote })).statusCode).toBe(404);
  expect(await statusFor(demo, remote, "127.0.0.1")).toBe(404);
  // A proxy on this machine that is not configured as trusted.
  expect(await statusFor(demo, "127.0.0.1", remote)).toBe(404);

  // A name that its owner lets lead to this machine, in a browser on this machine.
  const local = await startTestServer({ MCC_DEMO: "on", MCC_PUBLIC_URL: "" });
  const named = async (host: string) =>
    (await local.app.inject({ url: "/mailbox", remoteAddress: "127.0.0.1", headers: { host } })).statusCode;
  expect(await named("manager.evil.example")).toBe(404);
  expect(await named("manager.goacme.localhost:3000")).toBe(200);

  const proxied = await startTestServer({ MCC_DEMO: "on", MCC_TRUSTED_PROXIES: "127.0.0.1, 10.0.0.1" });
  expect(await statusFor(proxied, "127.0.0.1", remote)).toBe(404);
  expect(await statusFor(proxied, "10.0.0.1", `127.0.0.1, ${remote}`)).toBe(404);
  expect(await statusFor(proxied, "10.0.0.1")).toBe(404);
  expect(await statusFor(proxied, "127.0.0.1")).toBe(200);
});
