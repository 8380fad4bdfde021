import { expect, test } from "vitest";
import { ancestorsOfPicked, type TreeNode, treeRows } from "./tree-rows.ts";

const tree: TreeNode[] = [
  {
    id: "north",
    label: "North",
    children: [
      { id: "yukon", label: "Yukon", children: [{ id: "mine", label: "Keno Mine" }] },
      { id: "camp", label: "Ice Camp" },
    ],
  },
  { id: "south", label: "South" },
];
const view = { expanded: new Set<string>(), picked: new Set<string>(), search: "" };
const shown = (more: Partial<typeof view>) =>
  treeRows(tree, { ...view, ...more }).map(({ node, level }) => `${level} ${node.label}`);

test("only what is opened shows what lies below", () => {
  expect(shown({})).toEqual(["1 North", "1 South"]);
  expect(shown({ expanded: new Set(["north"]) })).toEqual(["1 North", "2 Yukon", "2 Ice Camp", "1 South"]);
});

test("a node is partly picked when something below it is, and it is not picked itself", () => {
  const partly = (...picked: string[]) =>
    treeRows(tree, { ...view, picked: new Set(picked), expanded: new Set(["north", "yukon"]) })
      .filter((row) => row.partly)
      .map(({ node }) => node.id);
  expect(partly("mine")).toEqual(["north", "yukon"]);
  expect(partly("camp")).toEqual(["north"]);
  expect(partly("north", "mine")).toEqual([]);
  expect(partly("south")).toEqual([]);
});

test("a search opens the way to what it finds and leaves out the rest", () => {
  expect(shown({ search: " keno " })).toEqual(["1 North", "2 Yukon", "3 Keno Mine"]);
  expect(shown({ search: "nowhere" })).toEqual([]);
});

test("what lies below a match can be looked into", () => {
  expect(shown({ search: "north", expanded: new Set(["north"]) })).toEqual([
    "1 North",
    "2 Yukon",
    "2 Ice Camp",
  ]);
});

test("rows know their place among their siblings and whether there is something to open", () => {
  const rows = treeRows(tree, { ...view, expanded: new Set(["north"]) });
  expect(rows.map(({ position, size, expanded }) => [position, size, expanded])).toEqual([
    [1, 2, true],
    [1, 2, false],
    [2, 2, undefined],
    [2, 2, undefined],
  ]);
  expect(rows[1]?.parent).toBe("north");
});

test("whatever lies below a picked place belongs to it, the highest one first", () => {
  const rows = treeRows(tree, {
    ...view,
    expanded: new Set(["north", "yukon"]),
    picked: new Set(["north", "yukon"]),
  });
  expect(rows.map(({ within }) => within)).toEqual([undefined, "North", "North", "North", undefined]);
});

test("the ways to what is picked are known, so that it can be shown", () => {
  expect(ancestorsOfPicked(tree, new Set(["mine"]))).toEqual(["north", "yukon"]);
  expect(ancestorsOfPicked(tree, new Set(["south"]))).toEqual([]);
});
