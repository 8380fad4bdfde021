import { z } from "zod";
import { bodyId, bodyIds } from "../kit/id.ts";
import { ruleMessages } from "./approval-rules.messages.ts";

/** The largest limit the database column can store. */
const LIMIT_MAX = 2_147_483_647;

const Named = z.object({ id: z.number(), name: z.string() });

/** A rule names a role and applies at every site, or names a user and applies at its sites and below its nodes. */
export const ApprovalRuleRow = z.object({
  id: z.number(),
  role: Named.nullable(),
  user: Named.nullable(),
  /** 0 is every order, −1 a blanket approver, otherwise the total at or above which approval is needed. */
  limit: z.number(),
  sites: z.array(z.number()),
  nodes: z.array(z.number()),
  /** The first of its nodes and sites, by name. */
  place_names: z.array(z.string()),
  /** Orders are pending this rule: it can be edited but not deleted. */
  has_pending_approvals: z.boolean(),
});
export type ApprovalRuleRow = z.output<typeof ApprovalRuleRow>;

const Limit = z
  .number({ error: ruleMessages.limitRequired })
  // Checked first: a number far too large is not exact.
  .max(LIMIT_MAX, { error: `This can't be more than ${LIMIT_MAX.toLocaleString("en-US")}.`, abort: true })
  .int(ruleMessages.limitRequired)
  .min(-1, ruleMessages.limitRequired);

const Places = bodyIds();

/** A form may send null for an empty choice. */
const choiceOf = (missing: string) =>
  bodyId(missing)
    .nullish()
    .transform((id) => id ?? undefined);

/** `{limit, role}` or `{limit, user, sites, nodes}`. */
export const NewApprovalRule = z
  .object({
    limit: Limit,
    role: choiceOf(ruleMessages.roleRequired),
    user: choiceOf(ruleMessages.userRequired),
    sites: Places.optional(),
    nodes: Places.optional(),
  })
  .superRefine(({ role, user, sites = [], nodes = [] }, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (role === undefined && user === undefined) {
      add("role", ruleMessages.roleRequired);
      add("user", ruleMessages.userRequired);
    }
    if (role !== undefined && user !== undefined)
      add("user", "A rule is for a role or for a user, not for both.");
    if (user !== undefined && sites.length + nodes.length === 0) add("sites", ruleMessages.placeRequired);
    if (role !== undefined && user === undefined && sites.length > 0) add("sites", ruleMessages.everywhere);
    if (role !== undefined && user === undefined && nodes.length > 0) add("nodes", ruleMessages.everywhere);
  });
export type NewApprovalRule = z.output<typeof NewApprovalRule>;

const Before = Places.describe(
  "The list the new one is based on: changes made by other users since then are kept",
);

/** Omitted fields keep their values; the role or user of a rule never changes. */
export const ApprovalRuleChanges = z.object({
  limit: Limit.optional(),
  sites: Places.optional(),
  nodes: Places.optional(),
  sites_before: Before.optional(),
  nodes_before: Before.optional(),
});
export type ApprovalRuleChanges = z.output<typeof ApprovalRuleChanges>;

const Place = z.object({
  id: z.number(),
  name: z.string(),
  /** Another user's rule uses it: it cannot be chosen. */
  already_used: z.boolean(),
  /** The user rule that uses it, of this or of another user. */
  user_approval_rule: z.number().nullable(),
  /** Whether the user can see it; otherwise the user could not approve there, and company admins would have to act. */
  visible: z.boolean(),
});

/** A node that a user's rule may name, with its sites. Without hierarchy: the company, with id null, and its sites. */
export const ApprovalNode = Place.extend({
  id: z.number().nullable(),
  parent: z.number().nullable(),
  sites: z.array(Place),
});
export type ApprovalNode = z.output<typeof ApprovalNode>;
