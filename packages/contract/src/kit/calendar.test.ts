import { expect, test } from "vitest";
import { dayIn, momentIn } from "./calendar.ts";

test("a day and a moment have the same words everywhere, in the time zone that is asked for", () => {
  const at = new Date("2026-03-05T00:07:00Z");
  expect(dayIn("UTC")(at)).toBe("Mar 05 2026");
  expect(dayIn("America/Chicago")("2026-03-05")).toBe("Mar 04 2026");
  expect(momentIn("UTC")(at)).toBe("Mar 05 2026 12:07 AM");
  expect(momentIn("America/Chicago")(at)).toBe("Mar 04 2026 6:07 PM");
});
