import type { TreeItem } from "@mcc/contract/hierarchy/tree.schema.ts";

/** A node of a tree of the test. */
export const treeItem = (
  id: number,
  name: string,
  children: TreeItem[] = [],
  more: Partial<TreeItem> = {},
): TreeItem => ({
  ...{ id, name, children, type: "Region", tree_visibility: true, sites: [] },
  ...{ sites_count: 0, users_count: 0, pending_orders_count: 0, ...more },
});
