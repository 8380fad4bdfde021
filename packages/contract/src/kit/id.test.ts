import { expect, test } from "vitest";
import { pathId } from "./id.ts";

test("an invalid id matches no record and is never read as another id", () => {
  expect(pathId.parse("12")).toBe(12);
  expect(pathId.parse(12)).toBe(12);
  for (const given of ["abc", "0", "-1", "1e0", "01", "1.0", " 1", "", "99999999999999999999", undefined]) {
    expect(pathId.parse(given)).toBe(0);
  }
});
