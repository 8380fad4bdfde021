import type { Job, JobQueue } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { signingSecret } from "./event-secrets.service.ts";
import {
  claimDueDelivery,
  companiesWithDueDeliveries,
  markDelivered,
  recordFailure,
} from "./events.queries.ts";
import { DELIVER_EVENTS, deliverSoon } from "./events.service.ts";
import { DeliveryError, sendEvent } from "./send-event.ts";

const MAX_ATTEMPTS = 20;
const MAX_RETRY_SECONDS = 3_600;
/** The number of companies served at once: a slow receiver occupies one of them, and the others continue. */
const CONCURRENT_COMPANIES = 8;
/** A worker starts no new delivery for a company after this time, then continues with the next company. */
const TURN_MS = 30_000;

/** 2, 4, 8 … seconds, at most an hour: half a day in all. */
const retryDelay = (attempts: number): number => Math.min(2 ** (attempts + 1), MAX_RETRY_SECONDS);

export const eventJobs = (services: Omit<Services, "jobs">, jobs: JobQueue): Job[] => [
  {
    name: DELIVER_EVENTS,
    concurrency: CONCURRENT_COMPANIES,
    work: ({ companyId }, stopping) => deliverDue(services, jobs, Number(companyId), stopping),
  },
  {
    name: "sweep-events",
    schedule: "* * * * *",
    work: async () => {
      for (const { company_id } of await companiesWithDueDeliveries(services.database.platform)) {
        deliverSoon(jobs, company_id);
      }
    },
  },
];

/** Sends what is due, oldest first, until nothing is or the receiver fails; a failed run is repeated by the queue. */
const deliverDue = async (
  services: Omit<Services, "jobs">,
  jobs: JobQueue,
  companyId: number,
  stopping: AbortSignal,
): Promise<void> => {
  const began = performance.now();
  while (performance.now() - began < TURN_MS) {
    stopping.throwIfAborted();
    const outcome = await deliverNext(services, companyId);
    if (outcome === "none") return;
    if (outcome !== "delivered") throw outcome;
  }
  deliverSoon(jobs, companyId);
};

/** No transaction is open while the receiver responds: the delivery is claimed, sent, and recorded. */
const deliverNext = async (
  { database, log, settings, textCipher }: Omit<Services, "jobs">,
  companyId: number,
): Promise<"none" | "delivered" | DeliveryError> => {
  const db = database.platform;
  const delivery = await claimDueDelivery(db, companyId);
  if (!delivery) return "none";
  const url = delivery.event_url ?? "";
  try {
    const secret = signingSecret(textCipher, delivery.event_secret);
    const response = await sendEvent({ ...delivery, event_secret: secret }, settings.eventNetworks);
    await markDelivered(db, delivery.id, { url, ...response });
    return "delivered";
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const wasLast = delivery.attempts + 1 >= MAX_ATTEMPTS;
    await recordFailure(db, delivery.id, {
      url,
      status: error.status,
      response: error.response,
      error: error.message,
      state: wasLast ? "failed" : "waiting",
      waitSeconds: retryDelay(delivery.attempts),
    });
    log.warn({ deliveryId: delivery.id, reason: error.message, wasLast }, "an event was not delivered");
    return error;
  }
};
