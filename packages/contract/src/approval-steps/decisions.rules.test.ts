import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ApprovalRule, stepsFor } from "../approval-rules/needed-steps.rules.ts";
import { reconsider } from "../decisions/reconsider.rules.ts";
import type { Delegation } from "../delegations/delegation.rules.ts";
import { moneyOf } from "../kit/money.ts";
import {
  approve,
  currentApprovers,
  currentStep,
  type DecisionResult,
  reject,
  type StepChange,
  statusAfter,
  wouldBeUnassigned,
} from "./decisions.rules.ts";
import type { Candidate, DecidableOrder, EligibleApprovers } from "./entitlements.rules.ts";

const PLACE = { siteId: 1, nodePath: [1, 2] };
const few = fc.integer({ min: 1, max: 4 });
const role = fc.option(few, { nil: null });

const people: fc.Arbitrary<Candidate[]> = fc
  .array(fc.record({ roleId: role, isCompanyAdmin: fc.boolean(), sees: fc.boolean() }), { maxLength: 7 })
  .map((list) =>
    list.map(({ sees, ...person }, at) => ({
      ...person,
      id: at + 1,
      seesSite: sees || person.isCompanyAdmin,
    })),
  );

const rules: fc.Arbitrary<ApprovalRule[]> = fc
  .array(
    fc.record({
      holder: fc.record({ type: fc.constantFrom("role", "user"), id: few, name: fc.constant("Somebody") }),
      limit: fc.constantFrom(-1, 0, 0, 10, 20, 20, 30),
      siteIds: fc.subarray([1, 2]),
      nodeIds: fc.subarray([2, 3]),
    }),
    { maxLength: 6 },
  )
  .map((list) => list.map((rule, at) => ({ ...rule, id: at + 1 })));

const total = fc.bigInt({ min: 0n, max: 4_000n }).map(moneyOf);

const delegations: fc.Arbitrary<Delegation[]> = fc
  .array(
    fc.record({
      principalId: fc.integer({ min: 1, max: 7 }),
      deputyId: fc.integer({ min: 1, max: 7 }),
      cap: fc.option(total, { nil: null }),
      siteIds: fc.constantFrom("all" as const, [1], [2]),
    }),
    { maxLength: 4 },
  )
  .map((list) =>
    list
      .filter(({ principalId, deputyId }) => principalId !== deputyId)
      .map((delegation, at) => ({ ...delegation, id: at + 1 })),
  );

/** An order as it arrives, and its company. */
interface World {
  order: DecidableOrder;
  electorate: EligibleApprovers;
  /** The user and the entitlement that settled each step, in sequence. */
  acts: (StepChange & { at: EligibleApprovers; before: DecidableOrder })[];
}

const world: fc.Arbitrary<World> = fc
  .record({
    people,
    rules,
    total,
    placedBy: fc.uniqueArray(few, { maxLength: 2 }),
    allowSelfApproval: fc.boolean(),
    delegations,
    isEscalated: fc.boolean(),
    escalationRoleId: role,
  })
  .map(({ people, rules, total, placedBy, isEscalated, ...settings }) => {
    const steps = stepsFor(rules, { ...PLACE, total }).map(({ ruleId, holder, limit }, at) => ({
      position: at + 1,
      ruleId,
      roleId: holder.type === "role" ? holder.id : null,
      userId: holder.type === "user" ? holder.id : null,
      limit,
      state: "open" as const,
      isEscalated: isEscalated && at === 0,
    }));
    return {
      order: {
        ...PLACE,
        total,
        steps,
        placedBy,
        approvedBy: [],
        approvedAsDeputy: [],
        status: steps.length > 0 ? ("Pending Approval" as const) : ("Accepted" as const),
      },
      electorate: { people, blanketRules: rules.filter(({ limit }) => limit === -1), ...settings },
      acts: [],
    };
  });

type Event =
  | { type: "approve" | "reject" | "leave" | "blind"; user: number }
  | { type: "move"; user: number; roleId: number | null }
  | { type: "remove"; total: string }
  | { type: "rules"; rules: ApprovalRule[] };

const events: fc.Arbitrary<Event[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ type: fc.constant("approve" as const), user: fc.integer({ min: 1, max: 7 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant("reject" as const), user: fc.integer({ min: 1, max: 7 }) }),
    },
    fc.record({ type: fc.constantFrom("leave" as const, "blind" as const), user: few }),
    fc.record({ type: fc.constant("move" as const), user: few, roleId: role }),
    fc.record({ type: fc.constant("remove" as const), total }),
    fc.record({ type: fc.constant("rules" as const), rules }),
  ),
  { maxLength: 25 },
);

const decided = (world: World, user: number, outcome: DecisionResult, isApproval: boolean): World => {
  if ("refused" in outcome) return world;
  const { order, electorate } = world;
  const steps = order.steps.map((step) => {
    const change = outcome.changes.find(({ position }) => position === step.position);
    return change ? { ...step, state: change.state } : step;
  });
  return {
    electorate,
    order: {
      ...order,
      steps,
      status: outcome.status,
      approvedBy: isApproval ? [...order.approvedBy, user] : order.approvedBy,
      approvedAsDeputy:
        isApproval && outcome.changes[0]?.act?.for
          ? [...order.approvedAsDeputy, user]
          : order.approvedAsDeputy,
    },
    acts: [...world.acts, ...outcome.changes.map((change) => ({ ...change, at: electorate, before: order }))],
  };
};

const withPeople = (world: World, change: (people: readonly Candidate[]) => Candidate[]): World => ({
  ...world,
  electorate: { ...world.electorate, people: change(world.electorate.people) },
});

const smaller = ({ steps }: DecidableOrder, total: string): DecisionResult => {
  const { dropped } = reconsider(steps, [], total);
  return { changes: dropped, status: statusAfter(steps, dropped) };
};

const after = (world: World, event: Event): World => {
  const { order, electorate } = world;
  if (event.type === "approve")
    return decided(world, event.user, approve(order, electorate, event.user), true);
  if (event.type === "reject")
    return decided(world, event.user, reject(order, electorate, event.user), false);
  if (event.type === "remove") {
    return order.status === "Pending Approval"
      ? decided(world, 0, smaller(order, event.total), false)
      : world;
  }
  if (event.type === "rules") {
    return {
      ...world,
      electorate: { ...electorate, blanketRules: event.rules.filter(({ limit }) => limit === -1) },
    };
  }
  if (event.type === "leave") return withPeople(world, (all) => all.filter(({ id }) => id !== event.user));
  const changed =
    event.type === "move" ? { roleId: event.roleId } : { seesSite: false, isCompanyAdmin: false };
  return withPeople(world, (all) => all.map((one) => (one.id === event.user ? { ...one, ...changed } : one)));
};

/** Every state of a sequence of events, including the first. */
const statesOf = (first: World, run: readonly Event[]): World[] => {
  const states = [first];
  for (const event of run) states.push(after(states.at(-1) as World, event));
  return states;
};

const always = (holds: (world: World, before: World | undefined) => void) =>
  fc.assert(
    fc.property(world, events, (first, run) => {
      const states = statesOf(first, run);
      for (const [at, state] of states.entries()) holds(state, states[at - 1]);
    }),
    { numRuns: 400 },
  );

/** The delegation covers the order, and neither of the two placed it. */
const expectDelegated = (
  userId: number,
  { principalId, delegationId }: { principalId: number; delegationId: number },
  { delegations, people, allowSelfApproval }: EligibleApprovers,
  { total, siteId, placedBy, approvedBy }: DecidableOrder,
) => {
  const delegation = delegations.find(({ id }) => id === delegationId);
  expect(delegation).toMatchObject({ principalId, deputyId: userId });
  expect(people.find(({ id }) => id === principalId)?.seesSite).toBe(true);
  expect(approvedBy).not.toContain(principalId);
  if (delegation?.cap) expect(Number(total)).toBeLessThanOrEqual(Number(delegation.cap));
  if (delegation?.siteIds !== "all") expect(delegation?.siteIds).toContain(siteId);
  if (!allowSelfApproval) expect(placedBy).not.toContain(principalId);
};

describe("after any sequence of events, an order", () => {
  test("is accepted exactly when no step is open, and decisions are final (APPR-035, APPR-046, APPR-054)", () => {
    always(({ order }, before) => {
      const isOpen = order.steps.some(({ state }) => state === "open");
      if (order.status === "Rejected") expect(isOpen).toBe(false);
      else expect(order.status).toBe(isOpen ? "Pending Approval" : "Accepted");
      if (before && before.order.status !== "Pending Approval") expect(order).toEqual(before.order);
    });
  });

  test("is approved at most once by each user, and settled or dropped steps are never reopened (APPR-042, APPR-047)", () => {
    always(({ order }, before) => {
      expect(new Set(order.approvedBy).size).toBe(order.approvedBy.length);
      for (const [at, step] of (before?.order.steps ?? []).entries()) {
        if (step.state !== "open") expect(order.steps[at]).toEqual(step);
      }
    });
  });

  test("has its steps sorted by limit and settled in that order (APPR-034)", () => {
    always(({ order }) => {
      const limits = order.steps.map(({ limit }) => limit);
      expect(limits).toEqual(limits.toSorted((a, b) => a - b));
      const states = order.steps.map(({ state }) => state);
      const firstOpen = states.indexOf("open");
      if (firstOpen >= 0) expect(states.slice(firstOpen)).not.toContain("done");
    });
  });

  test("was decided only by users who saw its site, had not placed it, and had the recorded entitlement (APPR-037, APPR-038, APPR-039, APPR-044, APPR-056)", () => {
    always(({ acts }) => {
      for (const { position, act, at, before } of acts) {
        if (!act) continue;
        const person = at.people.find(({ id }) => id === act.userId);
        const step = before.steps.find((one) => one.position === position);
        if (act.for === undefined) expect(person?.seesSite).toBe(true);
        else expectDelegated(act.userId, act.for, at, before);
        if (act.by === "escalation") {
          expect(step?.isEscalated).toBe(true);
          if (at.escalationRoleId === null) expect(person?.isCompanyAdmin).toBe(true);
          else expect(person?.roleId).toBe(at.escalationRoleId);
        }
        if (!at.allowSelfApproval) expect(before.placedBy).not.toContain(act.userId);
        if (act.by === "user") expect(step?.userId).toBe(act.userId);
        if (act.by === "role") expect(step?.roleId).toBe(person?.roleId);
        if (act.by === "stand-in") expect(person?.isCompanyAdmin).toBe(true);
        if (act.by === "blanket") {
          const isTheirs = ({ holder }: EligibleApprovers["blanketRules"][number]) =>
            holder.id === (holder.type === "role" ? person?.roleId : person?.id);
          expect(at.blanketRules.some(isTheirs)).toBe(true);
        }
      }
    });
  });

  test("accepts approvals and rejections from exactly the users who may act (APPR-040, APPR-041)", () => {
    always(({ order, electorate }) => {
      const able = new Set(currentApprovers(order, electorate).map(({ person }) => person.id));
      for (const user of [1, 2, 3, 4, 5, 6, 7, 99]) {
        expect(!("refused" in approve(order, electorate, user))).toBe(able.has(user));
        expect(!("refused" in reject(order, electorate, user))).toBe(able.has(user));
      }
    });
  });

  test("always has an eligible approver while there is a company admin (APPR-052)", () => {
    always(({ order, electorate }) => {
      if (!currentStep(order)) return;
      const free = electorate.people.filter(
        ({ id, isCompanyAdmin, seesSite }) =>
          isCompanyAdmin &&
          seesSite &&
          !order.approvedBy.includes(id) &&
          (electorate.allowSelfApproval || !order.placedBy.includes(id)),
      );
      if (free.length > 0) expect(currentApprovers(order, electorate)).not.toEqual([]);
    });
  });

  test("has no open step after a blanket approval; any other approval completes its step and the steps that complete automatically (APPR-039, APPR-043)", () => {
    always(({ order, electorate }) => {
      for (const { person, by, deputyFor } of currentApprovers(order, electorate)) {
        const outcome = approve(order, electorate, person.id);
        if ("refused" in outcome) throw new Error("an actor was refused");
        const [own, ...rest] = outcome.changes;
        expect(own).toMatchObject({
          position: currentStep(order)?.position,
          state: "done",
          act: { userId: person.id, by },
        });
        if ((deputyFor?.by ?? by) === "blanket") expect(outcome.status).toBe("Accepted");
        else expect(rest.every(({ act }) => act?.by === "earlier")).toBe(true);
      }
    });
  });

  test("a user is required exactly when no other eligible approver would remain", () => {
    always(({ order, electorate }) => {
      const step = currentStep(order);
      if (!step) return;
      const named = (whom: EligibleApprovers) =>
        currentApprovers(order, whom).filter(({ by }) => !["stand-in", "deputy", "escalation"].includes(by));
      for (const { id } of electorate.people) {
        const without = { ...electorate, people: electorate.people.filter((one) => one.id !== id) };
        const isMissed = named(electorate).length > 0 && named(without).length === 0;
        expect(wouldBeUnassigned(step, order, electorate, id)).toBe(isMissed);
      }
    });
  });

  test("a later step completes automatically when a colleague of its approver has already approved", () => {
    const candidate = (id: number, roleId: number) => ({ id, roleId, isCompanyAdmin: false, seesSite: true });
    const approvers = {
      people: [candidate(1, 1), candidate(2, 2), candidate(3, 2)],
      blanketRules: [],
      allowSelfApproval: false,
      delegations: [],
      escalationRoleId: null,
    };
    const steps = [1, 2].map((roleId) => ({
      position: roleId,
      ruleId: roleId,
      roleId,
      userId: null,
      limit: 0,
      state: "open" as const,
      isEscalated: false,
    }));
    const later = steps[1] as (typeof steps)[number];
    const order = {
      ...{ ...PLACE, steps, placedBy: [], approvedBy: [2], approvedAsDeputy: [] },
      ...{ total: "10.00", status: "Pending Approval" as const },
    };
    expect(wouldBeUnassigned(later, order, approvers, 3)).toBe(false);
    expect(wouldBeUnassigned(later, { ...order, approvedBy: [], placedBy: [2] }, approvers, 3)).toBe(true);
    // On the current step, an earlier approval no longer settles anything.
    const now = { ...order, steps: [later] };
    expect(wouldBeUnassigned(later, now, approvers, 3)).toBe(true);
    expect(wouldBeUnassigned(later, now, approvers, 2)).toBe(false);
    const outcome = approve(order, approvers, 1);
    expect(outcome).toMatchObject({
      status: "Accepted",
      changes: [{}, { act: { userId: 2, by: "earlier" } }],
    });
    // Nor does the approval of somebody who decided as a deputy.
    const asDeputy = { ...order, approvedAsDeputy: [2] };
    expect(wouldBeUnassigned(later, asDeputy, approvers, 3)).toBe(true);
    expect(approve(asDeputy, approvers, 1)).toMatchObject({ status: "Pending Approval", changes: [{}] });
  });

  test("is decided by each user in one capacity: all their steps by rights of their own, or as the deputy of one (DELE-009 partly)", () => {
    always(({ acts }) => {
      const byUser = Map.groupBy(
        acts.flatMap(({ act }) => act ?? []),
        ({ userId }) => userId,
      );
      for (const own of byUser.values())
        expect(new Set(own.map((act) => act.for?.delegationId ?? "own")).size).toBe(1);
      for (const { act } of acts) if (act?.by === "earlier") expect(act.for).toBeUndefined();
    });
  });
});
