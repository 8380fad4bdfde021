import type { ApprovalNode } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import { expect, test } from "vitest";
import { coverageTree, pickedOf, placesOf } from "./rule-coverage.ts";

const place = (id: number, name: string, rule: number | null = null) => ({
  id,
  name,
  already_used: rule !== null,
  user_approval_rule: rule,
  visible: true,
});
const node = (
  id: number | null,
  parent: number | null,
  name: string,
  sites: ApprovalNode["sites"] = [],
): ApprovalNode => ({ ...place(1, name), id, parent, sites });
const holders: Record<number, string> = { 4: "Gordon Pelletier" };
const treeOf = (nodes: ApprovalNode[]) => coverageTree(nodes, (rule) => holders[rule]);

test("nodes hang below their parents, each with its sites", () => {
  const tree = treeOf([
    node(1, null, "Borealis"),
    node(2, 1, "North", [place(1, "Keno Mine")]),
    node(3, 2, "Yukon", [place(2, "Ice Camp")]),
  ]);
  expect(tree).toMatchObject([
    {
      id: "node:1",
      label: "Borealis",
      children: [
        {
          id: "node:2",
          children: [
            { id: "node:3", children: [{ id: "site:2", label: "Ice Camp" }] },
            { id: "site:1", label: "Keno Mine" },
          ],
        },
      ],
    },
  ]);
});

test("a node whose parent is not shown stands at the top", () => {
  expect(treeOf([node(5, 99, "Alone")])).toMatchObject([{ id: "node:5" }]);
});

test("without hierarchy the sites stand alone, under no node to choose", () => {
  expect(treeOf([node(null, null, "Acme Drilling", [place(1, "Rig 1"), place(2, "Rig 2")])])).toMatchObject([
    { id: "site:1" },
    { id: "site:2" },
  ]);
});

test("what the rule of another user has cannot be chosen, and says whose it is (CONF-057)", () => {
  const [root] = treeOf([
    node(1, null, "Borealis", [place(1, "Free"), place(2, "Taken", 4), place(3, "Gone", 8)]),
  ]);
  expect(root?.children?.map(({ taken }) => taken)).toEqual([
    undefined,
    "Already in the rule of Gordon Pelletier",
    "Already in the rule of another user",
  ]);
});

test("what the user does not see cannot be chosen, and says so", () => {
  const unseen = { ...place(2, "Far away"), visible: false };
  const tree = treeOf([node(null, null, "Acme Drilling", [place(1, "Rig 1"), unseen])]);
  expect(tree.map(({ taken }) => taken)).toEqual([undefined, "This user has no access to it"]);
});

test("sites that can be chosen or given back come first, each part as the server sorts it", () => {
  const unseen = { ...place(1, "Alder"), visible: false };
  const held = { ...place(4, "Dogwood"), visible: false, user_approval_rule: 9 };
  const sites = [unseen, place(2, "Birch", 4), place(3, "Cedar"), held, place(5, "Elm")];
  expect(treeOf([node(null, null, "Acme Drilling", sites)]).map(({ label }) => label)).toEqual([
    "Cedar",
    "Dogwood",
    "Elm",
    "Alder",
    "Birch",
  ]);
});

test("what is picked in the tree becomes sites and nodes, and back", () => {
  const places = { sites: [2, 1], nodes: [1] };
  expect(placesOf(pickedOf(places))).toEqual(places);
});
