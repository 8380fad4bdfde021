import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { pageSchema } from "../kit/list.ts";
import { recordEndpoints } from "../kit/record.ts";
import {
  ApprovalNode,
  ApprovalRuleChanges,
  ApprovalRuleRow,
  NewApprovalRule,
} from "./approval-rules.schema.ts";
import { ReplacedRules } from "./simulations.schema.ts";

const RulesPage = pageSchema(ApprovalRuleRow).extend({
  data: z.array(ApprovalRuleRow),
  version: z.string().describe("Another one after every change of any rule"),
});

export const {
  list: approvalRules,
  find: findApprovalRule,
  create: createApprovalRule,
  update: updateApprovalRule,
  delete: deleteApprovalRule,
} = recordEndpoints({
  path: "/approvals/rules/",
  allow: "approval:rules",
  names: ["an approval rule", "approval rules"],
  orderBy: "limit",
  page: RulesPage,
  row: ApprovalRuleRow,
  create: NewApprovalRule,
  update: ApprovalRuleChanges,
  confirm: "rules",
  deleteFails: ["rule.pending"],
  notes: {
    list: "The rules are in `data`.",
    create: "For a role or for a user.",
    update: "Orders that wait already keep their steps.",
    delete: "Not while an order waits for it.",
  },
});

export const replaceApprovalRules = endpoint({
  method: "PUT",
  path: "/approvals/rules/",
  summary: "Replace all approval rules by a draft, as a whole or not at all",
  description:
    "Rules that the draft leaves out are deleted. Refused if the rules have changed since the draft was made from them. Orders that wait already keep their steps.",
  allow: "approval:rules",
  confirm: "rules",
  body: ReplacedRules,
  reply: z.object({ version: z.string(), created: z.number(), updated: z.number(), deleted: z.number() }),
  fails: ["rules.changed", "rule.pending"],
});

export const approvalNodes = endpoint({
  method: "GET",
  path: "/approvals/users/:userId/nodes/",
  summary: "List the nodes and sites that a rule of this user may name, and which are already used",
  allow: "approval:rules",
  params: z.object({ userId: pathId }),
  reply: z.array(ApprovalNode),
  fails: ["not_found"],
});
