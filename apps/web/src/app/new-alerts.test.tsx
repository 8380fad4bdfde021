import { notifications, notificationsStore } from "@mantine/notifications";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { queryClient } from "../platform/api/query-client.ts";
import { clearToasts } from "../testing/page-events.ts";
import { followChanges } from "./live-updates.ts";

const USER = 7;
interface Alert {
  readonly id: number;
  readonly content: string;
  readonly order: { readonly identifier: string } | null;
}
const alert = (id: number, order: string | null = null): Alert => ({
  id,
  content: `Alert ${id}`,
  order: order === null ? null : { identifier: order },
});

/** The server: the alerts of the user, and what it was asked. */
let alerts: Alert[] = [];
let polls: string[] = [];
let streams: { token: string | null; lastEventId: string | null }[] = [];
let streamStatus = 200;
let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
const network = async (url: string, { headers }: RequestInit): Promise<Response> => {
  const path = new URL(url).pathname;
  if (path.endsWith("/alerts/stream/")) {
    const sent = new Headers(headers);
    streams.push({ token: sent.get("authorization"), lastEventId: sent.get("last-event-id") });
    if (streamStatus !== 200) return new Response("{}", { status: streamStatus });
    return new Response(
      new ReadableStream({
        start: (controller) => {
          stream = controller;
        },
      }),
    );
  }
  polls.push(path);
  const after = Number(/\/alerts\/(\d+)\/$/.exec(path)?.[1]);
  const newer = alerts.filter(({ id }) => id > after).at(-1);
  return newer ? Response.json(newer) : new Response(null, { status: 204 });
};
const send = (...sent: readonly Alert[]) => {
  const text = sent.map(({ id, content, order }) => {
    const data = { kind: "alert", id, content, order: order?.identifier ?? null };
    return `id: ${id}\nevent: alert\ndata: ${JSON.stringify(data)}\n\n`;
  });
  stream?.enqueue(new TextEncoder().encode(text.join("")));
};

const navigate = vi.fn();
let stop = () => {};
/** A page of the user, as after a load. */
const open = async () => {
  stop();
  stop = followChanges(USER, navigate);
  await vi.advanceTimersByTimeAsync(0);
};
/** Shorter than a toast is shown. */
const soon = () => vi.advanceTimersByTimeAsync(300);
const shown = () => notificationsStore.getState().notifications;
const linkOf = (at = 0) => shown()[at]?.message as ReactElement<{ children: string; href: string }>;
const texts = () => shown().map((_, at) => linkOf(at).props.children);

/** The user closes every toast. */
const close = () => {
  for (const { id } of shown()) notifications.hide(id ?? "");
};

beforeEach(() => {
  vi.useFakeTimers();
  clearToasts();
  alerts = [];
  polls = [];
  streams = [];
  streamStatus = 200;
  sessionStorage.clear();
  localStorage.setItem("am-token", "secret");
  vi.stubGlobal("fetch", network);
  navigate.mockReset();
});
afterEach(() => {
  stop();
  close();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the stream", () => {
  test("starts with the token and the newest alert of the user (ALERT-039)", async () => {
    alerts = [alert(4), alert(5)];
    await open();
    expect(polls).toEqual([expect.stringMatching(/\/alerts\/0\/$/)]);
    expect(streams).toEqual([{ token: "JWT secret", lastEventId: "5" }]);
    await soon();
    expect(texts()).toEqual([]);
  });

  test("starts without one, too, and when the server does not say", async () => {
    await open();
    expect(streams.map(({ lastEventId }) => lastEventId)).toEqual(["0"]);
    stop();
    sessionStorage.clear();
    vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
      url.endsWith("/alerts/0/") ? Promise.reject(new TypeError()) : network(url, init),
    );
    await open();
    expect(streams.map(({ lastEventId }) => lastEventId)).toEqual(["0", null]);
  });

  test("continues after the last alert that it has sent", async () => {
    await open();
    send(alert(8), alert(9));
    await soon();
    stream?.error(new TypeError("network error"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(streams.map(({ lastEventId }) => lastEventId)).toEqual(["0", "9"]);
  });
});

describe("a new alert", () => {
  test("is shown as a toast with its content, which a screen reader reads in a pause (ALERT-042)", async () => {
    alerts = [alert(5)];
    await open();
    send(alert(6, "SO 1/2"));
    await soon();
    expect(texts()).toEqual(["Alert 6"]);
    expect(shown()[0]).toMatchObject({ role: "status", "aria-live": "polite" });
    expect(linkOf().props.href).toBe("/orders/SO%201%2F2");
  });

  test("about several orders leads to the alerts", async () => {
    await open();
    send(alert(6));
    await soon();
    expect(linkOf().props.href).toBe("/alerts");
  });

  test("is shown once in a tab: not when it is sent again, found by a poll, or after a reload", async () => {
    await open();
    alerts = [alert(6)];
    send(alert(6));
    await soon();
    expect(texts()).toEqual(["Alert 6"]);
    close();
    send(alert(6));
    await soon();
    stream?.close();
    streamStatus = 503;
    await vi.advanceTimersByTimeAsync(45_000);
    expect(polls.at(-1)).toMatch(/\/alerts\/6\/$/);
    streamStatus = 200;
    await open();
    expect(streams.at(-1)?.lastEventId).toBe("6");
    send(alert(6));
    await soon();
    expect(texts()).toEqual([]);
  });

  test("that was committed after a newer one is shown too", async () => {
    await open();
    send(alert(9));
    await soon();
    close();
    send(alert(8));
    await soon();
    expect(texts()).toEqual(["Alert 8"]);
  });

  test("of another user who uses the same tab is not confused with theirs", async () => {
    await open();
    send(alert(6));
    await soon();
    stop();
    alerts = [alert(20)];
    stop = followChanges(USER + 1, navigate);
    await vi.advanceTimersByTimeAsync(0);
    expect(streams.at(-1)?.lastEventId).toBe("20");
  });
});

test("many new alerts are one toast that says how many, and so are those that arrive while it is shown", async () => {
  await open();
  send(...Array.from({ length: 11 }, (_, n) => alert(n + 1, "SO-1")));
  await soon();
  expect(texts()).toEqual(["11 new alerts"]);
  expect(linkOf().props.href).toBe("/alerts");
  send(alert(12));
  await soon();
  expect(texts()).toEqual(["12 new alerts"]);
  send(...Array.from({ length: 20 }, (_, n) => alert(n + 20)));
  await soon();
  expect(texts()).toEqual(["20 or more new alerts"]);
  close();
  send(alert(50));
  await soon();
  expect(texts()).toEqual(["Alert 50"]);
});

test("without a stream the page asks for an alert newer than the last every 20 seconds (ALERT-041)", async () => {
  alerts = [alert(5)];
  streamStatus = 503;
  await open();
  polls = [];
  await vi.advanceTimersByTimeAsync(19_900);
  expect(polls).toEqual([]);
  alerts.push(alert(6), alert(7));
  await vi.advanceTimersByTimeAsync(500);
  expect(polls).toEqual([expect.stringMatching(/\/alerts\/5\/$/)]);
  expect(texts()).toEqual(["Alert 7"]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(polls.slice(1)).toEqual([expect.stringMatching(/\/alerts\/7\/$/)]);
  // The stream, once it is open, sends what the poll has skipped.
  streamStatus = 200;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(streams.at(-1)?.lastEventId).toBe("5");
  close();
  send(alert(6), alert(7));
  await soon();
  expect(texts()).toEqual(["Alert 6"]);
  polls = [];
  await vi.advanceTimersByTimeAsync(40_000);
  expect(polls).toEqual([]);
});

test("without storage, alerts are shown all the same", async () => {
  vi.stubGlobal("sessionStorage", {
    getItem: () => "{broken",
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  await open();
  send(alert(6));
  await soon();
  send(alert(6));
  await soon();
  expect(texts()).toEqual(["Alert 6"]);
});
