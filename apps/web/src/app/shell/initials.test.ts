import { expect, test } from "vitest";
import { initialsOf } from "./initials.ts";

test.each([
  ["Ada Lovelace", "AL"],
  ["Juan Carlos de la Cruz", "JC"],
  ["acme-company.admin", "A"],
  ["  élodie   (ops) ", "ÉO"],
  ["–", ""],
])("%j is abbreviated as %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
