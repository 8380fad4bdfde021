import { CHANNELS, type Channel } from "@mcc/contract/profile/notification-topics.ts";
import { type CompanyData, platformTransaction } from "../../platform/access/scope.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import { addNotificationBy, requestSendings } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import * as queries from "./alert-mails.queries.ts";
import { alertNotice, digestNotice, manyAlertsNotice } from "./alerts.texts.ts";
import { DIGESTS, endedCounts } from "./digests.queries.ts";
import { lockProgress } from "./trigger-firing.queries.ts";

type Deps = Pick<Services, "database" | "textCipher" | "publicUrl">;

/** More alerts of a user than this at once become one message. */
const MESSAGES_AT_ONCE = 20;
const ALERTS_IN_A_DIGEST = 50;
const USERS_PER_TRANSACTION = 50;

type Write = (data: CompanyData, user: queries.AlertsOfUser, channel: Channel) => Promise<number[]>;
type FindUsers = (data: CompanyData, after: number, channel: Channel) => Promise<queries.AlertsOfUser[]>;

interface Sending {
  readonly findUsers: FindUsers;
  readonly write: Write;
}

const notifyUsers = async (
  deps: Deps,
  jobs: JobQueue,
  companyId: number,
  sending: Sending,
  stopping: AbortSignal,
): Promise<void> => {
  for (const channel of CHANNELS) await notifyBy(channel, deps, jobs, companyId, sending, stopping);
};

/** Some users in each transaction. A message that was written before is not written again. */
const notifyBy = async (
  channel: Channel,
  { database }: Deps,
  jobs: JobQueue,
  companyId: number,
  { findUsers, write }: Sending,
  stopping: AbortSignal,
): Promise<void> => {
  for (let after = 0; ; ) {
    stopping.throwIfAborted();
    const { users, messages } = await platformTransaction(database, async (db) => {
      const data = { db, companyId };
      const users = await findUsers(data, after, channel);
      const messages: number[] = [];
      for (const user of users) messages.push(...(await write(data, user, channel)));
      return { users, messages };
    });
    await requestSendings(jobs, messages);
    const last = users.at(-1);
    if (!last || users.length < USERS_PER_TRANSACTION) return;
    after = last.id;
  }
};

/** Sends new alerts to the users who want that: one message for each, or one for many at once. */
export const sendAlerts = async (
  services: Deps,
  jobs: JobQueue,
  companyId: number,
  stopping: AbortSignal,
): Promise<void> => {
  const { database, textCipher, publicUrl } = services;
  const sending = await queries.beginSending({ db: database.platform, companyId });
  if (!sending) return;
  const write: Write = async ({ db }, user, channel) => {
    const about = { companyId, topic: "alerts" } as const;
    if (user.count > MESSAGES_AT_ONCE) {
      const texts = manyAlertsNotice(publicUrl(), user);
      const notification = { ...about, about: `alerts:${sending.until}`, ...texts };
      return addNotificationBy(channel, textCipher, db, user, notification);
    }
    const messages: number[] = [];
    for (const alert of user.alerts) {
      const texts = alertNotice(publicUrl(), user.name, alert);
      const notification = { ...about, about: `alert:${alert.id}`, ...texts };
      messages.push(...(await addNotificationBy(channel, textCipher, db, user, notification)));
    }
    return messages;
  };
  const findUsers: FindUsers = (data, after, channel) =>
    queries.unsentAlerts(data, sending, {
      after,
      channel,
      users: USERS_PER_TRANSACTION,
      alerts: MESSAGES_AT_ONCE,
    });
  await notifyUsers(services, jobs, companyId, { findUsers, write }, stopping);
  await queries.endSending({ db: database.platform, companyId }, sending.until);
};

/** Sends the digests of the days and weeks that are over and written: one message for each user and window. */
export const sendDigests = async (
  services: Deps,
  jobs: JobQueue,
  companyId: number,
  stopping: AbortSignal,
): Promise<void> => {
  const { database, textCipher, publicUrl } = services;
  for (const digest of DIGESTS) {
    const unsent = await platformTransaction(database, async (db) => {
      await lockProgress({ db, companyId });
      const isWritten = (await endedCounts({ db, companyId }, 1)).length === 0;
      return isWritten ? queries.unsentDigests({ db, companyId }, digest) : undefined;
    });
    if (!unsent) continue;
    for (const start of unsent.windows) {
      const findUsers: FindUsers = (data, after, channel) =>
        queries.digestAlerts(data, digest, start, {
          after,
          channel,
          users: USERS_PER_TRANSACTION,
          alerts: ALERTS_IN_A_DIGEST,
        });
      const write: Write = ({ db }, user, channel) => {
        const texts = digestNotice(publicUrl(), user, digest, start);
        const notification = {
          companyId,
          topic: "digests",
          about: `digest:${digest}:${companyId}:${start}`,
          ...texts,
        } as const;
        return addNotificationBy(channel, textCipher, db, user, notification);
      };
      await notifyUsers(services, jobs, companyId, { findUsers, write }, stopping);
    }
    await queries.endDigests({ db: database.platform, companyId }, digest, unsent.end);
  }
};
