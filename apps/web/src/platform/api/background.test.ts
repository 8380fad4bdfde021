import { endpoint } from "@mcc/contract/kit/endpoint.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { watchUserActivity } from "../session/user-activity.ts";
import { call } from "./call.ts";

const common = { path: "/things/", summary: "Things", allow: "session:own", reply: z.unknown() } as const;
const read = endpoint({ ...common, method: "GET" });
const write = endpoint({ ...common, method: "POST" });

let background: (string | undefined)[] = [];
const page = new EventTarget();

beforeEach(() => {
  background = [];
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
  watchUserActivity();
  page.dispatchEvent(new Event("keydown"));
  await call(read, {});
  vi.advanceTimersByTime(20_000);
  await call(read, {});
  await call(write, {});
  page.dispatchEvent(new Event("pointerdown"));
  await call(read, {});
  expect(background).toEqual([undefined, "1", undefined, undefined]);
});
