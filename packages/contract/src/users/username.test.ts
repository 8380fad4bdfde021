import { expect, test } from "vitest";
import { generatedUsername } from "./username.ts";

test("a username is prefix, hyphen, first name, dot and last name in lower case (USER-027 partly)", () => {
  expect(generatedUsername("acme", "Dana", "Whitfield")).toBe("acme-dana.whitfield");
  expect(generatedUsername("ACME", " Zoë ", "O'Neil ")).toBe("acme-zoë.o'neil");
});

test("a username stays empty until prefix, first name and last name all exist (USER-028)", () => {
  expect(generatedUsername("", "Dana", "Whitfield")).toBe("");
  expect(generatedUsername("acme", " ", "Whitfield")).toBe("");
  expect(generatedUsername("acme", "Dana", "")).toBe("");
});
