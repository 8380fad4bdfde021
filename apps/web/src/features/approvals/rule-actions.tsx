import { ruleMessages as says } from "@mcc/contract/approvals/approvals.messages.ts";
import { deleteApprovalRule } from "@mcc/contract/approvals/rules.api.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approvals/rules.schema.ts";
import { IconAction } from "@mcc/ui/icon-action.tsx";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { call } from "../../platform/api/call.ts";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { deleteQuestion, ruleTexts as texts } from "./rules.texts.ts";
import { invalidateRules } from "./use-rules.ts";

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

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

/** A rule with pending orders can be edited but not deleted; a tooltip says why. */
export const RuleActions = ({ rule }: { rule: ApprovalRuleRow }) => {
  const waits = rule.has_pending_approvals;
  return (
    <>
      <IconAction
        label={texts.edit}
        about={nameOf(rule)}
        hint={waits ? texts.pendingTooltip : undefined}
        icon={<IconPencil {...icon} />}
        renderRoot={(props) => (
          <Link
            {...props}
            to="/configuration/approvals/$approvalRuleId"
            params={{ approvalRuleId: String(rule.id) }}
          />
        )}
      />
      {!waits && (
        <IconAction
          danger
          label={texts.delete}
          about={nameOf(rule)}
          icon={<IconTrash {...icon} />}
          onClick={() => void deleteRule(rule)}
        />
      )}
    </>
  );
};
