import { z } from "zod";

/** The number of sites listed at a node of the tree, as in the list of nodes; the rest are counted. */
export const SITES_IN_TREE = 3;

/** A node with everything below it. The numbers are those of the node alone. */
export const TreeItem = z.object({
  id: z.number(),
  name: z.string(),
  /** The first ones by name. */
  sites: z.array(z.object({ id: z.number(), name: z.string() })),
  /** By name. */
  get children() {
    return z.array(TreeItem);
  },
  /** The name of its group. */
  type: z.string(),
  /** Whether the diagram shows the nodes of its group. */
  tree_visibility: z.boolean(),
  sites_count: z.number(),
  users_count: z.number(),
  pending_orders_count: z.number(),
});
export type TreeItem = z.output<typeof TreeItem>;
