import { z } from "zod";
import { MappingOfUser } from "../access-mappings/access-mappings.schema.ts";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { pagedQuery, pageSchema } from "../kit/list.ts";
import { PERMISSION_NAMES } from "./permission-names.ts";

const Named = z.object({ id: z.number(), name: z.string() });

/** Why a user sees the sites they see. */
const SITE_REASONS = ["company_admin", "assigned", "node", "policy", "node_and_policy", "none"] as const;

/** An approval rule that names the user or the user's role. */
const RuleOfUser = z.object({
  id: z.number(),
  /** 0 is every order, −1 a blanket approver, otherwise the total at or above which approval is needed. */
  limit: z.number(),
  by: z.enum(["role", "user"]),
  /** The sites that the rule covers and the user sees: there they approve. */
  sites_count: z.number(),
  /** The first of them, by name. */
  sites: z.array(Named),
  /** It covers every site that the user sees. */
  everywhere: z.boolean(),
});

/** What a user may do, see and approve, and why. */
const UserAccess = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  is_company_admin: z.boolean(),
  role: Named.extend({ can_impersonate: z.boolean(), can_view_order_tracking: z.boolean() }).nullable(),
  permissions: z.array(z.enum(PERMISSION_NAMES)),
  sites: pageSchema(Named.extend({ node: z.string().nullable() })).extend({
    because: z.enum(SITE_REASONS),
    node: Named.nullable(),
    /** The sites that a policy limits the user to. */
    policy_count: z.number(),
  }),
  /** What of this follows from groups and claims; null for a user of whom none are known. */
  mapping: MappingOfUser.nullable(),
  approvals: z.object({
    enabled: z.boolean(),
    allow_self_approval: z.boolean(),
    /** The orders that need the user's approval now. */
    pending_count: z.number(),
    rules: z.array(RuleOfUser),
    /** Budgets whose further step the user's role approves. */
    budgets: z.array(Named).optional(),
    /** Whose deputy the user is now, and until when. */
    stands_in_for: z.array(z.object({ name: z.string(), until: z.iso.datetime() })),
  }),
});
export type UserAccess = z.output<typeof UserAccess>;

export const userAccess = endpoint({
  method: "GET",
  path: "/access/users/:id/",
  summary: "Explain what a user may do, see and approve, and why",
  description: "`limit` and `offset` are for the sites.",
  allow: "company-admin",
  params: z.object({ id: pathId }),
  query: pagedQuery(),
  reply: UserAccess,
  fails: ["not_found"],
});
