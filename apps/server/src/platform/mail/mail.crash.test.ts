import { expect, test } from "vitest";
import { openOwner } from "../../testing/database-owner.ts";
import { eventually } from "../../testing/eventually.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { openProcessDatabase } from "../../testing/process-database.ts";
import { SECRET } from "../../testing/test-server.ts";
import { makeTextCipher } from "../access/secrets/text-cipher.ts";
import { openDatabase } from "../db/database.ts";
import { startJobQueue } from "../jobs/job-queue.ts";
import { makeLog } from "../log.ts";
import { letter } from "./letter.ts";
import { messageText } from "./message-text.ts";
import { addSecurityMail, requestSending } from "./outbox.ts";

const { url, owner, launch } = openProcessDatabase("mail_crash");
const holder = openOwner(url);

const LOCK = 4_712;
/** Recording that the message to c was sent waits for the lock of the test. */
const holdTheRecordOfC = async () => {
  await owner.sql(`
    create function mcc.wait_here() returns trigger language plpgsql security definer as $$
    begin
      perform pg_advisory_xact_lock(${LOCK});
      return new;
    end $$`);
  await owner.sql(
    `create trigger wait_here before update on mcc.messages for each row
     when (new.state = 'sent' and new.recipient = 'c@example.com') execute function mcc.wait_here()`,
  );
  await holder.sql(`select pg_advisory_lock(${LOCK})`);
};
const WAITING = `from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted
  and database = (select oid from pg_database where datname = current_database())`;

const states = async () =>
  (await owner.sql("select recipient, state, attempts from messages order by recipient")).map((row) =>
    Object.values(row).join(" "),
  );

test("a worker killed between writing, sending and recording loses no e-mail, and repeats none that it recorded", async () => {
  const mail = await openMailServer();
  const start = () =>
    launch({
      MCC_ROLE: "worker",
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    });
  const [database, cipher] = [openDatabase(url, () => {}), makeTextCipher(SECRET)];
  const queue = await startJobQueue(url, () => [], { works: false, log: makeLog("silent") });
  const write = async (recipient: string): Promise<number> => {
    const written = { company_id: null, recipient, subject: messageText`Hello`, body: letter("Pat") };
    return Number((await addSecurityMail(cipher, database.platform, written))?.id);
  };
  /** The first worker creates the queues of the jobs. */
  const send = async (recipient: string) => {
    const id = await write(recipient);
    await eventually(() => requestSending(queue, id));
  };
  const received = () => mail.received.map(({ to }) => to).sort();

  const killed = start();
  await send("a@example.com");
  await eventually(async () => expect(await states()).toEqual(["a@example.com sent 1"]));
  await holdTheRecordOfC();
  await send("c@example.com");
  await eventually(async () => expect(await owner.sql(`select ${WAITING}`)).toHaveLength(1));
  // From now on the mail server accepts nothing.
  mail.state.slow = new Promise(() => {});
  await send("b@example.com");
  await eventually(() => expect(mail.state.begun).toBe(3));
  killed.child.kill("SIGKILL");
  await killed.ended;
  // PostgreSQL would end the statement of the killed process, as if it had recorded what it sent.
  await owner.sql(`select pg_terminate_backend(pid) ${WAITING}`);
  await holder.close();
  // Written, and never requested from the job queue.
  await write("d@example.com");
  expect(await states()).toEqual([
    "a@example.com sent 1",
    "b@example.com waiting 1",
    "c@example.com waiting 1",
    "d@example.com waiting 0",
  ]);
  expect(received()).toEqual(["a@example.com", "c@example.com"]);

  mail.state.slow = Promise.resolve();
  start();
  // When the lease of the killed process has ended.
  await owner.sql(
    "update messages set next_attempt_at = now(), created_at = created_at - interval '1 minute'",
  );
  await queue.requestJob("sweep-messages", {}, "test");
  await eventually(async () =>
    expect(await states()).toEqual([
      "a@example.com sent 1",
      "b@example.com sent 2",
      "c@example.com sent 2",
      "d@example.com sent 1",
    ]),
  );
  await queue.stop();
  await database.close();
  const [a, b, c, d] = ["a", "b", "c", "d"].map((person) => `${person}@example.com`);
  // The mail server had accepted c, which nobody could know: it comes again, with the same id.
  expect(received()).toEqual([a, b, c, c, d]);
  const ids = mail.received
    .filter(({ to }) => to === c)
    .map(({ text }) => /^message-id: .*$/im.exec(text)?.[0]);
  expect(ids).toEqual([expect.stringMatching(/<mcc-\d+@/), ids[0]]);
});
