import { deleteApprovalRule } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { ruleMessages as says } from "@mcc/contract/approval-rules/approval-rules.messages.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import { linkOptions } from "@tanstack/react-router";
import { call } from "../../platform/api/call.ts";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { RecordActions } from "../../platform/records/record-actions.tsx";
import { deleteQuestion, ruleTexts as texts } from "./approval-rules.texts.ts";
import { invalidateRules } from "./use-rules.ts";

/** The name of a rule's role or user. */
export const nameOf = ({ role, user }: ApprovalRuleRow): string => role?.name ?? user?.name ?? "";

const deleteRule = (rule: ApprovalRuleRow): Promise<void> =>
  confirmDelete({
    key: ["delete-approval-rule", rule.id],
    title: texts.deleteTitle,
    question: deleteQuestion(nameOf(rule)),
    confirm: texts.delete,
    send: () => call(deleteApprovalRule, { params: { id: rule.id } }),
    success: says.deleted,
    failure: texts.deleteFailed,
    invalidate: invalidateRules,
  });

/** A link to the page of a rule. */
export const ruleLink = ({ id }: ApprovalRuleRow) =>
  linkOptions({ to: "/configuration/approvals/$approvalRuleId", params: { approvalRuleId: String(id) } });

/** A rule with pending orders can be edited but not deleted; a tooltip says why. */
export const RuleActions = ({ rule }: { rule: ApprovalRuleRow }) => (
  <RecordActions
    name={nameOf(rule)}
    edit={ruleLink(rule)}
    hint={rule.has_pending_approvals ? texts.pendingTooltip : undefined}
    onDelete={rule.has_pending_approvals ? undefined : () => deleteRule(rule)}
  />
);
