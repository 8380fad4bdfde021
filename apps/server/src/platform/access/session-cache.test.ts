import { expect, test } from "vitest";
import { makeRateWindow } from "../http/limits/rate-window.ts";
import { type CachedSession, makeKnownKeys, makeSessionCache } from "./session-cache.ts";

test("the caches of sessions and keys hold so many, and lose the one that was stored longest ago", () => {
  const session = {} as CachedSession;
  const sessions = makeSessionCache();
  for (let n = 0; n < 2_000; n++) sessions.set(`session ${n}`, session);
  sessions.set("session 0", session);
  sessions.set("one more", session);
  expect(["session 0", "session 1", "session 2", "one more"].map((id) => sessions.get(id))).toEqual([
    ...[session, undefined, session, session],
  ]);
  const keys = makeKnownKeys();
  for (let n = 0; n <= 1_000; n++) keys.set(`key ${n}`, { id: n, companyId: 1 });
  expect([keys.get("key 0"), keys.get("key 1")?.id, keys.get("key 1000")?.id]).toEqual([undefined, 1, 1_000]);
});

test("a rate is counted for 50,000 callers, so that addresses made up by one cannot fill the memory", () => {
  const count = makeRateWindow({ most: 1, seconds: 3_600 });
  for (let n = 0; n < 50_000; n++) count(`address ${n}`);
  expect(() => count("address 0")).toThrow();
  count("one more");
  // The first was forgotten, the second was not.
  count("address 0");
  expect(() => count("address 2")).toThrow();
});
