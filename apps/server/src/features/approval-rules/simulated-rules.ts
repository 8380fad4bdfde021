import {
  type ApprovalRule,
  covers,
  type NeededStep,
  type OrderPlace,
  stepsFor,
} from "@mcc/contract/approval-rules/needed-steps.rules.ts";
import { currentApprovers } from "@mcc/contract/approval-steps/decisions.rules.ts";
import type { SimulatedApprover, SimulatedOrder } from "./simulated-orders.queries.ts";

type Approvers = Parameters<typeof currentApprovers>[1];

/** What the rules are applied to; the same for today's rules and for the draft. */
export interface SimulatedCompany {
  readonly placeOf: (siteId: number) => OrderPlace;
  /** Who of the approvers can see a site. */
  readonly peopleAt: (siteId: number) => readonly SimulatedApprover[];
  readonly allowSelfApproval: boolean;
}

/** Who could approve an order at one of its steps. */
interface Load {
  readonly people: readonly number[];
  /** Nobody but company admins could approve one of the steps. */
  readonly isUnassigned: boolean;
  orders: number;
}

/** How many people are kept for orders alike, before their orders are added up. */
const MOST_KEPT = 200_000;

/** Steps and approvers of orders under one set of rules, by the functions that determine them for orders. */
export const simulateRules = (rules: readonly ApprovalRule[], company: SimulatedCompany) => {
  const named = rules.map((rule) => ({ rule, sites: new Set(rule.siteIds) }));
  const rulesBySite = new Map<number, readonly ApprovalRule[]>();
  /** The rules that apply at a site: computed once, since a rule may have thousands of sites. */
  const rulesAt = (siteId: number): readonly ApprovalRule[] => {
    const place = company.placeOf(siteId);
    const here = named
      .map(({ rule, sites }) => ({ ...rule, siteIds: sites.has(siteId) ? [siteId] : [] }))
      .filter((rule) => covers(rule, place));
    rulesBySite.set(siteId, here);
    return here;
  };
  const rulesOf = (siteId: number) => rulesBySite.get(siteId) ?? rulesAt(siteId);

  const loadOf = (siteId: number, steps: readonly NeededStep[], placedBy: readonly number[]): Load => {
    const approvers: Approvers = {
      people: company.peopleAt(siteId).map((person) => ({ ...person, seesSite: true })),
      blanketRules: rulesOf(siteId).filter(({ limit }) => limit < 0),
      allowSelfApproval: company.allowSelfApproval,
      // Both depend on the day and not on the rules.
      delegations: [],
      escalationRoleId: null,
    };
    const people = new Set<number>();
    let isUnassigned = false;
    for (const { ruleId, holder, limit } of steps) {
      const roleId = holder.type === "role" ? holder.id : null;
      const userId = holder.type === "user" ? holder.id : null;
      const step = { position: 1, ruleId, roleId, userId, limit, state: "open" as const, isEscalated: false };
      const place = company.placeOf(siteId);
      const order = {
        ...place,
        status: "Pending Approval" as const,
        total: "0.00", // only what deputies may decide depends on it
        approvedBy: [],
        approvedAsDeputy: [],
        placedBy,
        steps: [step],
      };
      const able = currentApprovers(order, approvers);
      isUnassigned ||= able.every(({ by }) => by === "stand-in");
      for (const { person } of able) people.add(person.id);
    }
    return { people: [...people], isUnassigned, orders: 0 };
  };

  const totals = new Map<number, number>();
  const loads = new Map<string, Load>();
  let kept = 0;
  const addUp = () => {
    for (const { people, orders } of loads.values())
      for (const id of people) totals.set(id, (totals.get(id) ?? 0) + orders);
    loads.clear();
    kept = 0;
  };

  return {
    stepsOf: ({ siteId, total, budgetRoles }: SimulatedOrder): NeededStep[] => [
      ...stepsFor(rulesOf(siteId), { ...company.placeOf(siteId), total }),
      ...(budgetRoles ?? []).map((role) => ({
        ruleId: 0,
        holder: { type: "role" as const, ...role },
        limit: 0,
      })),
    ],
    /** Counts an order for those who could approve it. Orders of the same site, steps and people are alike. */
    assign: ({ siteId }: SimulatedOrder, steps: readonly NeededStep[], placedBy: readonly number[]): Load => {
      const key = `${siteId}/${steps.map(({ holder }) => `${holder.type}${holder.id}`).join()}/${placedBy.join()}`;
      let load = loads.get(key);
      if (!load) {
        if (kept > MOST_KEPT) addUp();
        load = loadOf(siteId, steps, placedBy);
        loads.set(key, load);
        kept += load.people.length + 1;
      }
      load.orders++;
      return load;
    },
    /** The orders that each user could approve at some step. */
    ordersByApprover: (): ReadonlyMap<number, number> => {
      addUp();
      return totals;
    },
  };
};
