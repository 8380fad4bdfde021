import { z } from "zod";
import { requiredText } from "../kit/text.ts";
import { companyMessages as says } from "./companies.messages.ts";

/** A warehouse of a company as platform admins see it. */
export const Warehouse = z.object({
  id: z.number(),
  name: z.string(),
  /** One that is not stays with its sites, and cannot be chosen for others. */
  active: z.boolean(),
  /** How many sites have it. */
  sites: z.number(),
});
export type Warehouse = z.output<typeof Warehouse>;

export const NewWarehouse = z.object({ name: requiredText(says.nameRequired).trim() });
export type NewWarehouse = z.output<typeof NewWarehouse>;

/** What is left out stays. */
export const WarehouseChanges = NewWarehouse.extend({
  active: z.boolean({ error: says.yesOrNo }),
}).partial();
export type WarehouseChanges = z.output<typeof WarehouseChanges>;
