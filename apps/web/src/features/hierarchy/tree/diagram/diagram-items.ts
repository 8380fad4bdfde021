import type { TreeItem } from "@mcc/contract/hierarchy/tree.schema.ts";

/** What is at a node and everything below it. */
export interface Totals {
  sites: number;
  users: number;
  orders: number;
}

/** A node of the diagram. */
export interface DiagramItem {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly level: number;
  readonly parent: DiagramItem | undefined;
  readonly children: DiagramItem[];
  readonly totals: Totals;
}

interface DiagramItems {
  readonly root: DiagramItem;
  /** A parent comes before its children. */
  readonly byId: ReadonlyMap<number, DiagramItem>;
}

const ownTotals = ({ sites_count, users_count, pending_orders_count }: TreeItem): Totals => ({
  sites: sites_count,
  users: users_count,
  orders: pending_orders_count,
});

const add = (totals: Totals, more: Totals): void => {
  totals.sites += more.sites;
  totals.users += more.users;
  totals.orders += more.orders;
};

/** The items to draw. A node whose group is not visible in the tree is left out: what is below it moves up. */
export const diagramItems = (tree: TreeItem): DiagramItems => {
  const byId = new Map<number, DiagramItem>();
  const addItem = (source: TreeItem, parent: DiagramItem | undefined): DiagramItem => {
    const { id, name, type } = source;
    const level = parent ? parent.level + 1 : 0;
    const item = { id, name, type, level, parent, children: [], totals: ownTotals(source) };
    byId.set(id, item);
    parent?.children.push(item);
    return item;
  };
  const root = addItem(tree, undefined);
  // A list instead of a recursion: a hierarchy may be deeper than the stack.
  const open = [{ source: tree, item: root }];
  for (const { source, item } of open)
    for (const child of source.children) {
      if (child.tree_visibility) open.push({ source: child, item: addItem(child, item) });
      else {
        add(item.totals, ownTotals(child));
        open.push({ source: child, item });
      }
    }
  for (const item of [...byId.values()].reverse()) if (item.parent) add(item.parent.totals, item.totals);
  return { root, byId };
};

/** The number of nodes that a tree shows when it is opened first; those of deeper levels are collapsed. */
const SHOWN_FIRST = 20;

/** The ids of the items that are expanded at first: level by level, while the nodes fit. */
export const firstExpanded = ({ byId }: DiagramItems): Set<number> => {
  const expanded = new Set<number>();
  let shown = 1;
  for (const { id, level, children } of byId.values()) {
    shown += children.length;
    if (shown > SHOWN_FIRST && level > 0) break;
    if (children.length > 0) expanded.add(id);
  }
  return expanded;
};

export const allExpanded = ({ byId }: DiagramItems): Set<number> =>
  new Set([...byId.values()].filter(({ children }) => children.length > 0).map(({ id }) => id));

/** An item and those above it, from the item up. */
export const pathOf = (item: DiagramItem | undefined): DiagramItem[] => {
  const path: DiagramItem[] = [];
  for (let at = item; at; at = at.parent) path.push(at);
  return path;
};

/** A node moves neither to where it is nor below itself, and the root stays. */
export const mayMove = (item: DiagramItem, parent: DiagramItem): boolean =>
  item.parent !== undefined && item.parent !== parent && !pathOf(parent).includes(item);

/** The items whose names contain a text, in the order of the outline. */
export const matchesOf = (root: DiagramItem, text: string): DiagramItem[] => {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  const found: DiagramItem[] = [];
  const open = [root];
  for (let item = open.pop(); item; item = open.pop()) {
    if (item.name.toLowerCase().includes(wanted)) found.push(item);
    open.push(...item.children.toReversed());
  }
  return found;
};
