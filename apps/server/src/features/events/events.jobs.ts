import type { Job, Jobs } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { claimDueDelivery, companiesWithDue, noteDelivered, noteFailure } from "./events.queries.ts";
import { DELIVER, deliverSoon } from "./events.service.ts";
import { NotDelivered, sendEvent } from "./send-event.ts";

const GIVE_UP_AFTER = 20;
const LONGEST_WAIT = 3_600;
/** Companies that are written to at once: a slow receiver takes one of these turns, and all others go on. */
const TURNS = 8;
/** A turn begins nothing new after this long; then it is the next company's. */
const TURN = 30_000;

/** 2, 4, 8 … seconds, at most an hour: half a day in all. */
const waitAfter = (attempts: number): number => Math.min(2 ** (attempts + 1), LONGEST_WAIT);

export const eventJobs = (platform: Omit<Platform, "jobs">, jobs: () => Jobs): Job[] => [
  {
    name: DELIVER,
    atOnce: TURNS,
    work: ({ companyId }, stopping) => deliverDue(platform, jobs(), Number(companyId), stopping),
  },
  {
    name: "sweep-events",
    schedule: "* * * * *",
    work: async () => {
      for (const { company_id } of await companiesWithDue(platform.database.platform)) {
        deliverSoon(jobs(), company_id);
      }
    },
  },
];

/** Sends what is due, oldest first, until nothing is or the receiver fails; a failed run is repeated by the queue. */
const deliverDue = async (
  platform: Omit<Platform, "jobs">,
  jobs: Jobs,
  companyId: number,
  stopping: AbortSignal,
): Promise<void> => {
  const began = performance.now();
  while (performance.now() - began < TURN) {
    stopping.throwIfAborted();
    const outcome = await deliverNext(platform, companyId);
    if (outcome === "none") return;
    if (outcome !== "delivered") throw outcome;
  }
  deliverSoon(jobs, companyId);
};

/** No transaction is open while the receiver takes its time: the delivery is claimed, sent, and noted. */
const deliverNext = async (
  { database, log, settings }: Omit<Platform, "jobs">,
  companyId: number,
): Promise<"none" | "delivered" | NotDelivered> => {
  const db = database.platform;
  const delivery = await claimDueDelivery(db, companyId);
  if (!delivery) return "none";
  const url = delivery.event_url ?? "";
  try {
    await noteDelivered(db, delivery.id, url, await sendEvent(delivery, settings.eventNetworks));
    return "delivered";
  } catch (error) {
    if (!(error instanceof NotDelivered)) throw error;
    const wasLast = delivery.attempts + 1 >= GIVE_UP_AFTER;
    await noteFailure(db, delivery.id, {
      url,
      status: error.status,
      error: error.message,
      state: wasLast ? "failed" : "waiting",
      waitSeconds: waitAfter(delivery.attempts),
    });
    log.warn({ deliveryId: delivery.id, reason: error.message, wasLast }, "an event was not delivered");
    return error;
  }
};
