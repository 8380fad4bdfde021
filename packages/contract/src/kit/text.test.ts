import { describe, expect, test } from "vitest";
import { isEmail, requiredText, requiredTextArea, TEXT_AREA, text, textArea } from "./text.ts";

describe("texts", () => {
  test("a text has at most 255 characters unless a field states another maximum (SHELL-039)", () => {
    expect(text().safeParse("a".repeat(255)).success).toBe(true);
    expect(text().safeParse("a".repeat(256)).success).toBe(false);
    expect(text(50).safeParse("a".repeat(51)).success).toBe(false);
  });

  test("a text area has 5 rows and 10000 characters (SHELL-040)", () => {
    expect(TEXT_AREA).toEqual({ rows: 5, max: 10_000 });
  });

  test("a required text is more than blanks, and reports it with the field's message", () => {
    const name = requiredText("Name field is required");
    for (const empty of ["", "  ", undefined, null, 7]) {
      expect(name.safeParse(empty).error?.issues[0]?.message).toBe("Name field is required");
    }
    expect(name.parse(" Yard 4 ")).toBe(" Yard 4 ");
  });

  test.each(["\u0000", "\ud800", "\u0001", "\u000b", "\u001b", "\u007f", "\u0085", "\u009f"])(
    "%j is refused: not every system that shows a text supports it",
    (character) => {
      expect(text().safeParse(`a${character}b`).error?.issues).toHaveLength(1);
      expect(requiredText("x").safeParse(`a${character}b`).success).toBe(false);
    },
  );

  test.each(["\ufffe", "\uffff", "\ufdd0", "\u{1fffe}", "\u{10ffff}"])(
    "%j is refused: a spreadsheet that holds it cannot be opened",
    (character) => {
      expect(text().safeParse(`a${character}b`).success).toBe(false);
    },
  );

  test("usual text is accepted", () => {
    for (const written of ["Ø 3″ 🛢", "שלום", "a\u00a0b\u200d", "\ufffd", "\tYard 4\n"]) {
      expect(text().parse(written)).toBe(written);
      expect(requiredText("x").parse(written)).toBe(written);
    }
  });

  test.each(["\n", "\r\n", "\r", "\t", "\u2028", "\u2029"])(
    "%j is accepted in a text area, and refused in a text of one line",
    (character) => {
      const written = `a${character}b`;
      expect(textArea().parse(written)).toBe(written);
      expect(requiredTextArea("x").parse(written)).toBe(written);
      for (const schema of [text(), requiredText("x")]) {
        expect(schema.safeParse(written).error?.issues.map(({ message }) => message)).toEqual([
          "This can't contain line breaks or tabs.",
        ]);
      }
    },
  );
});

describe("e-mail addresses", () => {
  test.each(["a@b.co", "first.last+tag@sub.example.com", "o'neil@example.com", "müller@exämple.de"])(
    "%s is one (SHELL-041 partly)",
    (email) => {
      expect(isEmail(email)).toBe(true);
    },
  );

  test.each([
    "",
    "a",
    "a@",
    "@b.co",
    "a@b",
    "a b@c.de",
    "a@b..co",
    "a@b.co,c@d.co",
    `${"a".repeat(65)}@b.co`,
    "a@-",
    "a@b.c o",
  ])("%s is none (SHELL-041 partly)", (email) => {
    expect(isEmail(email)).toBe(false);
  });
});
