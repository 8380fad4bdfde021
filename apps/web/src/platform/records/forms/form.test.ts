import { expect, test } from "vitest";
import { messagesByField } from "./form.ts";

test("a message about an entry is shown on the field that has it, and says which entry", () => {
  const values = { name: "", users: [], "node.0": "" };
  const fields = {
    name: ["Taken.", "Too long."],
    "users.1": ["There is no such user."],
    "users.2": ["There is no such user."],
    "node.0": ["Not a node."],
    "sites.0.name": ["This field is required."],
  };
  expect(messagesByField(fields, values)).toEqual({
    name: "Taken.",
    users: "Entry 2: There is no such user.",
    "node.0": "Not a node.",
    // Not a field of this form.
    "sites.0.name": "This field is required.",
  });
  expect(messagesByField({ "sites.0.name": ["This field is required."] }, { sites: [] })).toEqual({
    sites: "Entry 1: This field is required.",
  });
});
