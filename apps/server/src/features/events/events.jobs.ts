import { type Job, type JobQueue, sweep } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { signingSecret } from "./event-secrets.service.ts";
import {
  claimDueDelivery,
  companiesWithDueDeliveries,
  type DueDelivery,
  deleteOldDeliveries,
  deleteOldEvents,
  dueReceivers,
  markDelivered,
  recordFailure,
  type Target,
} from "./events.queries.ts";
import { DELIVER_EVENTS, deliverSoon } from "./events.service.ts";
import { noteFailure, noteSuccess } from "./receiver-state.service.ts";
import { DeliveryError, sendEvent } from "./send-event.ts";

type Deps = Omit<Services, "jobs">;

const DELIVER_TO_RECEIVERS = "deliver-to-receivers";
const MAX_ATTEMPTS = 40;
const MAX_RETRY_SECONDS = 3_600;
/** The number of companies served at once: a slow receiver occupies one of them, and the others continue. */
const CONCURRENT_COMPANIES = 8;
/** A worker starts no new delivery for a company after this time, then continues with the next company. */
const TURN_MS = 30_000;

/** 2, 4, 8 … seconds, at most an hour: longer than the day after which a receiver is paused. */
const retryDelay = (attempts: number): number => Math.min(2 ** (attempts + 1), MAX_RETRY_SECONDS);

/** The provider's addresses have workers of their own: receivers that companies add do not delay them. */
export const eventJobs = (services: Deps, jobs: JobQueue): Job[] => [
  {
    name: DELIVER_EVENTS,
    concurrency: CONCURRENT_COMPANIES,
    work: async ({ companyId: given }, stopping) => {
      const companyId = Number(given);
      const due = await dueReceivers(services.database.platform, companyId);
      if (due.some((id) => id !== null)) {
        jobs.requestJobSoon(DELIVER_TO_RECEIVERS, { companyId }, String(companyId));
      }
      if (due.includes(null)) await deliverDue(services, jobs, { companyId, receiverId: null }, stopping);
    },
  },
  {
    name: DELIVER_TO_RECEIVERS,
    concurrency: CONCURRENT_COMPANIES,
    work: async ({ companyId: given }, stopping) => {
      const companyId = Number(given);
      const due = await dueReceivers(services.database.platform, companyId);
      const results = await Promise.allSettled(
        due
          .filter((id) => id !== null)
          .map((receiverId) => deliverDue(services, jobs, { companyId, receiverId }, stopping)),
      );
      // That a company's receiver fails is no failed job of the operator; the sweep tries again.
      for (const result of results)
        if (result.status === "rejected" && !(result.reason instanceof DeliveryError)) throw result.reason;
    },
  },
  sweep(jobs, { name: "sweep-events", schedule: "* * * * *", requests: DELIVER_EVENTS }, () =>
    companiesWithDueDeliveries(services.database.platform),
  ),
  {
    name: "delete-old-events",
    schedule: "17 3 * * *",
    work: async (_, stopping) => {
      for (const deleteSome of [deleteOldDeliveries, deleteOldEvents])
        while (await deleteSome(services.database.platform)) stopping.throwIfAborted();
    },
  },
];

/** Sends what is due, oldest first, until nothing is or the receiver fails; a failed run is repeated by the queue. */
const deliverDue = async (
  services: Deps,
  jobs: JobQueue,
  target: Target,
  stopping: AbortSignal,
): Promise<void> => {
  const began = performance.now();
  while (performance.now() - began < TURN_MS) {
    stopping.throwIfAborted();
    const outcome = await deliverNext(services, jobs, target);
    if (outcome === "none") return;
    if (outcome instanceof DeliveryError) throw outcome;
  }
  deliverSoon(jobs, target.companyId);
};

const NOT_CHOSEN = "Not sent: events of this kind or site are no longer chosen for the receiver.";

/** No transaction is open while the receiver responds: the delivery is claimed, sent, and recorded. */
const deliverNext = async (
  services: Deps,
  jobs: JobQueue,
  target: Target,
): Promise<"none" | "done" | DeliveryError> => {
  const { database, settings, textCipher } = services;
  const db = database.platform;
  const delivery = await claimDueDelivery(db, target);
  if (!delivery) return "none";
  const url = delivery.url ?? "";
  if (!delivery.is_chosen) {
    const error = { error: NOT_CHOSEN, state: "failed", waitSeconds: 0 } as const;
    await recordFailure(db, delivery.id, { url, status: null, response: null, ...error });
    return "done";
  }
  const [secret, ...previous] = [delivery.secret, ...delivery.previous_secrets].map((stored) =>
    signingSecret(textCipher, stored),
  );
  const secrets = secret ? [secret, ...previous.filter((one) => one !== null)] : [];
  try {
    const { eventNetworks, webhookNetworks } = settings;
    const networks = delivery.receiver_id === null ? eventNetworks : webhookNetworks;
    const response = await sendEvent(delivery, secrets, networks);
    await markDelivered(db, delivery.id, { url, ...response });
    await noteSuccess(db, delivery.receiver_id);
    return "done";
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    await noteError(services, jobs, delivery, error);
    return error;
  }
};

const noteError = async (
  services: Deps,
  jobs: JobQueue,
  { id, attempts, url, receiver_id }: DueDelivery,
  { status, response, message }: DeliveryError,
): Promise<void> => {
  const wasLast = attempts + 1 >= MAX_ATTEMPTS;
  await recordFailure(services.database.platform, id, {
    ...{ url: url ?? "", status, response, error: message },
    state: wasLast ? "failed" : "waiting",
    waitSeconds: retryDelay(attempts),
  });
  services.log.warn({ deliveryId: id, reason: message, wasLast }, "an event was not delivered");
  if (receiver_id !== null) await noteFailure(services, jobs, receiver_id);
};
