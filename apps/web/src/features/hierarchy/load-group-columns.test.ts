import { expect, test } from "vitest";
import { nodeNamesByGroup } from "./load-group-columns.ts";

const node = (id: number, organization_group: number, parent: number | null, name: string) => ({
  id,
  name,
  organization_group,
  parent,
  username_prefix: "corp",
});

test("a group offers the nodes above sites that can be seen, each name once, in the order of the nodes", () => {
  const nodes = [
    node(1, 10, null, "Corp"),
    node(2, 20, 1, "south"),
    node(3, 20, 1, "West"),
    node(4, 30, 3, "Camp"),
  ];
  const names = nodeNamesByGroup(nodes, [4, 2, 2, null, 99]);
  expect(Object.fromEntries(names)).toEqual({ 10: ["Corp"], 20: ["south", "West"], 30: ["Camp"] });
  expect(nodeNamesByGroup(nodes, [2]).get(20)).toEqual(["south"]);
});
