import { whyNeeded } from "@mcc/contract/approvals/approvals.messages.ts";
import type { ApprovalStep } from "@mcc/contract/approvals/approvals.schema.ts";
import { expect, test } from "vitest";
import { nextOf, outcomeOf } from "./step-words.ts";

const step = (more: Partial<ApprovalStep>): ApprovalStep => ({
  position: 1,
  type: "role",
  name: "Site Approver",
  limit: 0,
  state: "open",
  is_current: false,
  acted_by: null,
  acted_at: null,
  entitlement: null,
  ...more,
});

test("a step says why the order needs it", () => {
  expect(whyNeeded(0)).toBe("Needed for every order.");
  expect(whyNeeded(5000)).toBe("Needed because the total is $5,000.00 or more.");
});

test("a step says who acted, and by which right", () => {
  const acted = { state: "done", acted_by: "Wesley Okafor" } as const;
  expect(outcomeOf(step({ ...acted, entitlement: "user" }))).toBe("Approved by Wesley Okafor.");
  expect(outcomeOf(step({ ...acted, entitlement: "role" }))).toBe(
    "Approved by Wesley Okafor as Site Approver.",
  );
  expect(outcomeOf(step({ ...acted, entitlement: "blanket" }))).toBe(
    "Approved by Wesley Okafor as blanket approver.",
  );
  expect(outcomeOf(step({ ...acted, entitlement: "earlier" }))).toBe(
    "Approved by Wesley Okafor by an earlier approval of this order.",
  );
  expect(outcomeOf(step({ ...acted, entitlement: "stand-in" }))).toBe(
    "Approved by Wesley Okafor as company admin, because nobody else could.",
  );
  expect(outcomeOf(step({ ...acted, state: "rejected", entitlement: "user" }))).toBe(
    "Rejected by Wesley Okafor.",
  );
  expect(outcomeOf(step({ state: "dropped" }))).toBe("No longer needed.");
  expect(outcomeOf(step({}))).toBeUndefined();
});

test("the step that is waited for says who is next", () => {
  const next = { stand_in: false };
  expect(nextOf({ ...next, names: ["Ada"], count: 1 })).toBe("Waiting for Ada.");
  expect(nextOf({ ...next, names: ["Ada", "Bo"], count: 2 })).toBe("Waiting for Ada or Bo.");
  expect(nextOf({ ...next, names: ["Ada", "Bo"], count: 5 })).toBe("Waiting for Ada, Bo, or 3 more.");
  expect(nextOf({ names: ["Ada"], count: 1, stand_in: true })).toBe(
    "Nobody is entitled to it: Ada can stand in as company admin.",
  );
  expect(nextOf({ ...next, names: [], count: 0 })).toBe("Nobody can approve it at the moment.");
});
