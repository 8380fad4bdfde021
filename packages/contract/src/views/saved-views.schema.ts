import { z } from "zod";

/** The lists that views can be saved of, by the names of their declarations. */
export const LISTS_WITH_VIEWS = [
  "orders",
  "pending",
  "documents",
  "sites",
  "users",
  "alerts",
  "triggers",
  "nodes",
  "audit",
] as const;
export type ListWithViews = (typeof LISTS_WITH_VIEWS)[number];

export const View = z.object({
  id: z.number(),
  name: z.string(),
  columns: z.array(z.string()),
  ordering: z.string().nullable(),
  filters: z.record(z.string(), z.string().or(z.array(z.string()))),
  density: z.enum(["compact", "comfortable"]).nullable(),
  shared: z.boolean(),
  is_default: z.boolean(),
  /** The reader may rename, update and delete it. */
  is_owner: z.boolean(),
  /** Who saved it. */
  owner_name: z.string(),
});
export type View = z.output<typeof View>;
