import { vi } from "vitest";

/** Waits until an expectation holds. The limit catches a hang, not a busy machine. */
export const eventually = <T>(expectation: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(expectation, { timeout: 120_000, interval: 20 });
