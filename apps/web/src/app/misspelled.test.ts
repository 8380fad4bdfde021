import { expect, test } from "vitest";
import { isMisspelled } from "./misspelled.ts";

test("a word with one or two typos is recognized, another word is not", () => {
  expect(isMisspelled("oders", "orders")).toBe(true);
  expect(isMisspelled("documetns", "documents")).toBe(true);
  expect(isMisspelled("user", "users")).toBe(true);
  expect(isMisspelled("sales", "sites")).toBe(false);
  expect(isMisspelled("nowhere", "orders")).toBe(false);
});
