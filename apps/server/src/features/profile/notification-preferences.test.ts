import {
  readNotificationPreferences,
  saveNotificationPreferences,
} from "@mcc/contract/profile/notification-preferences.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { letter } from "../../platform/mail/letter.ts";
import { messageText } from "../../platform/mail/message-text.ts";
import { addNotification, type Notification } from "../../platform/mail/outbox.ts";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const DEFAULTS = {
  approvals: { email: true, text: true },
  reminders: { email: true, text: true },
  questions: { email: true, text: true },
  comments: { email: true, text: false },
  alerts: { email: false, text: false },
  digests: { email: false, text: false },
};

const member = async () => {
  const companyId = await addCompany(testServer);
  const person = await addPerson(testServer, companyId);
  return { ...person, companyId, token: await tokenFor(testServer, person.username) };
};
type Member = Awaited<ReturnType<typeof member>>;

let occasions = 0;
/** The channels by which a notification of a topic goes out. */
const channelsFor = async ({ id, companyId, email }: Member, topic: Notification["topic"]) => {
  const { textCipher, database } = testServer.services;
  const said = messageText`Hello`;
  const about = `occasion:${++occasions}`;
  const ids = await addNotification(
    textCipher,
    database.platform,
    { id, name: "Pat", email, phone: "+14325550117" },
    { companyId, topic, about, subject: said, body: letter("Pat"), text: said },
  );
  const rows = await testServer.sql<{ channel: string }>(
    "select channel from messages where id = any($1) order by channel",
    [ids],
  );
  return rows.map(({ channel }) => channel);
};

describe("notification preferences", () => {
  test("leave out topics of a newer version, which runs beside this one during an upgrade", async () => {
    const { id, companyId, token } = await member();
    const add = (topic: string) =>
      testServer.sql(
        "insert into notification_preferences (company_id, user_id, topic, channel, enabled) values ($1, $2, $3, 'text', false)",
        [companyId, id, topic],
      );
    await add("of-a-newer-version");
    await add("approvals");
    const { status, body } = await testServer.call(readNotificationPreferences, { token });
    const approvals = { email: true, text: false };
    expect([status, body]).toEqual([200, { ...DEFAULTS, approvals, text_messages: "no_phone" }]);
  });

  test("by default approvals go out by every channel, alerts and digests by none", async () => {
    const person = await member();
    const { body } = await testServer.call(readNotificationPreferences, { token: person.token });
    expect(body).toEqual({ ...DEFAULTS, text_messages: "no_phone" });
    expect(await channelsFor(person, "approvals")).toEqual(["email", "text"]);
    expect(await channelsFor(person, "alerts")).toEqual([]);
    expect(await channelsFor(person, "digests")).toEqual([]);
  });

  test("each user chooses the channels of each topic, for themselves (TOLD-004 partly)", async () => {
    const person = await member();
    const colleague = { ...(await addPerson(testServer, person.companyId)), companyId: person.companyId };
    const saved = await testServer.call(saveNotificationPreferences, {
      token: person.token,
      body: { approvals: { email: false }, alerts: { email: true }, digests: { text: true } },
    });
    const chosen = {
      ...DEFAULTS,
      approvals: { email: false, text: true },
      alerts: { email: true, text: false },
      digests: { email: false, text: true },
      text_messages: "no_phone",
    };
    expect(saved.body).toEqual(chosen);
    expect((await testServer.call(readNotificationPreferences, { token: person.token })).body).toEqual(
      chosen,
    );
    expect(await channelsFor(person, "approvals")).toEqual(["text"]);
    expect(await channelsFor(person, "alerts")).toEqual(["email"]);
    expect(await channelsFor(person, "digests")).toEqual(["text"]);
    expect(await channelsFor({ ...colleague, token: "" }, "approvals")).toEqual(["email", "text"]);
    expect(await channelsFor({ ...colleague, token: "" }, "alerts")).toEqual([]);

    // What was read can be sent back, and a choice can be taken back.
    const back = { ...chosen, approvals: { email: true, text: true } };
    expect(
      (await testServer.call(saveNotificationPreferences, { token: person.token, body: back })).body,
    ).toEqual(back);
    expect(await channelsFor(person, "approvals")).toEqual(["email", "text"]);
  });

  test("they say why no text message can be sent", async () => {
    const { id, token } = await member();
    const why = async (phone: string | null, isOn: boolean) => {
      await testServer.sql("update users set phone = $2, enable_text_messages = $3 where id = $1", [
        id,
        phone,
        isOn,
      ]);
      return (await testServer.call(readNotificationPreferences, { token })).body.text_messages;
    };
    expect(await why(null, true)).toBe("no_phone");
    expect(await why("+14325550117", false)).toBe("switched_off");
    expect(await why("+14325550117", true)).toBe("possible");
  });

  test("a change is audited once; strange values are refused by name", async () => {
    const { id, token } = await member();
    const save = (body: object) => testServer.call(saveNotificationPreferences, { token, body });
    for (let n = 0; n < 2; n++) expect((await save({ alerts: { email: true } })).status).toBe(200);
    const entries = "select action, details->'alerts' as alerts from audit_entries where actor_id = $1";
    expect(await testServer.sql(entries, [id])).toEqual([
      { action: "notification_preferences.updated", alerts: { email: true, text: false } },
    ]);
    const refused = await save({ alerts: { email: "yes" }, digests: [] });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body)).toEqual(["alerts.email", "digests"]);
  });
});
