import type { Kysely } from "kysely";
import { platformTransaction } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Services } from "../../platform/services.ts";
import * as queries from "./collector.queries.ts";
import { type Connection, openCollector, TooLarge } from "./send-batch.ts";

const BATCH = 200;
/** After as many failures one after the other the collector is taken to be away. */
const MOST_FAILURES = 3;

type Needs = Pick<Services, "database" | "settings" | "log">;

/** A stream that may have more, and how many entries of it the collector takes at once. */
interface Turn {
  readonly stream: queries.Stream;
  readonly most: number;
}

/** Where a run stopped because of failures. The next one begins behind it, so that no stream waits for another. */
export interface Progress {
  stoppedAt?: queries.Stream;
}

/** What the collector finds too large is halved, down to a single entry. */
const sendPart = async (
  { send }: Pick<Connection, "send">,
  stream: queries.Stream,
  entries: readonly queries.Entry[],
): Promise<readonly queries.Entry[]> => {
  try {
    await send({ ...stream, entries });
    return entries;
  } catch (error) {
    if (!(error instanceof TooLarge) || entries.length === 1) throw error;
    return sendPart({ send }, stream, entries.slice(0, Math.ceil(entries.length / 2)));
  }
};

/**
 * Sends the next entries of a stream, and notes its position once they are taken: after a crash in between they are sent
 * again. Returns the next turn of the stream if there may be more.
 */
const sendNext = (
  { database }: Needs,
  connection: Connection,
  { stream, most }: Turn,
  lastSignInId: number,
): Promise<Turn | undefined> =>
  platformTransaction(database, async (db) => {
    const after = await queries.lockPosition(db, stream);
    if (after === undefined) return undefined;
    const entries = await queries.entriesAfter(db, stream, { after, most, lastSignInId });
    if (entries.length === 0) return undefined;
    const sent = await sendPart(connection, stream, entries);
    await queries.setPosition(db, stream, sent.at(-1)?.position ?? after);
    return sent.length < entries.length || entries.length === most
      ? { stream, most: sent.length }
      : undefined;
  });

/** From behind the stream on; streams that are no longer listed are where their order puts them. */
const fromBehind = (streams: readonly queries.Stream[], stopped: queries.Stream | undefined) => {
  if (!stopped) return streams;
  const isLater = ({ kind, chain }: queries.Stream) =>
    kind > stopped.kind || (kind === stopped.kind && chain > stopped.chain);
  return [...streams.filter(isLater), ...streams.filter((one) => !isLater(one))];
};

/** Sends what the collector does not have yet: of each company in order, and of all companies in turn. */
export const sendToCollector = async (
  services: Needs,
  stopping: AbortSignal,
  progress: Progress = {},
): Promise<void> => {
  const { settings, database, log } = services;
  if (!settings.collector) return;
  // While sign-ins are being written for longer than that, those wait for the next run.
  const lastSignInId = await queries.lastSignIn(database.platform).catch((error) => {
    log.warn({ err: error }, "sign-ins for the collector could not be read");
    return 0;
  });
  const streams = await queries.streamsToSend(database.platform, lastSignInId);
  if (streams.length === 0) return;
  const connection = await openCollector(settings.collector);
  try {
    let turns = fromBehind(streams, progress.stoppedAt).map((stream): Turn => ({ stream, most: BATCH }));
    progress.stoppedAt = undefined;
    let failures = 0;
    while (turns.length > 0) {
      const more: Turn[] = [];
      for (const turn of turns) {
        stopping.throwIfAborted();
        try {
          const next = await sendNext(services, connection, turn, lastSignInId);
          if (next) more.push(next);
          failures = 0;
        } catch (error) {
          const { kind, company } = turn.stream;
          log.warn({ err: error, kind, company }, "the collector did not take entries; they are sent again");
          if (++failures < MOST_FAILURES) continue;
          progress.stoppedAt = turn.stream;
          return;
        }
      }
      turns = more;
    }
  } finally {
    connection.close();
  }
};

/** Which of these companies have what the collector does not have yet; none without a collector. */
export const owedChains = async (
  { settings }: Pick<Services, "settings">,
  db: Kysely<Tables>,
  companies: readonly number[],
): Promise<number[]> =>
  settings.collector && companies.length > 0 ? queries.chainsToSend(db, companies) : [];
