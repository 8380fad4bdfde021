/** One node of a tree to pick from. */
export interface TreeNode {
  readonly id: string;
  readonly label: string;
  /** Why it cannot be picked. */
  readonly taken?: string;
  readonly children?: readonly TreeNode[];
}

/** A visible row of the tree. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly level: number;
  readonly parent: string | undefined;
  /** Undefined when it has no children. */
  readonly expanded: boolean | undefined;
  readonly position: number;
  readonly size: number;
  /** The label of the picked ancestor that includes this node. */
  readonly within: string | undefined;
  /** Some of its descendants are picked, but not all. */
  readonly partly: boolean;
}

export interface TreeView {
  readonly expanded: ReadonlySet<string>;
  readonly picked: ReadonlySet<string>;
  readonly search: string;
}

const words = (text: string): string => text.trim().toLowerCase();

const matches = (node: TreeNode, wanted: string): boolean =>
  node.label.toLowerCase().includes(wanted) || hasMatchBelow(node, wanted);

const hasMatchBelow = ({ children = [] }: TreeNode, wanted: string): boolean =>
  children.some((child) => matches(child, wanted));

/** The visible rows of the tree: a search keeps the matches and expands their ancestors. */
export const treeRows = (
  nodes: readonly TreeNode[],
  view: TreeView,
  above: Pick<TreeRow, "level" | "parent" | "within"> = { level: 0, parent: undefined, within: undefined },
): TreeRow[] => {
  const wanted = words(view.search);
  const shown = wanted === "" ? nodes : nodes.filter((node) => matches(node, wanted));
  return shown.flatMap((node, index) => {
    const children = node.children ?? [];
    const found = wanted !== "" && node.label.toLowerCase().includes(wanted);
    const opened = view.expanded.has(node.id) || (wanted !== "" && hasMatchBelow(node, wanted));
    const row: TreeRow = {
      node,
      level: above.level + 1,
      parent: above.parent,
      expanded: children.length === 0 ? undefined : opened,
      position: index + 1,
      size: shown.length,
      within: above.within,
      partly: isPartlyPicked(node, view.picked) && above.within === undefined && !view.picked.has(node.id),
    };
    const within = above.within ?? (view.picked.has(node.id) ? node.label : undefined);
    // All descendants of a match are kept, so that it can be expanded.
    const below = found ? { ...view, search: "" } : view;
    const rest = opened ? treeRows(children, below, { level: row.level, parent: node.id, within }) : [];
    return [row, ...rest];
  });
};

const isPartlyPicked = ({ children = [] }: TreeNode, picked: ReadonlySet<string>): boolean =>
  children.some((child) => picked.has(child.id) || isPartlyPicked(child, picked));

/** The ancestors of all picked nodes, which start expanded so that every picked node is visible. */
export const ancestorsOfPicked = (nodes: readonly TreeNode[], picked: ReadonlySet<string>): string[] =>
  nodes.flatMap((node) => {
    const below = node.children ?? [];
    const ways = ancestorsOfPicked(below, picked);
    const isWay = ways.length > 0 || below.some(({ id }) => picked.has(id));
    return isWay ? [node.id, ...ways] : ways;
  });
