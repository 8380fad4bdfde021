import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoint } from "@mcc/contract/kit/endpoint.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { listen, waitAfter } from "./live.ts";

const stream = endpoint({
  method: "GET",
  path: "/stream/",
  summary: "What changes",
  allow: "company:member",
  reply: z.unknown(),
});

/** A server that keeps every connection, to be spoken through and cut by the test. */
const open: ServerResponse[] = [];
let tokens: (string | undefined)[] = [];
let status = 200;
const server = createServer((request, answer) => {
  tokens.push(request.headers.authorization);
  answer.writeHead(status, { "content-type": "text/event-stream" });
  if (status !== 200) return void answer.end();
  answer.write(":\n\n");
  open.push(answer);
});
const say = (event: string, data: string) => open.at(-1)?.write(`event: ${event}\ndata: ${data}\n\n`);

class Page extends EventTarget {
  hidden = false;
  turn(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}
/** As a browser does, which knows where relative addresses begin. */
const browserFetch = fetch;
const ask = (path: string, init?: RequestInit) => browserFetch(new URL(path, location.href), init);

let page = new Page();
let stop = () => {};
const onEvent = vi.fn();
const onMissed = vi.fn();
const start = () => {
  stop = listen(stream, { onEvent, onMissed });
};

beforeEach(async () => {
  status = 200;
  tokens = [];
  page = new Page();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubGlobal("location", new URL(`http://127.0.0.1:${port}/`));
  vi.stubGlobal("localStorage", { getItem: () => "secret" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("fetch", ask);
  onEvent.mockReset();
  onMissed.mockReset();
});
afterEach(async () => {
  stop();
  for (const answer of open.splice(0)) answer.destroy();
  await new Promise((resolve) => server.close(resolve));
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("events are heard as they come, by somebody who shows the token", async () => {
  start();
  await vi.waitFor(() => expect(open).toHaveLength(1));
  say("order", '{"identifier":"AC-1"}');
  await vi.waitFor(() =>
    expect(onEvent).toHaveBeenCalledWith({ event: "order", data: '{"identifier":"AC-1"}' }),
  );
  expect(tokens).toEqual(["JWT secret"]);
  expect(onMissed).not.toHaveBeenCalled();
});

test("a stream that breaks off is opened again, and what was missed is looked up", async () => {
  start();
  await vi.waitFor(() => expect(open).toHaveLength(1));
  open[0]?.destroy();
  await vi.waitFor(() => expect(open).toHaveLength(2), { timeout: 5000 });
  await vi.waitFor(() => expect(onMissed).toHaveBeenCalledTimes(1));
  say("order", "again");
  await vi.waitFor(() => expect(onEvent).toHaveBeenCalledTimes(1));
});

test("whoever may not listen does not ask again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
  status = 403;
  start();
  await vi.waitFor(() => expect(tokens).toHaveLength(1));
  await ask("/stream/"); // a way there and back: the refusal has arrived by then
  await vi.advanceTimersByTimeAsync(120_000);
  await ask("/stream/");
  expect(tokens).toEqual(["JWT secret", undefined, undefined]);
  expect(onMissed).not.toHaveBeenCalled();
});

test("while there is no stream, the page looks for itself every 20 seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
  status = 503;
  start();
  await vi.waitFor(() => expect(tokens).toHaveLength(1));
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(1)); // the next try, and the next look
  onMissed.mockReset();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(onMissed).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(onMissed).toHaveBeenCalledTimes(3);
});

test("a hidden page keeps no connection and catches up when it is looked at again", async () => {
  start();
  await vi.waitFor(() => expect(open).toHaveLength(1));
  const closed = new Promise((resolve) => open[0]?.once("close", resolve));
  page.turn(true);
  await closed;
  expect(onMissed).not.toHaveBeenCalled();
  page.turn(false);
  await vi.waitFor(() => expect(open).toHaveLength(2));
  expect(onMissed).toHaveBeenCalledTimes(1);
});

test("after every failure it waits longer, up to half a minute, and never all pages at once", () => {
  expect([1, 2, 3, 4].map((failures) => waitAfter(failures, 1))).toEqual([1000, 2000, 4000, 8000]);
  expect(waitAfter(40, 1)).toBe(30_000);
  expect(waitAfter(1, 0)).toBe(500);
});
