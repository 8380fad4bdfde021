import { expect, test } from "vitest";
import { makeTextCipher } from "./platform/access/secrets/text-cipher.ts";
import { openDatabase } from "./platform/db/database.ts";
import { startJobQueue } from "./platform/jobs/job-queue.ts";
import { makeLog } from "./platform/log.ts";
import { letter } from "./platform/mail/letter.ts";
import { messageText } from "./platform/mail/message-text.ts";
import { addSecurityMail, requestSending } from "./platform/mail/outbox.ts";
import { eventually } from "./testing/eventually.ts";
import { openMailServer } from "./testing/mail-server.ts";
import type { Process } from "./testing/process.ts";
import { openProcessDatabase } from "./testing/process-database.ts";
import { SECRET } from "./testing/test-server.ts";

const { url, launch } = openProcessDatabase("roles");

const stop = async ({ child, ended }: Process): Promise<void> => {
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
};

test("jobs run in the web process by default; with the role web they are left to workers (API-034)", async () => {
  const mail = await openMailServer();
  const start = async (role?: "web" | "worker"): Promise<Process> => {
    const started = launch({
      ...(role ? { MCC_ROLE: role } : {}),
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    });
    if (role !== "worker") await started.ready;
    return started;
  };
  const [database, cipher] = [openDatabase(url, () => {}), makeTextCipher(SECRET)];
  const queue = await startJobQueue(url, () => [], { works: false, log: makeLog("silent") });
  const send = async (recipient: string): Promise<void> => {
    const written = { company_id: null, recipient, subject: messageText`Hello`, body: letter("Pat") };
    const message = await addSecurityMail(cipher, database.platform, written);
    await eventually(() => requestSending(queue, Number(message?.id)));
  };
  const received = () => mail.received.map(({ to }) => to);

  const alone = await start();
  await send("default@example.com");
  await eventually(() => expect(received()).toEqual(["default@example.com"]));
  await stop(alone);

  // It answers requests, and ends with the job still in the queue.
  const web = await start("web");
  await send("separate@example.com");
  expect((await fetch(`${await web.ready}/readyz`)).status).toBe(200);
  await stop(web);
  expect(received()).toEqual(["default@example.com"]);

  const worker = await start("worker");
  await eventually(() => expect(received()).toEqual(["default@example.com", "separate@example.com"]));
  await stop(worker);
  await queue.stop();
  await database.close();
});
