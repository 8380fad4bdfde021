import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { addCompany, addPerson } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { makeTextCipher } from "../access/secrets/text-cipher.ts";
import { button, letter, paragraph } from "./letter.ts";
import { MessageLink, messageText, portalLink } from "./message-text.ts";
import { addNotification, addSecurityMail, requestSending } from "./outbox.ts";

const texts: string[] = [];
const phoneService = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    texts.push(body);
    response.end("{}");
  });
});
await new Promise<void>((resolve) => phoneService.listen(0, "127.0.0.1", resolve));
afterAll(() => phoneService.close());

const mail = await openMailServer();
const testServer: TestServer = await startTestServer({
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  SMS_WEBHOOK_URL: `http://127.0.0.1:${(phoneService.address() as AddressInfo).port}`,
});
beforeEach(() => {
  mail.received.length = 0;
  texts.length = 0;
});

const setUp = async () => {
  const companyId = await addCompany(testServer);
  const { id, email } = await addPerson(testServer, companyId);
  return { companyId, reader: { id, name: "Pat", email, phone: "+12025550123" } };
};
type TestCompany = Awaited<ReturnType<typeof setUp>>;

/** Notifications of one topic, as if so many things had happened. */
const notify = async (
  { companyId, reader }: TestCompany,
  count: number,
  source?: string,
  from = 0,
): Promise<void> => {
  const { textCipher, database, jobs } = testServer.services;
  for (let n = from; n < from + count; n++) {
    const messages = await addNotification(textCipher, database.platform, reader, {
      companyId,
      topic: "approvals",
      about: `test:${companyId}:${n}`,
      ...(source === undefined ? {} : { source }),
      subject: messageText`Order ${String(n)} waits for you`,
      body: letter(
        "Pat",
        paragraph(messageText`It waits.`),
        button("Open", portalLink("http://portal.test", `/orders/${n}`)),
      ),
      text: messageText`Order ${String(n)} waits for you`,
    });
    for (const id of messages) await requestSending(jobs, id);
  }
};

/** The end of the 15 minutes: what is held is gathered, and the next messages are counted anew. */
const later = async () => {
  await testServer.sql(`update recent_messages set held_until = now() where held_until is not null`);
  await testServer.sql(
    "update recent_messages set created_at = created_at - interval '16 minutes' where held_until is null",
  );
  await testServer.services.jobs.requestJob("sweep-messages", {}, crypto.randomUUID());
};
const arrived = (list: readonly unknown[], count: number) =>
  eventually(() => expect(list).toHaveLength(count));
const mailsTo = ({ reader }: TestCompany) => mail.received.filter(({ to }) => to === reader.email);
const reached = (testCompany: TestCompany, count: number) =>
  eventually(() => expect(mailsTo(testCompany)).toHaveLength(count));
const statesOf = ({ reader }: TestCompany, channel = "email") =>
  testServer.sql<{ state: string; count: number }>(
    `select state, count(*)::int as count from messages where user_id = $1 and channel = $2
     group by state order by state`,
    [reader.id, channel],
  );

describe("messages to one person", () => {
  test("beyond 20 about a topic within 15 minutes become one, by e-mail and as text (ABUS-010)", async () => {
    const testCompany = await setUp();
    await notify(testCompany, 60);
    await arrived(mail.received, 20);
    await arrived(texts, 20);
    await eventually(async () =>
      expect(await statesOf(testCompany)).toEqual([
        { state: "held", count: 40 },
        { state: "sent", count: 20 },
      ]),
    );
    await later();
    await arrived(mail.received, 21);
    await arrived(texts, 21);
    const gathered = mail.received.at(-1);
    expect(gathered?.to).toBe(testCompany.reader.email);
    expect(gathered?.shown).toContain("Subject: 40 more messages about approvals");
    expect(gathered?.shown).toContain("Hello Pat,");
    expect(gathered?.shown).toContain("Order 59 waits for you");
    expect(gathered?.shown).toContain("http://portal.test/?next=%2Forders%2F59");
    expect(gathered?.shown).toContain("Order 20 waits for you");
    expect(gathered?.shown).not.toContain("Order 19 waits for you");
    expect(texts.at(-1)).toContain("40 more messages about approvals");
    // What was gathered is not kept a second time, and its occasion is not told again.
    const [left] = await testServer.sql<{ bodies: number }>(
      "select count(*)::int as bodies from messages where user_id = $1 and state = 'gathered' and body <> ''",
      [testCompany.reader.id],
    );
    expect(left).toEqual({ bodies: 0 });
    await notify(testCompany, 60);
    await notify(testCompany, 1, undefined, 60);
    await arrived(mail.received, 22);
    expect(mail.received.at(-1)?.shown).toContain("Subject: Order 60 waits for you");
  });

  test("beyond three from one source become one, and leave the others as they are (ABUS-010)", async () => {
    const testCompany = await setUp();
    await notify(testCompany, 8, "somebody:in a loop");
    await notify(testCompany, 2, "somebody else", 8);
    await arrived(mail.received, 5);
    expect(mail.received.map(({ shown }) => /Subject: (.*)/.exec(shown)?.[1]).sort()).toEqual(
      [0, 1, 2, 8, 9].map((n) => `Order ${n} waits for you`),
    );
    await later();
    await arrived(mail.received, 6);
    expect(mail.received.at(-1)?.shown).toContain("Subject: 5 more messages about approvals");
  });

  test("a single one that was held is sent as it was written", async () => {
    const testCompany = await setUp();
    await notify(testCompany, 4, "somebody");
    await arrived(mail.received, 3);
    await later();
    await arrived(mail.received, 4);
    expect(mail.received.at(-1)?.shown).toContain("Subject: Order 3 waits for you");
  });

  test("about the security of accounts are bounded by their address, and gathered with their links (ABUS-010)", async () => {
    const { textCipher, database, jobs } = testServer.services;
    const recipient = "invited@example.com";
    for (let n = 0; n < 30; n++) {
      const message = await addSecurityMail(textCipher, database.platform, {
        company_id: null,
        recipient: n % 2 === 0 ? recipient : recipient.toUpperCase(),
        subject: messageText`Welcome`,
        body: letter(
          "Pat",
          button("Set your password", new MessageLink("http://portal.test", `/reset-password?token=${n}`)),
        ),
      });
      await requestSending(jobs, message?.id ?? 0);
    }
    await arrived(mail.received, 20);
    await later();
    await arrived(mail.received, 21);
    const gathered = mail.received.at(-1)?.shown;
    expect(gathered).toContain("Subject: 10 more messages about your account");
    expect(gathered).toContain("Welcome (10 times)");
    // The newest link: earlier ones may have ended.
    expect(gathered).toContain("/reset-password?token=29");
  });

  test("are gathered by one of several workers", async () => {
    const testCompany = await setUp();
    await notify(testCompany, 10, "somebody");
    await arrived(mail.received, 3);
    const { gatherHeldMessages } = await import("./gathering.ts");
    await testServer.sql("update recent_messages set held_until = now() where held_until is not null");
    const { signal } = new AbortController();
    const ids = await Promise.all([1, 2, 3].map(() => gatherHeldMessages(testServer.services, signal)));
    // One by e-mail and one as text.
    expect(ids.flat()).toHaveLength(2);
  });

  test("that cannot be read are gathered by their subjects, and hold up nobody (ABUS-010 partly)", async () => {
    const [damaged, other] = [await setUp(), await setUp()];
    for (const testCompany of [damaged, other]) {
      await notify(testCompany, 6, "somebody");
      await reached(testCompany, 3);
    }
    await testServer.sql(
      `update messages set body = case subject when 'Order 3 waits for you' then 'AAAA' else $2 end
         where user_id = $1 and state = 'held' and subject <> 'Order 5 waits for you'`,
      [damaged.reader.id, makeTextCipher("another secret, which is long enough too").encrypt("Hello Pat,")],
    );
    await later();
    const link = (n: number) => portalLink("http://portal.test", `/orders/${n}`).address;
    for (const testCompany of [damaged, other]) {
      await reached(testCompany, 4);
      const gathered = mailsTo(testCompany).at(-1)?.shown;
      expect(gathered).toContain("Subject: 3 more messages about approvals");
      expect(gathered).toContain("Hello Pat,");
      for (const n of [3, 4, 5]) expect(gathered).toContain(`Order ${n} waits for you`);
      expect(gathered).toContain(link(5));
      for (const n of [3, 4]) expect(gathered?.includes(link(n))).toBe(testCompany === other);
    }
  });

  test("stay held if they cannot be gathered, and are gathered by the next run", async () => {
    const testCompany = await setUp();
    await notify(testCompany, 5, "somebody");
    await reached(testCompany, 3);
    await testServer.sql("update recent_messages set held_until = now() where held_until is not null");
    const { gatherHeldMessages } = await import("./gathering.ts");
    const publicUrl = () => {
      throw new Error("no address");
    };
    const failing = gatherHeldMessages({ ...testServer.services, publicUrl }, new AbortController().signal);
    await expect(failing).resolves.toBeDefined();
    await later();
    await reached(testCompany, 4);
    expect(mailsTo(testCompany).at(-1)?.shown).toContain("Subject: 2 more messages about approvals");
  });
});
