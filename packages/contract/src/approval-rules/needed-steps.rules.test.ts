import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { moneyOf } from "../kit/money.ts";
import { type ApprovalRule, skippedSteps, stepsFor } from "./needed-steps.rules.ts";

const few = fc.integer({ min: 1, max: 6 });
const someIds = fc.uniqueArray(few, { maxLength: 4 });

const rule: fc.Arbitrary<Omit<ApprovalRule, "id">> = fc.record({
  holder: fc.record({ type: fc.constantFrom("role", "user"), id: few, name: fc.constant("Somebody") }),
  limit: fc.oneof(fc.constantFrom(-1, 0), fc.integer({ min: 1, max: 50 })),
  siteIds: someIds,
  nodeIds: someIds,
});
const rules = fc
  .array(rule, { maxLength: 12 })
  .map((list) => list.map((one, index) => ({ ...one, id: index + 1 })))
  .chain((list) => fc.shuffledSubarray(list, { minLength: list.length }));
const cents = fc.bigInt({ min: 0n, max: 6_000n });
const order = fc.record({ siteId: few, nodePath: someIds, total: cents.map(moneyOf) });

const isConsidered = (one: ApprovalRule, { siteId, nodePath }: { siteId: number; nodePath: number[] }) =>
  one.holder.type === "role" ||
  one.siteIds.includes(siteId) ||
  one.nodeIds.filter((node) => nodePath.includes(node)).length > 0;

describe("the steps of an order", () => {
  test("come from role rules at every site and from user rules that cover the site (APPR-031)", () => {
    fc.assert(
      fc.property(rules, order, (list, placed) => {
        const taken = stepsFor(list, placed).map(({ ruleId }) => ruleId);
        const always = list.map((one) => ({ ...one, limit: 0 }));
        const considered = list.filter((one) => isConsidered(one, placed)).map(({ id }) => id);
        expect(considered).toEqual(expect.arrayContaining(taken));
        expect(stepsFor(always, placed).map(({ ruleId }) => ruleId)).toHaveLength(considered.length);
      }),
    );
  });

  test("are needed always at a limit of 0, otherwise when the total reaches the limit, equality included (APPR-032)", () => {
    fc.assert(
      fc.property(rules, order, (list, placed) => {
        const taken = new Set(stepsFor(list, placed).map(({ ruleId }) => ruleId));
        for (const one of list.filter((each) => isConsidered(each, placed) && each.limit >= 0)) {
          const reached = one.limit === 0 || Number(placed.total) >= one.limit;
          expect(taken.has(one.id)).toBe(reached);
        }
      }),
    );
    const role = (limit: number): ApprovalRule => ({
      id: 1,
      holder: { type: "role", id: 1, name: "Finance" },
      limit,
      siteIds: [],
      nodeIds: [],
    });
    const at = (total: string) => ({ siteId: 1, nodePath: [], total });
    expect(stepsFor([role(500)], at("500.00"))).toHaveLength(1);
    expect(stepsFor([role(500)], at("499.99"))).toEqual([]);
    expect(stepsFor([role(2_147_483_647)], at("2147483647.00"))).toHaveLength(1);
    expect(stepsFor([role(0)], at("-5.00"))).toHaveLength(1);
  });

  test("never come from a blanket approver (APPR-033)", () => {
    fc.assert(
      fc.property(rules, order, (list, placed) => {
        expect(stepsFor(list, placed).every(({ limit }) => limit >= 0)).toBe(true);
        const blanket = list.map((one) => ({ ...one, limit: -1 }));
        expect(stepsFor(blanket, placed)).toEqual([]);
      }),
    );
  });

  test("are sorted by limit, then users before roles, then by id, whatever the order of the rules (APPR-034)", () => {
    fc.assert(
      fc.property(rules, order, (list, placed) => {
        const steps = stepsFor(list, placed);
        expect(stepsFor(list.toReversed(), placed)).toEqual(steps);
        for (const [index, step] of steps.entries()) {
          const next = steps[index + 1];
          if (!next) continue;
          expect(next.limit).toBeGreaterThanOrEqual(step.limit);
          if (next.limit > step.limit) continue;
          if (step.holder.type === "role") expect(next.holder.type).toBe("role");
          if (step.holder.type === next.holder.type) expect(next.ruleId).toBeGreaterThan(step.ruleId);
        }
      }),
    );
  });
});

describe("a changed order bypasses approvers", () => {
  test("exactly when it reaches a limit it was below, unless that approval was given (APPR-032)", () => {
    fc.assert(
      fc.property(rules, order, cents.map(moneyOf), someIds, (list, placed, total, given) => {
        const over = skippedSteps(stepsFor(list, placed), stepsFor(list, { ...placed, total }), given);
        const reached = list.filter(
          ({ id, limit, ...one }) =>
            isConsidered({ id, limit, ...one }, placed) &&
            limit > Number(placed.total) &&
            limit <= Number(total) &&
            !given.includes(id),
        );
        expect(new Set(over.map(({ ruleId }) => ruleId))).toEqual(new Set(reached.map(({ id }) => id)));
      }),
    );
  });
});
