import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ApprovalRule, stepsFor } from "../approval-rules/needed-steps.rules.ts";
import type { OrderStep } from "../approval-steps/entitlements.rules.ts";
import { moneyOf } from "../kit/money.ts";
import { reconsider } from "./reconsider.rules.ts";

const PLACE = { siteId: 1, nodePath: [] };
const total = fc.bigInt({ min: 0n, max: 4_000n }).map(moneyOf);
const rules: fc.Arbitrary<ApprovalRule[]> = fc
  .array(
    fc.record({
      type: fc.constantFrom("role" as const, "user" as const),
      limit: fc.constantFrom(-1, 0, 10, 20, 20, 30),
    }),
    { maxLength: 6 },
  )
  .map((list) =>
    list.map(({ type, limit }, at) => ({
      id: at + 1,
      holder: { type, id: at + 1, name: "Somebody" },
      limit,
      siteIds: [1],
      nodeIds: [],
    })),
  );

const neededAt = (all: readonly ApprovalRule[], sum: string) => stepsFor(all, { ...PLACE, total: sum });

const stepsAt = (all: readonly ApprovalRule[], sum: string, given: number): OrderStep[] =>
  neededAt(all, sum).map(({ ruleId, holder, limit }, at) => ({
    position: at + 1,
    ruleId,
    roleId: holder.type === "role" ? holder.id : null,
    userId: holder.type === "user" ? holder.id : null,
    limit,
    state: at < given ? "done" : "open",
    isEscalated: false,
  }));

/** The steps after the change is stored, in the order in which they are requested. */
const written = (steps: readonly OrderStep[], change: ReturnType<typeof reconsider>) =>
  [
    ...steps.map(({ position, ruleId, state }) => ({
      position: change.moved.find(({ from }) => from === position)?.to ?? position,
      ruleId,
      state: change.dropped.find((gone) => gone.position === position)?.state ?? state,
    })),
    ...change.added.map(({ position, ruleId }) => ({ position, ruleId, state: "open" as const })),
  ].toSorted((a, b) => a.position - b.position);

describe("another total", () => {
  test("leaves open the steps its rules require and that are not approved yet, in their order (APPR-047, APPR-048)", () => {
    fc.assert(
      fc.property(rules, total, total, fc.nat(6), (all, before, after, given) => {
        const steps = stepsAt(all, before, given);
        const change = reconsider(steps, neededAt(all, after), after);
        const now = written(steps, change);
        const open = now.filter(({ state }) => state === "open").map(({ ruleId }) => ruleId);
        const done = steps.filter(({ state }) => state === "done").map(({ ruleId }) => ruleId);
        const wanted = neededAt(all, after).map(({ ruleId }) => ruleId);
        expect(open).toEqual(wanted.filter((id) => !done.includes(id)));
        expect(now.filter(({ state }) => state === "done").map(({ ruleId }) => ruleId)).toEqual(done);
        expect(new Set(now.map(({ position }) => position)).size).toBe(now.length);
      }),
      { numRuns: 500 },
    );
  });

  test("drops open steps above it and no others, where no rule requires more (APPR-047)", () => {
    fc.assert(
      fc.property(rules, total, total, (all, before, left) => {
        const steps = stepsAt(all, before, 0);
        const { dropped, added, moved } = reconsider(steps, [], left);
        const above = steps.filter(({ limit }) => limit > 0 && limit > Number(left));
        expect(dropped.map(({ position }) => position)).toEqual(above.map(({ position }) => position));
        expect([...added, ...moved]).toEqual([]);
      }),
    );
  });

  test("reopens a step that it had dropped before", () => {
    const steps = stepsAt([], "0.00", 0);
    const gone: OrderStep = {
      position: 2,
      ruleId: 7,
      roleId: 7,
      userId: null,
      limit: 20,
      state: "dropped",
      isEscalated: false,
    };
    const needed = [{ ruleId: 7, holder: { type: "role" as const, id: 7, name: "Finance" }, limit: 20 }];
    const { added } = reconsider([...steps, gone], needed, "25.00");
    expect(added).toMatchObject([{ ruleId: 7, position: 3 }]);
  });

  test("replaces the step of a budget whose role is another one since then", () => {
    const step: OrderStep = {
      ...{ position: 1, ruleId: null, budgetId: 5, roleId: 7, userId: null, limit: 0 },
      ...{ state: "open", isEscalated: false },
    };
    const beyond = (id: number) => [{ budgetId: 5, holder: { type: "role" as const, id, name: "Finance" } }];
    expect(reconsider([step], [], "25.00", beyond(7))).toEqual({ dropped: [], moved: [], added: [] });
    expect(reconsider([step], [], "25.00", beyond(8))).toMatchObject({
      dropped: [{ position: 1, state: "dropped" }],
      added: [{ budgetId: 5, holder: { id: 8 }, position: 2 }],
    });
    expect(reconsider([{ ...step, state: "done" }], [], "25.00", beyond(8)).added).toEqual([]);
  });
});
