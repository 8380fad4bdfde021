/** Texts of the tree; the labels of the zoom, failure and success are fixed by HIER-080, HIER-087 and HIER-043. */
export const treeTexts = {
  section: "Hierarchy",
  title: "Tree",
  failed: "There has been an error retrieving the Hierarchy Tree",
  empty: "There are no nodes yet. Create the first one on the Hierarchy page.",
  zoomIn: "Zoom In",
  zoomOut: "Zoom Out",
  resetZoom: "Reset Zoom",
  expandAll: "Expand all",
  collapseAll: "Collapse all",
  download: "Download SVG",
  file: "hierarchy.svg",
  search: "Find a node",
  nextMatch: "Next match",
  previousMatch: "Previous match",
  matches: (at: number, of: number): string => (of === 0 ? "No node found" : `${at} of ${of}`),
  diagram: "Tree diagram. The outline has the same nodes for keyboards and screen readers.",
  outline: "Outline",
  hint: "Numbers include everything below a node. Drag a node onto another one to move it, or move it in the outline.",
  keys: "Click or arrows select, double-click or Enter opens, the move icon or M moves a node.",
  counts: (sites: number, users: number, orders: number): string =>
    [counted(sites, "site"), counted(users, "user"), counted(orders, "pending order")].join(", "),
  moveTitle: "Move Node",
  move: "Move",
  moveOf: (node: string): string => `Move Node: ${node}`,
  newParent: "New parent",
  parentRequired: "field is required",
  sameParent: (parent: string): string => `The node is below “${parent}” already.`,
  moveQuestion: (node: string, parent: string): string => `Move “${node}” below “${parent}”?`,
  moves: (nodes: number, sites: number): string =>
    `${counted(nodes, "node")} and ${counted(sites, "site")} move along.`,
  gains: "Who will see more sites",
  loses: "Who will see fewer sites",
  nobody: "Nobody sees more or fewer sites.",
  moreUsers: (count: number): string => `and ${counted(count, "more user")}`,
  moreSites: (count: number): string => `and ${count.toLocaleString("en-US")} more`,
  previewFailed: "There has been an error previewing the move",
  moved: "Organization node updated correctly",
  moveFailed: "There has been an error updating organization nodes",
} as const;

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
