import type { ApprovalNode, ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import {
  type ApprovalRule,
  covers,
  type OrderToApprove,
  stepsFor,
} from "@mcc/contract/approval-rules/needed-steps.rules.ts";

/** An order that nobody placed: only its total and its place matter. */
export type TriedOrder = OrderToApprove;

interface TriedSite extends Omit<OrderToApprove, "total"> {
  readonly name: string;
}

/** The sites to try, each with its node and the nodes above it. */
export const triedSites = (nodes: readonly ApprovalNode[]): TriedSite[] => {
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
  const pathOf = (node: number | null | undefined): number[] =>
    typeof node === "number" ? [node, ...pathOf(parents.get(node))] : [];
  return nodes.flatMap((node) =>
    node.sites.map(({ id, name }) => ({ siteId: id, name, nodePath: pathOf(node.id) })),
  );
};

const ruleOf = ({ id, role, user, limit, sites, nodes }: ApprovalRuleRow): ApprovalRule[] => {
  const holder = role ? { type: "role" as const, ...role } : user && { type: "user" as const, ...user };
  return holder ? [{ id, holder, limit, siteIds: sites, nodeIds: nodes }] : [];
};

/** The steps of such an order, by the function that fixes them for a new order, and who may complete them all. */
export const neededAt = (rows: readonly ApprovalRuleRow[], order: TriedOrder) => {
  const rules = rows.flatMap(ruleOf);
  const blanket = rules.filter((rule) => rule.limit < 0 && covers(rule, order));
  return { steps: stepsFor(rules, order), blanket: blanket.map(({ holder }) => holder.name) };
};
