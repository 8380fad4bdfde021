import type { Topic } from "@mcc/contract/profile/notification-topics.ts";
import type { Kysely } from "kysely";
import { platformTransaction } from "../access/scope.ts";
import type { Tables } from "../db/tables.ts";
import type { Services } from "../services.ts";
import * as queries from "./gathering.queries.ts";
import { button, items, type Letter, paragraph, parseLetter, storedLetter } from "./letter.ts";
import type { REPORTS } from "./letter-envelope.ts";
import { LongValue, MessageLink, messageText } from "./message-text.ts";
import { addMessage } from "./outbox.queries.ts";

type Deps = Pick<Services, "database" | "textCipher" | "publicUrl" | "log">;

/** The groups that one run gathers; the next run finds the others. */
const GROUPS_AT_ONCE = 500;
/** The subjects that a message lists. */
const SUBJECTS_LISTED = 50;

const ABOUT: Record<Topic | typeof REPORTS, string> = {
  approvals: "approvals",
  reminders: "orders pending your approval",
  questions: "questions",
  comments: "comments",
  alerts: "alerts",
  digests: "digests",
  reports: "reports",
};

/**
 * Writes one message for each person with held messages that are due; returns the ids of what can be sent now. A group
 * that fails stays held until the next run, and the others go on.
 */
export const gatherHeldMessages = async (services: Deps, stopping: AbortSignal): Promise<number[]> => {
  const { database, log } = services;
  await queries.deleteOldNotes(database.platform);
  const messages: number[] = [];
  for (const group of await queries.dueGroups(database.platform, GROUPS_AT_ONCE)) {
    stopping.throwIfAborted();
    try {
      const id = await platformTransaction(database, (db) => gather(services, db, group));
      if (id !== undefined) messages.push(id);
    } catch (error) {
      const { company_id, user_id, topic } = group;
      log.error({ err: error, company_id, user_id, topic }, "held messages could not be gathered");
    }
  }
  return messages;
};

const gather = async (
  services: Deps,
  db: Kysely<Tables>,
  group: queries.HeldGroup,
): Promise<number | undefined> => {
  const ids = await queries.lockHeld(db, group);
  const [only, ...others] = ids;
  if (only === undefined) return undefined; // another process has gathered them
  if (others.length === 0) {
    await queries.releaseHeld(db, only);
    return only;
  }
  const { textCipher, publicUrl } = services;
  const { company_id, user_id, topic } = group;
  const channel = group.channel === "text" ? "text" : "email";
  const held = await queries.heldSubjects(db, ids, SUBJECTS_LISTED);
  await queries.markGathered(db, ids);
  const subject = messageText`${String(ids.length)} more messages about ${ABOUT[topic as Topic] ?? "your account"}`;
  const home = new MessageLink(publicUrl(), "/");
  const texts =
    channel === "text"
      ? { subject: "", body: messageText`${subject}. Open ${home}`.text }
      : { subject: subject.text, body: storedLetter(gatheredLetter(services, held, ids.length, home)) };
  const added = await addMessage(db, {
    ...{ company_id, user_id, topic, channel, source: "gathered" },
    recipient: held[0]?.recipient ?? group.recipient,
    subject: texts.subject,
    body: textCipher.encrypt(texts.body),
  });
  return added?.id;
};

/** Nothing for a message that cannot be read, as after a change of the secret: its subject is listed without a link. */
const letterOf = ({ textCipher, log }: Deps, { id, body }: queries.HeldSubject): Letter | undefined => {
  try {
    return parseLetter(textCipher.decrypt(body));
  } catch (error) {
    log.warn({ err: error, messageId: id }, "a held message could not be read");
    return undefined;
  }
};

/** Lists what the messages were about, each subject once, with the link of its newest message. */
const gatheredLetter = (
  services: Deps,
  held: readonly queries.HeldSubject[],
  total: number,
  home: MessageLink,
): Letter => {
  const letters = held.map((subject) => letterOf(services, subject));
  const listed = held.map(({ subject, count }, index) => {
    const [href] = letters[index]?.parts.flatMap((part) => ("href" in part ? part.href : [])) ?? [];
    const times = count === 1 ? messageText`` : messageText` (${String(count)} times)`;
    return {
      text: messageText`${new LongValue(subject)}${times}`,
      ...(href === undefined ? {} : { link: new MessageLink(home.address, href) }),
    };
  });
  const others = total - held.reduce((sum, { count }) => sum + count, 0);
  return {
    greeting: letters.find((letter) => letter)?.greeting ?? "Hello,",
    parts: [
      paragraph(messageText`These messages were written shortly after others, so you get them as one:`),
      items(listed),
      ...(others === 0 ? [] : [paragraph(messageText`And ${String(others)} others.`)]),
      button("Open the Management Control Center", home),
    ],
  };
};
