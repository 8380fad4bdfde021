import { expect, test } from "vitest";
import { initialsOf } from "./person.tsx";

test.each([
  ["Dana Whitfield", "DW"],
  ["Anna Maria de la Cruz", "AC"],
  ["Foreman", "F"],
  ["acme-joel.pedersen", "AP"],
  ["  ", ""],
  ["Émile Østergaard", "ÉØ"],
])("the initials of %s are %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
