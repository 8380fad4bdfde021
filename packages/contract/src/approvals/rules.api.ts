import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { pagedQuery, pageSchema } from "../kit/list.ts";
import { ApprovalNode, ApprovalRuleChanges, ApprovalRuleRow, NewApprovalRule } from "./rules.schema.ts";

const ById = z.object({ id: pathId });

const RULE_ORDERS = ["limit", "-limit"] as const;

export const approvalRules = endpoint({
  method: "GET",
  path: "/approvals/rules/",
  summary: "The company's approval rules",
  allow: "approval:rules",
  query: pagedQuery({
    order_by: z
      .enum(RULE_ORDERS, { error: `This must be one of ${RULE_ORDERS.join(", ")}.` })
      .default("limit"),
  }),
  reply: pageSchema(ApprovalRuleRow).extend({ data: z.array(ApprovalRuleRow) }),
});

export const findApprovalRule = endpoint({
  method: "GET",
  path: "/approvals/rules/:id/",
  summary: "One approval rule",
  allow: "approval:rules",
  params: ById,
  reply: ApprovalRuleRow,
  fails: ["not_found"],
});

export const createApprovalRule = endpoint({
  method: "POST",
  path: "/approvals/rules/",
  summary: "Create an approval rule for a role or for a user",
  allow: "approval:rules",
  body: NewApprovalRule,
  reply: ApprovalRuleRow,
});

export const updateApprovalRule = endpoint({
  method: "PATCH",
  path: "/approvals/rules/:id/",
  summary: "Change an approval rule; pending orders keep their steps",
  allow: "approval:rules",
  params: ById,
  body: ApprovalRuleChanges,
  reply: ApprovalRuleRow,
  fails: ["not_found"],
});

export const deleteApprovalRule = endpoint({
  method: "DELETE",
  path: "/approvals/rules/:id/",
  summary: "Delete an approval rule without pending orders",
  allow: "approval:rules",
  params: ById,
  reply: z.object({ detail: z.string() }),
  fails: ["not_found", "rule.pending"],
});

export const approvalNodes = endpoint({
  method: "GET",
  path: "/approvals/users/:userId/nodes/",
  summary: "The nodes and sites that a rule of this user may name, and which are already used",
  allow: "approval:rules",
  params: z.object({ userId: pathId }),
  reply: z.array(ApprovalNode),
  fails: ["not_found"],
});
