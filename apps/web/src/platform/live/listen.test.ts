import { endpoint } from "@mcc/contract/kit/endpoint.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { eventually } from "../../testing/page-events.ts";
import { backoffDelay, listen } from "./listen.ts";

const stream = endpoint({
  method: "GET",
  path: "/stream/",
  summary: "What changes",
  allow: "company:member",
  reply: z.unknown(),
});

/** The network: every connection is kept, to be spoken through and cut by the test. */
interface Connection {
  readonly token: string | null;
  readonly lastEventId: string | null;
  readonly signal: AbortSignal | undefined;
  readonly out: ReadableStreamDefaultController<Uint8Array>;
}
let connections: Connection[] = [];
let status = 200;
const network = async (_url: string, { headers, signal }: RequestInit): Promise<Response> => {
  let out!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      out = controller;
    },
  });
  signal?.addEventListener("abort", () => out.error(signal.reason));
  const sent = new Headers(headers);
  connections.push({
    token: sent.get("authorization"),
    lastEventId: sent.get("last-event-id"),
    signal: signal ?? undefined,
    out,
  });
  return status === 200 ? new Response(body) : new Response("{}", { status });
};
const say = (data: string) => connections.at(-1)?.out.enqueue(new TextEncoder().encode(data));

class Page extends EventTarget {
  hidden = false;
  turn(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

let page = new Page();
let stop = () => {};
let last: number | undefined;
const onEvent = vi.fn();
const onMissed = vi.fn();
const onPoll = vi.fn();
/** A second is as long as it waits after a first failure. */
const opened = async (count: number) => {
  await vi.advanceTimersByTimeAsync(1000);
  expect(connections).toHaveLength(count);
};

beforeEach(() => {
  vi.useFakeTimers();
  status = 200;
  connections = [];
  page = new Page();
  vi.stubGlobal("location", { protocol: "http:", host: "localhost" });
  vi.stubGlobal("localStorage", { getItem: () => "secret" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("fetch", network);
  onEvent.mockReset();
  onMissed.mockReset();
  onPoll.mockReset();
  last = undefined;
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const start = () => {
  stop = listen(stream, { onEvent, onMissed, onPoll, lastEventId: () => last });
};

test("events are heard as they come, by somebody who shows the token", async () => {
  start();
  await opened(1);
  say('event: order\ndata: {"identifier":"AC-1"}\n\n');
  await eventually(() =>
    expect(onEvent).toHaveBeenCalledWith({ event: "order", data: '{"identifier":"AC-1"}' }),
  );
  expect(connections[0]?.token).toBe("JWT secret");
  expect(onMissed).not.toHaveBeenCalled();
});

test("a stream that breaks off is opened again, and what was missed is looked up", async () => {
  start();
  await opened(1);
  connections[0]?.out.error(new TypeError("network error"));
  await opened(2);
  await eventually(() => expect(onMissed).toHaveBeenCalledTimes(1));
  say("data: again\n\n");
  await eventually(() => expect(onEvent).toHaveBeenCalledTimes(1));
});

test("a stream that is opened again says which event was the last", async () => {
  start();
  await opened(1);
  last = 41;
  connections[0]?.out.close();
  await opened(2);
  expect(connections.map(({ lastEventId }) => lastEventId)).toEqual([null, "41"]);
});

test("a stream that ends is opened again too", async () => {
  start();
  await opened(1);
  connections[0]?.out.close();
  await opened(2);
});

test("a stream that falls silent is given up; as long as it says that it lives, it is kept", async () => {
  start();
  await opened(1);
  for (let n = 0; n < 8; n += 1) {
    say(":\n\n");
    await vi.advanceTimersByTimeAsync(15_000);
  }
  expect(connections).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(46_000);
  expect(connections[0]?.signal?.aborted).toBe(true);
  await opened(2);
});

test("whoever may not listen does not ask again", async () => {
  status = 403;
  start();
  await opened(1);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(connections).toHaveLength(1);
  expect(onMissed).not.toHaveBeenCalled();
});

test("while there is no stream, the page looks for itself every 20 seconds", async () => {
  status = 503;
  start();
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(onMissed).toHaveBeenCalledTimes(1);
  expect(onPoll).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(onMissed).toHaveBeenCalledTimes(3);
  expect(onPoll).toHaveBeenCalledTimes(3);
  status = 200;
  await vi.advanceTimersByTimeAsync(30_000);
  onMissed.mockReset();
  onPoll.mockReset();
  say(":\n\n");
  await vi.advanceTimersByTimeAsync(40_000);
  expect(onMissed).not.toHaveBeenCalled();
  expect(onPoll).not.toHaveBeenCalled();
});

test("a hidden page keeps no connection and catches up when it is looked at again", async () => {
  start();
  await opened(1);
  page.turn(true);
  expect(connections[0]?.signal?.aborted).toBe(true);
  expect(onMissed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(connections).toHaveLength(1);
  page.turn(false);
  await opened(2);
  expect(onMissed).toHaveBeenCalledTimes(1);
});

test("after every failure it waits longer, up to half a minute, and never all pages at once", () => {
  expect([1, 2, 3, 4].map((failures) => backoffDelay(failures, 1))).toEqual([1000, 2000, 4000, 8000]);
  expect(backoffDelay(40, 1)).toBe(30_000);
  expect(backoffDelay(1, 0)).toBe(500);
});
