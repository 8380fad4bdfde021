import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { STREAM_HEARTBEAT } from "@mcc/contract/stream/stream.schema.ts";
import { openStream } from "../api/call.ts";
import { CallError } from "../api/call-error.ts";
import { eventsOf, type ServerEvent } from "./event-stream.ts";

/** How often the page polls while there is no stream. */
const POLL_MS = 20_000;
/** A stream without any data for this long, comments included, is considered lost. */
const SILENCE_MS = 3 * STREAM_HEARTBEAT;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

interface Listener {
  readonly onEvent: (event: ServerEvent) => void;
  /** Events may have been missed: the stream is open again, or there is none and it is time to poll. */
  readonly onMissed: () => void;
  /** There is no stream, and it is time to poll for what would have been received. */
  readonly onPoll: () => void;
  /** The last event that was received, from which the server resumes. */
  readonly lastEventId: () => number | undefined;
}

/** Exponential backoff with jitter. */
export const backoffDelay = (failures: number, chance = Math.random()): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS) * (0.5 + chance / 2);

/** A retry would get the same response, unless the page is used from another network by then. */
const isFinal = (error: unknown): boolean =>
  error instanceof CallError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429 &&
  error.code !== "auth.network";

/** Waits, or until it is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Reads one connection until it ends, and aborts it when it is silent for too long. */
const readOnce = async (
  endpoint: Endpoint,
  stop: AbortSignal,
  opened: () => void,
  { onEvent, lastEventId }: Listener,
): Promise<void> => {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  heard();
  try {
    const body = await openStream(endpoint, AbortSignal.any([stop, silence.signal]), lastEventId());
    opened();
    for await (const event of eventsOf(body, heard)) onEvent(event);
  } finally {
    clearTimeout(timer);
  }
};

const keepReading = async (endpoint: Endpoint, stop: AbortSignal, listener: Listener): Promise<void> => {
  let failures = 0;
  let polling: ReturnType<typeof setInterval> | undefined;
  let missed = false;
  const poll = () => {
    listener.onMissed();
    listener.onPoll();
  };
  const opened = () => {
    failures = 0;
    clearInterval(polling);
    polling = undefined;
    if (missed) listener.onMissed();
  };
  stop.addEventListener("abort", () => clearInterval(polling));
  while (!stop.aborted) {
    try {
      await readOnce(endpoint, stop, opened, listener);
    } catch (error) {
      if (isFinal(error)) break;
    }
    if (stop.aborted) break;
    missed = true;
    failures += 1;
    polling ??= setInterval(poll, POLL_MS);
    await pause(backoffDelay(failures), stop);
  }
  clearInterval(polling);
};

/**
 * Listens to the event stream while the page is visible. A hidden page has no connection (browsers limit them per
 * server) and catches up when it is visible again.
 */
export const listen = (endpoint: Endpoint, listener: Listener): (() => void) => {
  let stop = new AbortController();
  const start = () => {
    stop = new AbortController();
    void keepReading(endpoint, stop.signal, listener);
  };
  const look = () => {
    stop.abort();
    if (document.hidden) return;
    listener.onMissed();
    start();
  };
  if (!document.hidden) start();
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    stop.abort();
  };
};
