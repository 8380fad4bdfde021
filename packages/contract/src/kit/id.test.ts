import { expect, test } from "vitest";
import { bodyIds, pathId } from "./id.ts";

test("an invalid id matches no record and is never read as another id", () => {
  expect(pathId.parse("12")).toBe(12);
  expect(pathId.parse(12)).toBe(12);
  for (const given of ["abc", "0", "-1", "1e0", "01", "1.0", " 1", "", "99999999999999999999", undefined]) {
    expect(pathId.parse(given)).toBe(0);
  }
});

test("a list in a body has at most 50,000 ids, each once", () => {
  const ids = Array.from({ length: 50_001 }, (_, n) => n + 1);
  expect(bodyIds().parse([...ids.slice(0, 49_999), 1])).toHaveLength(49_999);
  expect(bodyIds().parse(ids.slice(1))).toHaveLength(50_000);
  const { error } = bodyIds().safeParse(ids);
  expect(error?.issues.map(({ message }) => message)).toEqual(["This can't hold more than 50000 ids."]);
});
