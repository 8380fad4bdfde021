import { z } from "zod";
import { SiteGroup } from "../orders/orders.schema.ts";

/** Whose alerts are listed as entries. */
export const ALERT_ENTRIES = ["own", "everyone"] as const;

const text = {
  id: z.number(),
  /** The username of the user it is for. */
  user: z.string(),
  /** The first and last name of that user, or the username. */
  user_name: z.string(),
  content: z.string(),
  created: z.iso.datetime(),
  /** It is for the signed-in user, who has not read it. */
  unread: z.boolean(),
};

/** One row of the alerts list. */
export const Alert = z.object({
  ...text,
  /** The name of the site. */
  site: z.string(),
  site_groups: z.array(SiteGroup),
  /** None for an alert about several orders. */
  order: z.object({ identifier: z.string() }).nullable(),
  /** The other alerts about its order, of an entry that stands for several: the first of them, and how many. */
  others: z.object({ count: z.number(), alerts: z.array(z.object(text)) }).optional(),
});
export type Alert = z.output<typeof Alert>;
