import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { afterEach, expect, test, vi } from "vitest";
import { authState } from "../platform/session/auth-state.ts";
import { startSession } from "../platform/session/session.ts";
import { userRetryMs } from "./screens-by-path.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ["/orders", 1500],
  ["/sites", 1500],
  ["/users", 1500],
  ["/users/", 1500],
  ["/", 2000],
  ["/orders/AC-1", 2000],
  ["/users/7", 2000],
])(
  "at %s the user is asked for again every %i ms until they are known (ORD-023, SITE-015, USER-010, AUTH-022 partly)",
  async (path, interval) => {
    vi.useFakeTimers();
    history.replaceState(null, "", path);
    localStorage.setItem("am-token", "secret");
    const asked: number[] = [];
    const begin = Date.now();
    const user = person({ is_company_admin: true, company: companyWith(true, true, null) });
    vi.stubGlobal("fetch", () => {
      asked.push(Date.now() - begin);
      return Promise.resolve(asked.length < 4 ? Response.json({}, { status: 503 }) : Response.json(user));
    });
    startSession(userRetryMs);
    await vi.advanceTimersByTimeAsync(10 * interval);
    expect(asked).toEqual([0, interval, 2 * interval, 3 * interval]);
    expect(authState.user.get()).toEqual(user);
  },
);
