import type { ApprovalStep } from "@mcc/contract/approval-steps/approval-steps.schema.ts";
import type { Order } from "@mcc/contract/orders/orders.schema.ts";
import { expect, test } from "vitest";
import {
  changeSince,
  escalatedText,
  nextOf,
  outcomeOf,
  placedBy,
  reasonFor,
  waitingFor,
} from "./step.texts.ts";

const step = (more: Partial<ApprovalStep>): ApprovalStep => ({
  position: 1,
  type: "role",
  name: "Site Approver",
  limit: 0,
  state: "open",
  is_current: false,
  escalated_at: null,
  acted_by: null,
  acted_for: null,
  acted_at: null,
  entitlement: null,
  acted_total: null,
  changed_at: null,
  ...more,
});

const order: Pick<Order, "status" | "taxful_total_price_value"> = {
  status: "Pending Approval",
  taxful_total_price_value: "6000.00",
};

test("an order was placed by somebody only where its sender named one", () => {
  expect(placedBy({ ordered_by: "Storefront Buyer" })).toBe("Placed by Storefront Buyer");
  expect(placedBy({ ordered_by: null })).toBe("Placed");
});

test("a step says why the order needs it", () => {
  expect(reasonFor(step({}), order)).toBe("Needed for every order.");
  expect(reasonFor(step({ limit: 5000 }), order)).toBe("Needed because the total is $5,000.00 or more.");
});

test("a step says who acted, and by which right beyond the one it is named after", () => {
  const acted = { state: "done", acted_by: "Wesley Okafor" } as const;
  expect(outcomeOf(step({ ...acted, entitlement: "user" }), order)).toBe("Approved by Wesley Okafor.");
  expect(outcomeOf(step({ ...acted, entitlement: "role" }), order)).toBe("Approved by Wesley Okafor.");
  expect(outcomeOf(step({ ...acted, entitlement: "blanket" }), order)).toBe(
    "Approved by Wesley Okafor as blanket approver.",
  );
  expect(outcomeOf(step({ ...acted, entitlement: "earlier" }), order)).toBe(
    "Approved by Wesley Okafor by an earlier approval of this order.",
  );
  expect(outcomeOf(step({ ...acted, entitlement: "stand-in" }), order)).toBe(
    "Approved by Wesley Okafor as company admin, because no one else could.",
  );
  expect(outcomeOf(step({ ...acted, state: "rejected", entitlement: "user" }), order)).toBe(
    "Rejected by Wesley Okafor.",
  );
});

test("an approval of an order that was changed since says what it was for, and what the order is now", () => {
  const acted = { state: "done", acted_by: "Wesley Okafor", acted_total: "15.00" } as const;
  const changed = { ...acted, changed_at: "2026-04-01T09:30:00Z" };
  const now = { ...order, status: "Processing", taxful_total_price_value: "90000.00" } as const;
  expect(changeSince(step(acted), now)).toBeUndefined();
  expect(changeSince(step(changed), now)).toBe(
    "Approved at $15.00; the order was changed since, now $90,000.00.",
  );
  expect(changeSince(step(changed), { ...now, taxful_total_price_value: "15.00" })).toBe(
    "Approved at $15.00; the order was changed since, with the same total.",
  );
  // Decided before totals were kept.
  expect(changeSince(step({ ...changed, acted_total: null }), now)).toBe(
    "The order was changed since, now $90,000.00.",
  );
});

test("an approval that a smaller total would not need any more says that it was needed", () => {
  const done = step({ state: "done", limit: 25_000, acted_by: "Wesley Okafor", acted_total: "30000.00" });
  expect(reasonFor(done, order)).toBe("Was needed for a total of $25,000.00 or more.");
  expect(outcomeOf(done, order)).toBe("Approved by Wesley Okafor.");
});

test("a step still to come says so in words", () => {
  expect(outcomeOf(step({}), order)).toBe("Not requested yet.");
  expect(outcomeOf(step({ is_current: true }), order)).toBeUndefined();
});

test("a step that a smaller total does not reach any more says so, whatever became of the order", () => {
  const dropped = step({ state: "dropped", limit: 25_000 });
  for (const status of ["Pending Approval", "Accepted", "Rejected"] as const) {
    expect(reasonFor(dropped, { ...order, status })).toBe("Was needed for a total of $25,000.00 or more.");
    expect(outcomeOf(dropped, { ...order, status })).toBe("No longer needed.");
  }
});

test("a step that was never reached says why nobody was asked", () => {
  const dropped = step({ state: "dropped", limit: 6000 });
  const rejected = { ...order, status: "Rejected" } as const;
  expect(reasonFor(dropped, rejected)).toBe("Needed because the total is $6,000.00 or more.");
  expect(outcomeOf(dropped, rejected)).toBe("Not needed, because the order was rejected.");
  const canceled = { ...order, status: "Canceled" } as const;
  expect(outcomeOf(dropped, canceled)).toBe("Not needed, because the order was canceled.");
  expect(outcomeOf(step({ state: "dropped" }), order)).toBe("No longer needed.");
});

test("the step that is waited for says who is next", () => {
  const next = { stand_in: false };
  expect(nextOf({ ...next, names: ["Ada"], count: 1 })).toBe("Waiting for Ada.");
  expect(nextOf({ ...next, names: ["Ada", "Bo"], count: 2 })).toBe("Waiting for Ada or Bo.");
  expect(nextOf({ ...next, names: ["Ada", "Bo"], count: 5 })).toBe("Waiting for Ada, Bo, or 3 more.");
  expect(nextOf({ names: ["Ada"], count: 1, stand_in: true })).toBe(
    "No approver is available: Ada can stand in as company admin.",
  );
  expect(nextOf({ ...next, names: [], count: 0 })).toBe("No one can approve it right now.");
});

test("a step that was not decided in time says since when others may decide", () => {
  expect(escalatedText(step({ is_current: true }))).toBeUndefined();
  expect(escalatedText(step({ escalated_at: "2026-11-12T15:00:00.000Z" }))).toMatch(
    /^Escalated on Nov 12 2026 .*: it was not decided in time\.$/,
  );
});

test("the heading names the step that a pending order is waiting for and who may act on it (WORK-011 partly)", () => {
  const pending = { status: "Pending Approval", current_required_approval: { name: "Finance" } } as const;
  const heading = (names: string[], count = names.length, stand_in = false) =>
    waitingFor({ ...pending, next_approvers: { names, count, stand_in, deputies: [] } });
  expect(waitingFor(pending)).toBe("Waiting for Finance");
  expect(heading(["Dana Whitfield"])).toBe("Waiting for Finance: Dana Whitfield");
  expect(heading(["Dana Whitfield", "Kim Lee", "Al Ray"], 12)).toBe(
    "Waiting for Finance: Dana Whitfield, Kim Lee, or 10 more",
  );
  expect(heading(["Finance"])).toBe("Waiting for Finance");
  expect(heading(["Ada Admin"], 1, true)).toBe("Waiting for a company admin: Ada Admin");
  expect(heading([])).toBe("Finance: no one can approve it right now");
  expect(waitingFor({ ...pending, status: "Accepted" })).toBeUndefined();
  expect(waitingFor({ ...pending, current_required_approval: null })).toBeUndefined();
});
