import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { STREAM_HEARTBEAT } from "@mcc/contract/stream/stream.schema.ts";
import { openStream } from "../api/call.ts";
import { CallError } from "../api/call-error.ts";
import { eventsOf, type ServerEvent } from "./event-stream.ts";

/** While there is no stream, the page looks for itself. */
const POLL_MS = 20_000;
/** A stream that says nothing for so long, not even a comment, is dead without knowing it. */
const SILENCE_MS = 3 * STREAM_HEARTBEAT;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

interface Listener {
  readonly onEvent: (event: ServerEvent) => void;
  /** Something may have been missed: the stream is back, or there is none and it is time to look. */
  readonly onMissed: () => void;
}

/** Twice as long after every failure, and not for all pages at the same moment. */
export const backoffDelay = (failures: number, chance = Math.random()): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS) * (0.5 + chance / 2);

/** These answers stay the same however often one asks. */
const isFinal = (error: unknown): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Reads one connection until it ends; a silent one is ended. */
const readOnce = async (
  endpoint: Endpoint,
  stop: AbortSignal,
  opened: () => void,
  onEvent: Listener["onEvent"],
): Promise<void> => {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  heard();
  try {
    const body = await openStream(endpoint, AbortSignal.any([stop, silence.signal]));
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
  const opened = () => {
    failures = 0;
    clearInterval(polling);
    polling = undefined;
    if (missed) listener.onMissed();
  };
  stop.addEventListener("abort", () => clearInterval(polling));
  while (!stop.aborted) {
    try {
      await readOnce(endpoint, stop, opened, listener.onEvent);
    } catch (error) {
      if (isFinal(error)) break;
    }
    if (stop.aborted) break;
    missed = true;
    failures += 1;
    polling ??= setInterval(listener.onMissed, POLL_MS);
    await pause(backoffDelay(failures), stop);
  }
  clearInterval(polling);
};

/**
 * Hears from the server what has changed, for as long as somebody looks: a hidden page keeps no connection (a browser
 * has few of them for one server), and catches up when it is looked at again.
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
