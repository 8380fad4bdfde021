import { z } from "zod";
import { SiteGroup } from "../orders/orders.schema.ts";

/** One row of the alerts list. */
export const Alert = z.object({
  id: z.number(),
  /** The name of the site. */
  site: z.string(),
  site_groups: z.array(SiteGroup),
  /** None for an alert about several orders. */
  order: z.object({ identifier: z.string() }).nullable(),
  /** The username of the user it is for. */
  user: z.string(),
  content: z.string(),
  created: z.iso.datetime(),
  /** It is for the signed-in user, who has not read it. */
  unread: z.boolean(),
});
export type Alert = z.output<typeof Alert>;
