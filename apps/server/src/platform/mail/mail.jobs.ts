import type { Channel } from "@mcc/contract/profile/notification-topics.ts";
import { platformTransaction } from "../access/scope.ts";
import type { Job, JobQueue } from "../jobs/job-queue.ts";
import type { Platform } from "../platform.ts";
import * as queries from "./outbox.queries.ts";
import { requestSending, SEND_MESSAGE } from "./outbox.ts";
import { makeTransport, type Transport } from "./transport.ts";

const MAX_ATTEMPTS = 12;

export const mailJobs = (platform: Omit<Platform, "jobs">, jobs: () => JobQueue): Job[] => {
  const transport = makeTransport(platform.settings);
  const send: Job = {
    name: SEND_MESSAGE,
    work: ({ messageId }) => sendMessage(platform, transport, Number(messageId)),
  };
  const sweep: Job = {
    name: "sweep-messages",
    schedule: "* * * * *",
    work: async (_, stopping) => {
      for (const { id } of await queries.messagesWithoutJob(platform.database.platform)) {
        stopping.throwIfAborted();
        await requestSending(jobs(), id);
      }
    },
  };
  return [send, sweep];
};

const sendMessage = async (
  { database, log, textCipher }: Omit<Platform, "jobs">,
  transport: Transport,
  messageId: number,
): Promise<void> => {
  const failure = await platformTransaction(database, async (db) => {
    const message = await queries.lockWaitingMessage(db, messageId);
    if (!message) return undefined;
    try {
      const state = await transport[message.channel as Channel]({
        ...message,
        body: textCipher.decrypt(message.body),
      });
      await queries.markMessage(db, messageId, state);
      return undefined;
    } catch (error) {
      const wasLast = message.attempts + 1 >= MAX_ATTEMPTS;
      await queries.recordFailure(db, messageId, (error as Error).message.slice(0, 500), wasLast);
      return error;
    }
  });
  if (!failure) return;
  log.warn({ err: failure, messageId }, "a message could not be sent and will be tried again");
  throw failure;
};
