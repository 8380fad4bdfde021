import { expect, test } from "vitest";
import { cellText } from "./cell-text.ts";

test.each([
  ["@x\uFFFEy\uFFFF", "@x\uFFFDy\uFFFD"],
  ["a\u0000b\u0001c\u001Fd", "a\uFFFDb\uFFFDc\uFFFDd"],
  ["half \uD83D of a pair", "half \uFFFD of a pair"],
])("what XML has no room for is replaced: %j (TABLE-030)", (given, written) => {
  expect(cellText(given)).toBe(written);
});

test.each(["Ünïcödé 漢字 😀", "tab\tline\nreturn\r", "<b>&amp;</b>", "_x00_", ""])(
  "ordinary text stays as it is: %j",
  (text) => expect(cellText(text)).toBe(text),
);

test("what looks like an escape is written so that it reads as itself", () => {
  expect(cellText("a_x000D_b")).toBe("a_x005F_x000D_b");
  expect(cellText("_x005F_x000d_")).toBe("_x005F_x005F_x005F_x000d_");
});

test("a cell holds 32,767 characters; longer text is cut and shows that it is", () => {
  expect(cellText("a".repeat(32_767))).toHaveLength(32_767);
  const long = cellText("a".repeat(50_499));
  expect(long).toHaveLength(32_767);
  expect(long.endsWith("a…")).toBe(true);
  expect(cellText(`${"a".repeat(32_765)}😀😀`).isWellFormed()).toBe(true);
});
