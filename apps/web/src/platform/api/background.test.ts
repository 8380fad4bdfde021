import { endpoint } from "@mcc/contract/kit/endpoint.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { watchUserActivity } from "../session/user-activity.ts";
import { call } from "./call.ts";

const common = { path: "/things/", summary: "Things", allow: "session:own", reply: z.unknown() } as const;
const read = endpoint({ ...common, method: "GET" });
const write = endpoint({ ...common, method: "POST" });

let background: (string | undefined)[] = [];
let page = new EventTarget();

beforeEach(() => {
  background = [];
  page = new EventTarget();
  vi.useFakeTimers();
  vi.stubGlobal("location", new URL("http://localhost/"));
  vi.stubGlobal("localStorage", { getItem: () => "secret" });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: Record<string, string> }) => {
    background.push(headers["x-background"]);
    return Response.json({});
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what the page reads while nobody uses it does not count as use of the session (SIGN-006 partly)", async () => {
  watchUserActivity(() => {});
  page.dispatchEvent(new Event("keydown"));
  await call(read, {});
  vi.advanceTimersByTime(20_000);
  await call(read, {});
  await call(write, {});
  page.dispatchEvent(new Event("pointerdown"));
  await call(read, {});
  expect(background).toEqual([undefined, "1", undefined, undefined]);
});

test("who types into a form for minutes uses the session, once a minute (SIGN-006 partly)", async () => {
  watchUserActivity(() => void call(read, {}));
  await call(read, {}); // as the page is opened
  background = [];
  const typeFor = (seconds: number) => {
    for (let second = 0; second < seconds; second += 5) {
      vi.advanceTimersByTime(5_000);
      page.dispatchEvent(new Event("keydown"));
    }
  };
  typeFor(55);
  expect(background).toEqual([]);
  typeFor(245);
  expect(background).toEqual(Array(5).fill(undefined));
  // What is sent anyway is enough.
  vi.advanceTimersByTime(55_000);
  await call(write, {});
  typeFor(30);
  expect(background).toHaveLength(6);
  // Nobody is there.
  vi.advanceTimersByTime(600_000);
  expect(background).toHaveLength(6);
});
