import { saveNotificationPreferences } from "@mcc/contract/profile/notification-preferences.api.ts";
import { TOPICS, type Topic } from "@mcc/contract/profile/notification-topics.ts";
import { requestPasswordReset } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, expect, test } from "vitest";
import { letter } from "../../platform/mail/letter.ts";
import { messageText } from "../../platform/mail/message-text.ts";
import { addNotification, requestSending } from "../../platform/mail/outbox.ts";
import { eventually } from "../../testing/eventually.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let mail: Awaited<ReturnType<typeof openMailServer>>;
let companyId: number;
beforeAll(async () => {
  mail = await openMailServer();
  testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
  companyId = await addCompany(testServer);
});

/** A user who gets alerts and digests by e-mail. */
const subscriber = async () => {
  const person = await addPerson(testServer, companyId);
  for (const topic of ["alerts", "digests"]) {
    await testServer.sql(
      "insert into notification_preferences (company_id, user_id, topic, channel, enabled) values ($1, $2, $3, 'email', true)",
      [companyId, person.id, topic],
    );
  }
  return person;
};
type Person = Awaited<ReturnType<typeof subscriber>>;

let occasions = 0;
const notify = async ({ id, email }: Person, topic: Topic): Promise<number[]> => {
  const { textCipher, database, jobs } = testServer.services;
  const said = { subject: messageText`News`, body: letter("Pat"), text: messageText`News` };
  const about = { companyId, topic, about: `occasion:${++occasions}` };
  const recipient = { id, name: "Pat", email, phone: null };
  const ids = await addNotification(textCipher, database.platform, recipient, { ...about, ...said });
  for (const message of ids) await requestSending(jobs, message);
  return ids;
};

/** The newest e-mail to a person, as sent. */
const mailTo = async ({ email }: Person, count = 1): Promise<string> => {
  const own = () => mail.received.filter(({ to }) => to === email);
  await eventually(() => expect(own()).toHaveLength(count));
  return (
    own()
      .at(-1)
      ?.text.replace(/\r\n[ \t]+/g, " ") ?? ""
  );
};
const header = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, "im").exec(text)?.[1];
/** The link of the header, at the address where this server listens. */
const pathIn = (text: string): string => {
  const link = /^<(http:\/\/portal\.test\/unsubscribe\/[\w.-]+)>$/.exec(
    header(text, "List-Unsubscribe") ?? "",
  )?.[1];
  return `${testServer.address}${new URL(String(link)).pathname}`;
};
const oneClick = (address: string) =>
  fetch(address, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });

test("e-mails of alerts and digests are stopped by one click, without signing in, for that person and topic alone (TOLD-005)", async () => {
  const [person, colleague] = [await subscriber(), await subscriber()];
  await notify(person, "alerts");
  const text = await mailTo(person);
  expect(header(text, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  const address = pathIn(text);

  // Mail scanners open links.
  const opened = await fetch(address);
  expect(opened.status).toBe(200);
  expect(await opened.text()).toContain("<button>Stop alerts by e-mail</button>");
  expect(await notify(person, "alerts")).toHaveLength(1);
  await mailTo(person, 2);

  const stopped = await oneClick(address);
  expect(stopped.status).toBe(200);
  expect(await stopped.text()).toContain("You no longer get alerts by e-mail");
  expect((await oneClick(address)).status).toBe(200);
  expect(await notify(person, "alerts")).toEqual([]);
  expect(await notify(person, "digests")).toHaveLength(1);
  expect(await notify(colleague, "alerts")).toHaveLength(1);

  expect((await oneClick(pathIn(await mailTo(person, 3)))).status).toBe(200);
  expect(await notify(person, "digests")).toEqual([]);
  const entries = await testServer.sql("select action, details from audit_entries where actor_id = $1", [
    person.id,
  ]);
  expect(entries).toHaveLength(2);
});

test("a link that was altered, or of a user who was deleted, changes nothing", async () => {
  const [person, colleague] = [await subscriber(), await subscriber()];
  await notify(person, "alerts");
  const address = pathIn(await mailTo(person));
  const [head, claims, signature] = address.slice(address.lastIndexOf("/") + 1).split(".");
  const read = JSON.parse(Buffer.from(String(claims), "base64url").toString("utf8"));
  const forged = Buffer.from(JSON.stringify({ ...read, user: colleague.id })).toString("base64url");
  for (const token of [[head, forged, signature].join("."), "x", `${head}.${claims}.`]) {
    const refused = await oneClick(`${testServer.address}/unsubscribe/${token}`);
    expect(refused.status).toBe(404);
  }
  expect(await notify(colleague, "alerts")).toHaveLength(1);
  await testServer.sql("update users set deleted_at = now() where id = $1", [person.id]);
  expect((await oneClick(address)).status).toBe(404);
  // A mail program may also post the form in parts.
  const form = new FormData();
  form.set("List-Unsubscribe", "One-Click");
  await notify(colleague, "alerts");
  const parts = await fetch(pathIn(await mailTo(colleague, 2)), { method: "POST", body: form });
  expect(parts.status).toBe(200);
});

test("a link ends when the person gets another address, and a message that still goes to the former one has none (PROF-004 partly)", async () => {
  const person = await subscriber();
  await notify(person, "alerts");
  const address = pathIn(await mailTo(person));
  const moved = { ...person, email: `moved-${person.email}` };
  await testServer.sql("update users set email = $2 where id = $1", [person.id, moved.email]);
  expect((await fetch(address)).status).toBe(404);
  expect((await oneClick(address)).status).toBe(404);

  // Written before the change, sent after it.
  await notify(person, "alerts");
  expect(header(await mailTo(person, 2), "List-Unsubscribe")).toBeUndefined();
  await notify(moved, "alerts");
  const own = pathIn(await mailTo(moved));
  // A change of capital letters is none.
  await testServer.sql("update users set email = upper(email) where id = $1", [person.id]);
  expect((await oneClick(own)).status).toBe(200);
  expect(await notify(moved, "alerts")).toEqual([]);
});

test("each person chooses the channels of every topic; messages about security are sent regardless, without such a link (TOLD-004)", async () => {
  const person = await subscriber();
  const token = await tokenFor(testServer, person.username);
  const choose = (email: boolean) => {
    const body = Object.fromEntries(TOPICS.map((topic) => [topic, { email }]));
    return testServer.call(saveNotificationPreferences, { token, body });
  };
  const allTopics = async () =>
    (await Promise.all(TOPICS.map((topic) => notify(person, topic)))).map((ids) => ids.length);
  expect((await choose(false)).status).toBe(200);
  expect(await allTopics()).toEqual(TOPICS.map(() => 0));
  await testServer.call(requestPasswordReset, { body: { userIdentifier: person.username } });
  const text = await mailTo(person);
  expect(header(text, "Subject")).toBe("Set a new password");
  expect(header(text, "List-Unsubscribe")).toBeUndefined();
  expect(text).not.toContain("/unsubscribe/");

  expect((await choose(true)).status).toBe(200);
  await notify(person, "approvals");
  expect(header(await mailTo(person, 2), "List-Unsubscribe")).toBeUndefined();
  expect(await allTopics()).toEqual(TOPICS.map(() => 1));
});
