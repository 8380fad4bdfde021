import { expect, test } from "vitest";
import { toE164 } from "./phone.ts";

test("a phone number without a country is one of the United States (USER-033)", () => {
  expect(toE164("(432) 555-0117")).toBe("+14325550117");
  expect(toE164("1 432 555 0117")).toBe("+14325550117");
  expect(toE164("+49 30 901820")).toBe("+4930901820");
});

test.each(["", "12", "call me", "+1 000 000 0000", "+999 123 456", "9".repeat(300)])(
  "%s is not a phone number",
  (typed) => expect(toE164(typed)).toBeUndefined(),
);
