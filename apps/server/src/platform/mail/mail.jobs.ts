import type { Channel } from "@mcc/contract/profile/notification-topics.ts";
import type { Job, JobQueue } from "../jobs/job-queue.ts";
import type { Services } from "../services.ts";
import { parseAttachment } from "./attachment.ts";
import { gatherHeldMessages } from "./gathering.ts";
import { parseLetter } from "./letter.ts";
import { envelopeOf } from "./letter-envelope.ts";
import { letterHtml } from "./letter-html.ts";
import { letterText } from "./letter-text.ts";
import * as queries from "./outbox.queries.ts";
import { requestSending, SEND_MESSAGE } from "./outbox.ts";
import { makeTransport, PermanentFailure, type Transport } from "./transport.ts";

type Deps = Omit<Services, "jobs">;

/** Longer than sending takes, time-outs included. */
const LEASE_SECONDS = 5 * 60;
const FIRST_RETRY_SECONDS = 30;
const MAX_RETRY_SECONDS = 60 * 60;
/** A mail server may be down over a weekend. */
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;
/** A slow mail server delays neither text messages nor what another worker has begun. */
const AT_ONCE = 4;

/**
 * What is asked before a message of a topic is sent, which may have waited for days: its content, which may have been
 * written anew, or nothing if it is not to be sent anymore.
 */
export type CheckMessage = (message: Claimed) => Promise<queries.MessageContent | undefined>;
type Checks = Readonly<Record<string, CheckMessage>>;

export const mailJobs = (services: Deps, jobs: JobQueue, checks: Checks): Job[] => {
  const transport = makeTransport(services.settings);
  const send: Job = {
    name: SEND_MESSAGE,
    concurrency: AT_ONCE,
    work: ({ messageId }) => sendMessage(services, transport, checks, Number(messageId)),
  };
  const sweep: Job = {
    name: "sweep-messages",
    schedule: "* * * * *",
    work: async (_, stopping) => {
      // First, so that no failure about held messages keeps them back.
      for (const { id } of await queries.dueMessages(services.database.platform)) {
        stopping.throwIfAborted();
        await requestSending(jobs, id);
      }
      for (const id of await gatherHeldMessages(services, stopping)) await requestSending(jobs, id);
    },
  };
  return [send, sweep];
};

type Claimed = NonNullable<Awaited<ReturnType<typeof queries.claimMessage>>>;

const outgoing = (services: Deps, message: Claimed) => {
  const { id, recipient, subject } = message;
  const body = services.textCipher.decrypt(message.body);
  if (message.channel === "text") return { id, recipient, subject, text: body };
  const letter = parseLetter(body);
  const envelope = envelopeOf(services, message, letter);
  const { unsubscribe } = envelope;
  const [text, html] = [letterText(letter, envelope), letterHtml(letter, envelope)];
  const attachment = message.attachment
    ? parseAttachment(services.textCipher.decrypt(message.attachment))
    : undefined;
  return { id, recipient, subject, text, html, unsubscribe, attachment };
};

/** Doubles from attempt to attempt; nothing when it is given up. */
const retryIn = ({ attempts, created_at }: Claimed, error: unknown): number | undefined => {
  const isOld = Date.now() - created_at.getTime() > GIVE_UP_AFTER_MS;
  if (error instanceof PermanentFailure || isOld) return undefined;
  return Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), MAX_RETRY_SECONDS);
};

/** A failure is noted with the message, which a sweep finds when it is due: the job itself has done its work. */
const sendMessage = async (
  services: Deps,
  transport: Transport,
  checks: Checks,
  messageId: number,
): Promise<void> => {
  const db = services.database.platform;
  const claimed = await queries.claimMessage(db, messageId, LEASE_SECONDS);
  if (!claimed) return;
  try {
    const content = await (checks[claimed.topic ?? ""]?.(claimed) ?? claimed);
    if (!content) return void (await queries.withdrawMessage(db, messageId));
    if (content !== claimed) await queries.setContent(db, messageId, content);
    const message = { ...claimed, ...content };
    const state = await transport[message.channel as Channel](outgoing(services, message));
    // At once: a process that ends in between sends the message a second time.
    await queries.markMessage(db, messageId, state);
  } catch (error) {
    const retry = retryIn(claimed, error);
    const isRefused = error instanceof PermanentFailure && error.addressRefused;
    await queries.recordFailure(db, messageId, (error as Error).message.slice(0, 500), retry, isRefused);
    const consequence = retry === undefined ? "is given up" : "will be tried again";
    services.log.warn({ err: error, messageId }, `a message could not be sent and ${consequence}`);
  }
};
