import { z } from "zod";
import { SiteGroup } from "../orders/orders.schema.ts";

/** The number of users listed in a row; the rest are counted. */
export const USERS_IN_ROW = 4;

export const Named = z.object({ id: z.number(), name: z.string() });

export const SiteUser = z.object({ id: z.number(), username: z.string() });

const PersonName = z.object({ first_name: z.string(), last_name: z.string() });

/** One row of the sites list. */
export const SiteRow = z.object({
  id: z.number(),
  name: z.string(),
  location_name: z.string().nullable(),
  division: z.string().nullable(),
  business_unit: z.string().nullable(),
  region: z.string().nullable(),
  ecommerce_username: z.string(),
  ecommerce_user_email: z.string().nullable(),
  site_type: Named.nullable(),
  site_warehouse: Named.nullable(),
  node: z.number().nullable(),
  node_name: z.string().nullable(),
  enable_analytics: z.boolean(),
  buyout_site: z.boolean(),
  has_approval_rule: z.boolean(),
  users: z.array(SiteUser),
  users_count: z.number(),
  /** The names of all its users, in rows that are asked for untrimmed. */
  users_user: z.array(PersonName).optional(),
  groups: z.array(SiteGroup),
});
export type SiteRow = z.output<typeof SiteRow>;

/** The fields selectors need of a site. */
export const LiteSite = SiteRow.pick({ id: true, name: true, node: true });

/** One site, with the names of its users. */
export const SiteRecord = SiteRow.omit({ users_user: true }).extend({
  users: z.array(z.object({ ...SiteUser.shape, ...PersonName.shape })),
});
export type SiteRecord = z.output<typeof SiteRecord>;
