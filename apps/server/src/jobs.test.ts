import { beforeAll, expect, test } from "vitest";
import { eventually } from "./testing/eventually.ts";
import { addCompany } from "./testing/people.ts";
import { startTestServer, type TestServer } from "./testing/test-server.ts";

/** By what they do: the queue that finds the work regularly, and the queue that does it, where that is another. */
const QUEUES = {
  digests: ["sweep-triggers", "write-digests"],
  reminders: ["sweep-reminders", "remind-approvers"],
  mail: ["sweep-messages", "send-message"],
  "outgoing events": ["sweep-events", "deliver-events"],
  "clean-up of sign-ins": ["clean-up-sessions"],
  "clean-up of logins to storefronts": ["clean-up-login-as"],
  "clean-up of files": ["sweep-files"],
} as const;

let testServer: TestServer;
let companyId: number;

beforeAll(async () => {
  testServer = await startTestServer();
  companyId = await addCompany(testServer);
});

test("digests, reminders, mail, outgoing events and clean-up run from the queue in PostgreSQL, on schedules (API-033)", async () => {
  const scheduled = await testServer.sql<{ name: string }>("select name from pgboss.schedule");
  expect(scheduled.map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.values(QUEUES).map(([regular]) => regular)),
  );
  const names = Object.values(QUEUES).flat();
  for (const name of names)
    await testServer.services.jobs.requestJob(name, { companyId, messageId: 0 }, "test");
  const done = () =>
    testServer.sql<{ name: string }>(
      "select name from pgboss.job where singleton_key = 'test' and state = 'completed'",
    );
  await eventually(async () =>
    expect((await done()).map(({ name }) => name).sort()).toEqual(names.toSorted()),
  );
});

test("what is due is done by these jobs: an e-mail is taken from the outbox, and what has expired is deleted (API-033)", async () => {
  const { sql, services } = testServer;
  const [message] = await sql<{ id: number }>(
    `insert into messages (channel, recipient, subject, body, created_at)
     values ('email', 'a@example.com', 'Hello', $1, now() - interval '1 minute') returning id`,
    [services.textCipher.encrypt("Hello")],
  );
  await sql(
    "insert into rate_limits (bucket, hits, ends_at) values ('expired', 1, now() - interval '1 day')",
  );
  await services.jobs.requestJob("sweep-messages", {}, "due");
  await services.jobs.requestJob("clean-up-sessions", {}, "due");
  await eventually(async () => {
    // Without a mail server, a message is kept to be read in the outbox.
    expect(await sql("select state from messages where id = $1", [message?.id])).toEqual([{ state: "kept" }]);
    expect(await sql("select from rate_limits where bucket = 'expired'")).toEqual([]);
    expect(
      await sql(
        "select from pgboss.job where name = 'send-message' and state = 'completed' and data ->> 'messageId' = $1",
        [String(message?.id)],
      ),
    ).toHaveLength(1);
  });
});
