import { describe, expect, test } from "vitest";
import { isEmail, requiredText, TEXT_AREA, text } from "./text.ts";

describe("texts", () => {
  test("a text takes 255 characters unless a field says otherwise (SHELL-039)", () => {
    expect(text().safeParse("a".repeat(255)).success).toBe(true);
    expect(text().safeParse("a".repeat(256)).success).toBe(false);
    expect(text(50).safeParse("a".repeat(51)).success).toBe(false);
  });

  test("a text area has 5 rows and 10000 characters (SHELL-040)", () => {
    expect(TEXT_AREA).toEqual({ rows: 5, max: 10_000 });
  });

  test("a required text is more than blanks, and says so in the field's words", () => {
    const name = requiredText("Name field is required");
    for (const empty of ["", "  ", undefined, null, 7]) {
      expect(name.safeParse(empty).error?.issues[0]?.message).toBe("Name field is required");
    }
    expect(name.parse(" Yard 4 ")).toBe(" Yard 4 ");
  });

  test("what PostgreSQL cannot store is refused", () => {
    expect(text().safeParse("a\u0000b").success).toBe(false);
    expect(text().safeParse("a\ud800b").success).toBe(false);
    expect(text().safeParse("Ø 3″ 🛢").success).toBe(true);
  });
});

describe("e-mail addresses", () => {
  test.each(["a@b.co", "first.last+tag@sub.example.com", "o'neil@example.com", "müller@exämple.de"])(
    "%s is one (SHELL-041)",
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
  ])("%s is none (SHELL-041)", (email) => {
    expect(isEmail(email)).toBe(false);
  });
});
