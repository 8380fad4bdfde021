import { z } from "zod";
import { requiredText } from "../kit/text.ts";
import { hierarchyMessages as says } from "./hierarchy.messages.ts";

/** The number of nodes listed in a row; the rest are counted. */
export const NODES_IN_ROW = 4;

export const Group = z.object({
  id: z.number(),
  name: z.string(),
  /** Whether the tree shows its nodes. */
  tree_visibility: z.boolean(),
  /** The first ones by name, or all of them, and how many there are. */
  nodes: z.array(z.object({ name: z.string(), id: z.number() })),
  nodes_count: z.number(),
});
export type Group = z.output<typeof Group>;

/** No two groups of a company have the same name, in capitals or not. */
export const NewGroup = z.object({
  name: requiredText(says.required).trim(),
  tree_visibility: z.boolean().optional(),
});
export type NewGroup = z.output<typeof NewGroup>;

export const GroupChanges = NewGroup.partial();
export type GroupChanges = z.output<typeof GroupChanges>;
