import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throttle } from "./throttle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the first one counts at once, all that follow during the pause count once at its end", () => {
  const act = vi.fn();
  const calmed = throttle(500, act);
  calmed();
  expect(act).toHaveBeenCalledTimes(1);
  calmed();
  calmed();
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(500);
  expect(act).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5000);
  expect(act).toHaveBeenCalledTimes(2);
  calmed();
  expect(act).toHaveBeenCalledTimes(3);
});

test("canceled, nothing is left over", () => {
  const act = vi.fn();
  const calmed = throttle(500, act);
  calmed();
  calmed();
  calmed.cancel();
  vi.advanceTimersByTime(5000);
  expect(act).toHaveBeenCalledTimes(1);
});
