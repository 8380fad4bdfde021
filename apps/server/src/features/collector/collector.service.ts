import { platformTransaction } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import * as queries from "./collector.queries.ts";
import { type Collector, sendBatch } from "./send-batch.ts";

const BATCH = 200;
/** After as many failures in one run the collector is taken to be away. */
const MOST_FAILURES = 3;

type Needs = Pick<Services, "database" | "settings" | "log">;

/**
 * Sends the next entries of a stream, and notes its position once they are taken: after a crash in between they are sent
 * again. Returns whether there may be more.
 */
const sendNext = (
  { database }: Needs,
  collector: Collector,
  stream: queries.Stream,
  lastSignInId: number,
): Promise<boolean> =>
  platformTransaction(database, async (db) => {
    const after = await queries.lockPosition(db, stream);
    if (after === undefined) return false;
    const entries = await queries.entriesAfter(db, stream, { after, most: BATCH, lastSignInId });
    const last = entries.at(-1);
    if (!last) return false;
    await sendBatch(collector, { ...stream, entries });
    await queries.setPosition(db, stream, last.position);
    return entries.length === BATCH;
  });

/** Sends what the collector does not have yet: of each company in order, and of all companies in turn. */
export const sendToCollector = async (services: Needs, stopping: AbortSignal): Promise<void> => {
  const { settings, database, log } = services;
  const { collector } = settings;
  if (!collector) return;
  // While sign-ins are being written for longer than that, those wait for the next run.
  const lastSignInId = await queries.lastSignIn(database.platform).catch((error) => {
    log.warn({ err: error }, "sign-ins for the collector could not be read");
    return 0;
  });
  let streams = await queries.streamsToSend(database.platform, lastSignInId);
  let failures = 0;
  while (streams.length > 0) {
    const more: queries.Stream[] = [];
    for (const stream of streams) {
      stopping.throwIfAborted();
      try {
        if (await sendNext(services, collector, stream, lastSignInId)) more.push(stream);
      } catch (error) {
        const { kind, company } = stream;
        log.warn({ err: error, kind, company }, "the collector did not take entries; they are sent again");
        if (++failures >= MOST_FAILURES) return;
      }
    }
    streams = more;
  }
};
