import { expect, test } from "vitest";
import { treeItem } from "../../../../testing/tree-items.ts";
import { diagramItems, firstExpanded, matchesOf, mayMove } from "./diagram-items.ts";
import {
  hitAt,
  layoutOf,
  linesWithin,
  nodeWidth,
  placedWithin,
  ROOT_RADIUS,
  toggleOf,
} from "./tree-layout.ts";
import { treePicture } from "./tree-picture.ts";

const company = () =>
  diagramItems(
    treeItem(1, "Corp", [
      treeItem(2, "North", [treeItem(4, "Camp <1>", [], { sites_count: 3, pending_orders_count: 2 })], {
        users_count: 5,
      }),
      treeItem(3, "South", [], { sites_count: 4 }),
    ]),
  );
const all = new Set([1, 2]);

test("a node is 100 wide, plus 7.5 for each character beyond 13; the circle of the root has a radius of 30 (HIER-085, HIER-086)", () => {
  expect(nodeWidth("")).toBe(100);
  expect(nodeWidth("Thirteen long")).toBe(100);
  expect(nodeWidth("Fourteen long!")).toBe(107.5);
  expect(nodeWidth("x".repeat(33))).toBe(250);
  expect(ROOT_RADIUS).toBe(30);
  const { root } = diagramItems(treeItem(1, "Corp", [treeItem(2, "Fourteen long!")]));
  const { placed } = layoutOf(root, new Set([1]));
  expect(placed.map(({ width }) => width)).toEqual([60, 107.5]);
  expect(treePicture(layoutOf(root, new Set()))).toContain('r="30"');
});

test("each item has an expanded flag, which decides whether the items below it are shown (HIER-083)", () => {
  const { root } = company();
  const flags = (expanded: Set<number>) =>
    layoutOf(root, expanded).placed.map(({ item, expanded: flag }) => [item.name, flag]);
  expect(flags(new Set())).toEqual([["Corp", false]]);
  expect(flags(new Set([1]))).toEqual([
    ["Corp", true],
    ["North", false],
    ["South", undefined],
  ]);
  expect(flags(all)).toEqual([
    ["Corp", true],
    ["North", true],
    ["Camp <1>", undefined],
    ["South", undefined],
  ]);
});

test("nodes do not overlap, children are right of their parent, a parent is halfway between them", () => {
  const { placed, byId, width, height } = layoutOf(company().root, all);
  for (const a of placed) {
    expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= width && a.y + a.height <= height).toBe(true);
    for (const b of placed)
      if (a !== b)
        expect(
          a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
        ).toBe(true);
  }
  const middle = (id: number) => (byId.get(id)?.y ?? 0) + (byId.get(id)?.height ?? 0) / 2;
  expect(middle(1)).toBe((middle(2) + middle(3)) / 2);
  expect(byId.get(4)?.x).toBeGreaterThan((byId.get(2)?.x ?? 0) + 100);
});

test("of 5,000 nodes only those in view are drawn, and a point finds its node", () => {
  const many = diagramItems(
    treeItem(
      1,
      "Corp",
      Array.from({ length: 5_000 }, (_, at) => treeItem(at + 2, `Node ${at}`)),
    ),
  );
  const layout = layoutOf(many.root, new Set([1]));
  expect(layout.placed).toHaveLength(5_001);
  const node = layout.byId.get(2_500);
  if (!node) throw new Error("It is not shown.");
  const area = { x: node.x - 400, y: node.y - 300, width: 800, height: 600 };
  const drawn = placedWithin(layout, area);
  expect(drawn).toContain(node);
  expect(drawn.length).toBeLessThan(20);
  expect(linesWithin(layout, area).length).toBeLessThan(1_000);
  expect(hitAt(layout, { x: node.x + 5, y: node.y + 5 })).toEqual({ placed: node, part: "node" });
  expect(hitAt(layout, { x: node.x - 5, y: node.y + 5 })).toBeUndefined();
  const root = layout.placed[0];
  expect(root && hitAt(layout, toggleOf(root))?.part).toBe("toggle");
  // It opens with fewer, but with the first level in any case.
  expect([...firstExpanded(many)]).toEqual([1]);
});

test("numbers include everything below, and nodes of a group that the tree does not show are left out", () => {
  const hidden = treeItem(2, "Hidden", [treeItem(3, "Yard", [], { sites_count: 2 })], {
    tree_visibility: false,
    users_count: 7,
  });
  const { root, byId } = diagramItems(treeItem(1, "Corp", [hidden], { sites_count: 1 }));
  expect(root.children.map(({ name, level }) => [name, level])).toEqual([["Yard", 1]]);
  expect([...byId.keys()]).toEqual([1, 3]);
  expect(root.totals).toEqual({ sites: 3, users: 7, orders: 0 });
  expect(company().root.totals).toEqual({ sites: 7, users: 5, orders: 2 });
});

test("a node moves neither below itself nor to its own parent, and the root never", () => {
  const { byId } = company();
  const may = (item: number, parent: number) => {
    const [moved, to] = [byId.get(item), byId.get(parent)];
    return moved && to && mayMove(moved, to);
  };
  expect([may(4, 3), may(2, 3), may(2, 2), may(2, 4), may(2, 1), may(1, 3)]).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("a search finds names in the order of the outline, and the picture has every shown node", () => {
  const { root } = company();
  expect(matchesOf(root, " O ").map(({ name }) => name)).toEqual(["Corp", "North", "South"]);
  expect(matchesOf(root, " ")).toEqual([]);
  const picture = treePicture(layoutOf(root, all));
  for (const name of ["Corp", "North", "South", "Camp &lt;1&gt;"])
    expect(picture).toContain(`>${name}</text>`);
});
