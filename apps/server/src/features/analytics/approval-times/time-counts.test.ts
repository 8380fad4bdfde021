import { expect, test } from "vitest";
import { timesByKey } from "./time-counts.ts";

/** Two bytes of a time and one of a number for each time. */
const packed = (...times: readonly (readonly [time: number, decisions: number])[]): Buffer => {
  const bytes = Buffer.alloc(times.length * 3);
  for (const [at, [time, decisions]] of times.entries()) {
    bytes.writeUInt16BE(time, at * 3);
    bytes.writeInt8(decisions, at * 3 + 2);
  }
  return bytes;
};
const counts = (key: string, decisions: number, times: Buffer) => ({
  ...{ key, times, decisions, escalated: 1, delegated: 0, by_email: 0, rejected: 0 },
});

test("counts of several months add up to the times of a key, also where decisions were taken back (REPT-006 partly)", () => {
  const found = timesByKey([
    counts("Quick", 3, packed([1, 2], [5, 1])),
    counts("Slow", 3, packed([12_000, 1], [12_001, 1], [15_000, 1])),
    counts("Quick", 7, packed([1, 4], [60, 3])),
    counts("Quick", -1, packed([5, -1], [1, -1], [60, 1])),
    counts("Slow", -1, packed([15_000, -1])),
    counts("None", 1, packed([5, 1])),
    counts("None", -1, packed([5, -1])),
  ]);
  // Above 12,000 minutes, a time is in steps of 240.
  // Quick: 5 of a minute and 4 of an hour, so the fifth of nine took a minute and the ninth an hour.
  expect(found).toEqual([
    {
      ...{ key: "Slow", decisions: 2, median: 12_000, slow: 12_240, longest: 12_240 },
      ...{ escalated: 2, delegated: 0, by_email: 0, rejected: 0 },
    },
    {
      ...{ key: "Quick", decisions: 9, median: 1, slow: 60, longest: 60 },
      ...{ escalated: 3, delegated: 0, by_email: 0, rejected: 0 },
    },
  ]);
});
