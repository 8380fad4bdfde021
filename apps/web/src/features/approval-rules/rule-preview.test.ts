import type { ApprovalNode, ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import { expect, test } from "vitest";
import { neededAt, triedSites } from "./rule-preview.ts";

const place = { already_used: false, user_approval_rule: null, visible: true };
const nodes: ApprovalNode[] = [
  { ...place, id: 1, name: "Corporate", parent: null, sites: [] },
  { ...place, id: 2, name: "West", parent: 1, sites: [{ ...place, id: 10, name: "Mill" }] },
  { ...place, id: 3, name: "East", parent: 1, sites: [{ ...place, id: 11, name: "Yard" }] },
];
const rule = { role: null, user: null, sites: [], nodes: [], place_names: [], has_pending_approvals: false };
const rules: ApprovalRuleRow[] = [
  { ...rule, id: 4, role: { id: 40, name: "Finance" }, limit: 5_000 },
  { ...rule, id: 5, role: { id: 50, name: "Site Lead" }, limit: 0 },
  { ...rule, id: 6, user: { id: 60, name: "Wes West" }, limit: 5_000, nodes: [2] },
  { ...rule, id: 7, user: { id: 70, name: "Yara Yard" }, limit: -1, sites: [11] },
];

test("a site is tried with its node and the nodes above it; without hierarchy there are none", () => {
  expect(triedSites(nodes)).toEqual([
    { siteId: 10, name: "Mill", nodePath: [2, 1] },
    { siteId: 11, name: "Yard", nodePath: [3, 1] },
  ]);
  const company = [
    { ...place, id: null, name: "Acme", parent: null, sites: [{ ...place, id: 9, name: "Rig" }] },
  ];
  expect(triedSites(company)).toEqual([{ siteId: 9, name: "Rig", nodePath: [] }]);
});

test("an order of a total takes the steps of the rules at its site, in their order", () => {
  const [mill, yard] = triedSites(nodes);
  const namesAt = (site: typeof mill, total: string) => {
    const { steps, blanket } = neededAt(rules, { siteId: 0, nodePath: [], ...site, total });
    return { steps: steps.map(({ holder }) => holder.name), blanket };
  };
  expect(namesAt(mill, "4999.99")).toEqual({ steps: ["Site Lead"], blanket: [] });
  expect(namesAt(mill, "5000.00")).toEqual({ steps: ["Site Lead", "Wes West", "Finance"], blanket: [] });
  expect(namesAt(yard, "5000.00")).toEqual({ steps: ["Site Lead", "Finance"], blanket: ["Yara Yard"] });
  expect(neededAt([], { siteId: 10, nodePath: [], total: "1.00" })).toEqual({ steps: [], blanket: [] });
});
