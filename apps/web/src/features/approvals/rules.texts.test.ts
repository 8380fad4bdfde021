import { expect, test } from "vitest";
import { limitText } from "./rules.texts.ts";

test("a limit in words (CONF-046)", () => {
  expect(limitText(5_000)).toBe("Approve orders with total equal to or above $5000");
  expect(limitText(0)).toBe("Approve every order");
  expect(limitText(-1)).toBe("Blanket approver");
});
