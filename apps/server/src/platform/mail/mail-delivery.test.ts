import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { requestPasswordReset } from "@mcc/contract/sign-in/sign-in.api.ts";
import { afterAll, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { addCompany, addPerson } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { letter } from "./letter.ts";
import { messageText } from "./message-text.ts";
import { addNotification, addSecurityMail, requestSending } from "./outbox.ts";

const setUp = async (variables: Record<string, string> = {}) => {
  const mail = await openMailServer();
  const testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, ...variables });
  return { mail, testServer };
};

/** A message in the outbox, as the transaction of a change leaves it. */
const write = async ({ services }: TestServer, recipient: string): Promise<number> => {
  const mail = { company_id: null, recipient, subject: messageText`Hello`, body: letter("Pat") };
  const { id } = (await addSecurityMail(services.textCipher, services.database.platform, mail)) as {
    id: number;
  };
  return id;
};
const writeAndSend = async (testServer: TestServer, recipient: string): Promise<void> =>
  requestSending(testServer.services.jobs, await write(testServer, recipient));

const states = ({ sql }: TestServer) =>
  sql("select recipient, state, attempts from messages order by recipient");
const stateIs = (testServer: TestServer, expected: object[]) =>
  eventually(async () => expect(await states(testServer)).toEqual(expected));

/** After an attempt has failed: the time until the next one. */
const secondsToWait = async ({ sql }: TestServer): Promise<number> =>
  eventually(async () => {
    const [row] = await sql<{ wait: number }>(
      "select extract(epoch from next_attempt_at - now())::float as wait from messages where last_error is not null",
    );
    return row?.wait ?? expect.fail("no attempt has failed yet");
  });

/** Some time later: what waits is due, and the sweep finds it. */
const later = async ({ sql, services }: TestServer) => {
  await sql(
    "update messages set next_attempt_at = now(), last_error = null, created_at = created_at - interval '1 minute'",
  );
  await services.jobs.requestJob("sweep-messages", {}, crypto.randomUUID());
};

test("while the mail server refuses, the e-mail stays pending; later it is delivered once", async () => {
  const { mail, testServer } = await setUp();
  const person = await addPerson(testServer, await addCompany(testServer));
  mail.state.refusing = true;
  const body = { userIdentifier: person.username };
  expect((await testServer.call(requestPasswordReset, { body })).status).toBe(200);
  await secondsToWait(testServer);
  await stateIs(testServer, [{ recipient: person.email, state: "waiting", attempts: 1 }]);
  expect(mail.state.refused).toBe(1);
  mail.state.refusing = false;
  await later(testServer);
  await stateIs(testServer, [{ recipient: person.email, state: "sent", attempts: 2 }]);
  expect(mail.received.map(({ to }) => to)).toEqual([person.email]);
});

test("an address that the mail server refuses for good ends as failed, with the reason, and delays no other", async () => {
  const { mail, testServer } = await setUp();
  mail.state.unknown = "gone@example.com";
  for (const name of ["gone", "here", "there"]) await writeAndSend(testServer, `${name}@example.com`);
  const ended = [
    { recipient: "gone@example.com", state: "failed", attempts: 1 },
    { recipient: "here@example.com", state: "sent", attempts: 1 },
    { recipient: "there@example.com", state: "sent", attempts: 1 },
  ];
  await stateIs(testServer, ended);
  const [failed] = await testServer.sql("select last_error from messages where state = 'failed'");
  expect(failed?.last_error).toContain("no such mailbox");
  mail.state.unknown = "";
  await later(testServer);
  await writeAndSend(testServer, "zoe@example.com");
  await stateIs(testServer, [...ended, { recipient: "zoe@example.com", state: "sent", attempts: 1 }]);
  expect(mail.received.map(({ to }) => to)).not.toContain("gone@example.com");
});

test("a mail server that is down for an hour loses nothing: attempts become rarer and resume", async () => {
  const { mail, testServer } = await setUp();
  await mail.stop();
  await writeAndSend(testServer, "pat@example.com");
  const expected = [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600];
  for (const [failed, seconds] of expected.entries()) {
    if (failed > 0) await later(testServer);
    const wait = await secondsToWait(testServer);
    expect(wait).toBeLessThanOrEqual(seconds);
    expect(wait).toBeGreaterThan(seconds / 2);
  }
  await stateIs(testServer, [{ recipient: "pat@example.com", state: "waiting", attempts: 9 }]);
  await mail.startAgain();
  await later(testServer);
  await stateIs(testServer, [{ recipient: "pat@example.com", state: "sent", attempts: 10 }]);
  expect(mail.received).toHaveLength(1);
});

test("after three days of trying, a message is given up", async () => {
  const { mail, testServer } = await setUp();
  mail.state.refusing = true;
  await write(testServer, "pat@example.com");
  await testServer.sql("update messages set created_at = now() - interval '73 hours'");
  await later(testServer);
  await stateIs(testServer, [{ recipient: "pat@example.com", state: "failed", attempts: 1 }]);
});

test("a message of a worker that ended before or while sending it is sent by another, once", async () => {
  const { mail, testServer } = await setUp();
  // Ended after the commit, before the job was requested.
  await write(testServer, "a@example.com");
  // Ended while it was sending: the message is its own until the lease ends.
  const taken = await write(testServer, "b@example.com");
  const leased =
    "update messages set attempts = 1, next_attempt_at = now() + interval '5 minutes' where id = $1";
  await testServer.sql(leased, [taken]);
  await testServer.sql("update messages set created_at = created_at - interval '1 minute'");
  await testServer.services.jobs.requestJob("sweep-messages", {}, "first");
  await requestSending(testServer.services.jobs, taken);
  await stateIs(testServer, [
    { recipient: "a@example.com", state: "sent", attempts: 1 },
    { recipient: "b@example.com", state: "waiting", attempts: 1 },
  ]);
  await later(testServer);
  await stateIs(testServer, [
    { recipient: "a@example.com", state: "sent", attempts: 1 },
    { recipient: "b@example.com", state: "sent", attempts: 2 },
  ]);
  expect(mail.received.map(({ to }) => to)).toEqual(["a@example.com", "b@example.com"]);
});

test("a slow mail server delays no text message, and gets each e-mail once", async () => {
  const texts: unknown[] = [];
  const webhook = createServer(async (request, response) => {
    texts.push(JSON.parse(Buffer.concat(await request.toArray()).toString("utf8")));
    response.end();
  });
  await new Promise<void>((resolve) => webhook.listen(0, "127.0.0.1", resolve));
  afterAll(() => webhook.close());
  const { mail, testServer } = await setUp({
    SMS_WEBHOOK_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`,
  });
  const release = Promise.withResolvers<void>();
  mail.state.slow = release.promise;
  await writeAndSend(testServer, "a@example.com");
  await eventually(() => expect(mail.state.begun).toBe(1));

  const { textCipher, database, jobs } = testServer.services;
  const companyId = await addCompany(testServer);
  const { id, email } = await addPerson(testServer, companyId);
  const ids = await addNotification(
    textCipher,
    database.platform,
    { id, name: "Pat", email, phone: "+14325550117" },
    {
      companyId,
      topic: "approvals",
      about: "order:1",
      subject: messageText`Order 1`,
      body: letter("Pat"),
      text: messageText`Order 1 needs your approval`,
    },
  );
  for (const message of ids) await requestSending(jobs, message);
  await eventually(() =>
    expect(texts).toEqual([{ to: "+14325550117", text: "Order 1 needs your approval" }]),
  );
  expect(mail.received).toEqual([]);
  release.resolve();
  await eventually(() => expect(mail.received).toHaveLength(2));
  await eventually(async () =>
    expect(await testServer.sql("select 1 from messages where state <> 'sent'")).toEqual([]),
  );
  expect(mail.received.map(({ to }) => to).sort()).toEqual(["a@example.com", email].sort());
});

/** `MCC_TEST_SMTP_URL`: a real mail server, and two addresses of it, as smtp://127.0.0.1:25?accepted=…&refused=… */
const realServer = process.env.MCC_TEST_SMTP_URL;
if (realServer)
  test("a real mail server takes an e-mail, and one that it refuses for good is given up", async () => {
    const { protocol, host, searchParams } = new URL(realServer);
    const [accepted = "", refused = ""] = ["accepted", "refused"].map((name) => searchParams.get(name) ?? "");
    const testServer = await startTestServer({ SMTP_URL: `${protocol}//${host}` });
    for (const recipient of [accepted, refused]) await writeAndSend(testServer, recipient);
    const expected = [
      { recipient: accepted, state: "sent", attempts: 1 },
      { recipient: refused, state: "failed", attempts: 1 },
    ];
    await stateIs(
      testServer,
      expected.toSorted((one, other) => (one.recipient < other.recipient ? -1 : 1)),
    );
  });
else
  test("a real mail server was left out: MCC_TEST_SMTP_URL names none", () => expect(realServer).toBeFalsy());
