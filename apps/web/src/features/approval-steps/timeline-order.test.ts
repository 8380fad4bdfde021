import { expect, test } from "vitest";
import { inOrder } from "./timeline-order.ts";

const step = (name: string, acted_at: string | null) => ({ name, acted_at });
const removal = (name: string, at: string) => ({ name, at });
const namesIn = (...given: Parameters<typeof inOrder<ReturnType<typeof step>, ReturnType<typeof removal>>>) =>
  inOrder(...given).map(({ name }) => name);

test("a removed line is between the steps decided before it and those decided after it", () => {
  const steps = [step("first", "2026-03-01T10:00:00.000Z"), step("second", "2026-03-03T10:00:00.000Z")];
  const removals = [
    removal("early", "2026-03-01T09:00:00.000Z"),
    removal("between", "2026-03-02T09:00:00.000Z"),
    removal("late", "2026-03-04T09:00:00.000Z"),
  ];
  expect(namesIn(steps, removals)).toEqual(["early", "first", "between", "second", "late"]);
});

test("a removed line comes before the steps that are still open, in the order of removal", () => {
  const steps = [step("done", "2026-03-01T10:00:00.000Z"), step("open", null), step("later", null)];
  const removals = [removal("a", "2026-03-02T09:00:00.000Z"), removal("b", "2026-03-02T09:00:00.000Z")];
  expect(namesIn(steps, removals)).toEqual(["done", "a", "b", "open", "later"]);
  expect(namesIn(steps, [])).toEqual(["done", "open", "later"]);
});
