import { z } from "zod";
import { ENTITLEMENTS, STEP_STATES } from "../approval-steps/approval-steps.schema.ts";
import { pageSchema } from "../kit/list.ts";

const Named = z.object({ id: z.number(), name: z.string() });
const Person = Named.extend({ username: z.string() });

/** A user who sees a site, and what the access comes from. */
const SiteViewer = Person.extend({
  role: z.string().nullable(),
  because: z.enum(["company_admin", "assigned", "node", "policy", "node_and_policy"]),
  /** The node of the user, in a company with a hierarchy. */
  node: z.string().nullable(),
});
export type SiteViewer = z.output<typeof SiteViewer>;

export const SiteAccess = Named.extend({ node: z.string().nullable(), users: pageSchema(SiteViewer) });
export type SiteAccess = z.output<typeof SiteAccess>;

export const OrderAccess = z.object({
  identifier: z.string(),
  status: z.string(),
  total: z.string(),
  site: Named,
  allow_self_approval: z.boolean(),
  steps: z.array(
    z.object({
      position: z.number(),
      name: z.string(),
      limit: z.number(),
      /** For a step of a budget: why, in words. */
      reason: z.string().optional(),
      state: z.enum(STEP_STATES),
    }),
  ),
  /** Those who may approve or reject the order now, and by which entitlement. */
  approvers: z.array(
    Person.extend({
      by: z.enum(ENTITLEMENTS).exclude(["earlier"]),
      /** For a deputy: in whose place they may act. */
      principal: z.string().nullable(),
    }),
  ),
  /** Those who could, but placed the order themselves. */
  barred: z.array(Person),
});
export type OrderAccess = z.output<typeof OrderAccess>;

const found = <R extends z.ZodType>(row: R) => z.object({ count: z.number(), results: z.array(row) });
const Rule = Named.extend({ limit: z.number() });

/** The most records that the coverage check names of each kind; it counts all. */
export const MOST_NAMED = 100;

export const Coverage = z.object({
  approvals_enabled: z.boolean(),
  /** Sites with a rule whose step only company admins could decide, as stand-ins. */
  sites: found(Named.extend({ rules: z.array(Rule) })),
  /** Rules that cover no site, or by which nobody could approve anywhere. */
  rules: found(Rule.extend({ because: z.enum(["no_site", "no_approver"]) })),
  /** Users who see no site. */
  users: found(Person),
});
export type Coverage = z.output<typeof Coverage>;
