import { ruleMessages as says } from "@mcc/contract/approvals/approvals.messages.ts";
import { deleteApprovalRule } from "@mcc/contract/approvals/rules.api.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approvals/rules.schema.ts";
import { IconAction } from "@mcc/ui/icon-action.tsx";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { call } from "../../platform/api/call.ts";
import { isTransient } from "../../platform/api/call-error.ts";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { focusHeading } from "../../platform/page/focus-heading.ts";
import { toast } from "../../platform/page/toast.ts";
import { refusalToast } from "./refusal-toast.ts";
import { askedToDelete, ruleTexts as texts } from "./rules.texts.ts";
import { invalidateRules } from "./use-rules.ts";

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** Whom a rule names. */
export const nameOf = ({ role, user }: ApprovalRuleRow): string => role?.name ?? user?.name ?? "";

const underway = new Set<number>();

const askToDelete = async (rule: ApprovalRuleRow): Promise<void> => {
  const { id } = rule;
  const pressed = document.activeElement;
  const yes = await confirm({
    title: texts.deleteTitle,
    content: askedToDelete(nameOf(rule)),
    confirm: texts.delete,
    tone: "danger",
  });
  if (!yes || underway.has(id)) return;
  underway.add(id);
  try {
    await call(deleteApprovalRule, { params: { id } });
    toast.success(says.deleted);
  } catch (error) {
    refusalToast(texts.deleteFailed, error);
    if (isTransient(error)) return;
  } finally {
    underway.delete(id);
    await invalidateRules();
  }
  // The bin goes with its rule, or because orders wait for it; whoever has moved on meanwhile stays there.
  if ([pressed, document.body].includes(document.activeElement)) focusHeading();
};

/** A rule that orders wait for can be edited and not deleted, and says why. */
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
          onClick={() => void askToDelete(rule)}
        />
      )}
    </>
  );
};
