import { Button, Skeleton } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import { updateApprovalRule } from "@mcc/contract/approvals/rules.api.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approvals/rules.schema.ts";
import { EmptyState } from "@mcc/ui/empty-state.tsx";
import { FormAlert } from "@mcc/ui/form-alert.tsx";
import { IconArrowLeft } from "@tabler/icons-react";
import { notFound, useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { call } from "../../platform/api/call.ts";
import { Page } from "../../platform/page/page.tsx";
import { TextLink } from "../../platform/page/text-link.tsx";
import { toast } from "../../platform/page/toast.ts";
import { useAppForm } from "../../platform/records/form.ts";
import { useLeaveGuard } from "../../platform/records/use-leave-guard.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { refreshRules } from "./refresh-rules.ts";
import { nameOf } from "./rule-actions.tsx";
import { rulesCrumbs } from "./rule-crumbs.tsx";
import classes from "./rule-fields.module.css";
import { RuleFields } from "./rule-fields.tsx";
import { changesOf, isChanged, RuleForm, type RuleValues, valuesOf } from "./rule-form.schema.ts";
import { editTitleOf, ruleTexts as texts } from "./rules.texts.ts";
import { invalidateRules, storeRule, useRule } from "./use-rules.ts";

const update = async (rule: ApprovalRuleRow, values: RuleValues): Promise<void> => {
  try {
    const body = changesOf(rule, values);
    storeRule(await call(updateApprovalRule, { params: { id: rule.id }, body }));
  } catch (error) {
    toast.error(texts.updateFailed);
    void refreshRules(); // a place may have been taken meanwhile
    throw error;
  }
  toast.success(texts.updated);
  void invalidateRules();
};

const EditRule = ({ rule: read }: { rule: ApprovalRuleRow }) => {
  // As it was opened: read again meanwhile, it would make somebody else's change look like one to take back.
  const [rule] = useState(read);
  const navigate = useNavigate();
  const form = useAppForm<RuleValues>({
    schema: RuleForm,
    initialValues: valuesOf(rule),
    send: async (values) => {
      await update(rule, values);
      await navigate({ to: "/configuration/approvals" });
    },
  });
  const changed = isChanged(rule, form.values);
  useLeaveGuard({ dirty: changed, isSending: form.isSending });
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <FormAlert>{form.failure}</FormAlert>
      <RuleFields form={form} rule={rule} />
      <Button
        type="submit"
        className={classes.save}
        loading={form.sending}
        disabled={!changed || Object.keys(form.errors).length > 0}
      >
        {texts.save}
      </Button>
    </form>
  );
};

const RulePage = ({ title = texts.editTitle, children }: { title?: string; children: ReactNode }) => (
  <Page
    title={title}
    breadcrumbs={rulesCrumbs(texts.editTitle)}
    back={
      <TextLink className={classes.back} to="/configuration/approvals">
        <IconArrowLeft size={16} aria-hidden />
        {texts.returnToRules}
      </TextLink>
    }
  >
    {children}
  </Page>
);

const LoadedRule = ({ id }: { id: string }) => {
  const { rule, failed, missing } = useRule(id);
  if (missing) throw notFound();
  return (
    <RulePage title={rule && editTitleOf(nameOf(rule))}>
      {rule && <EditRule key={rule.id} rule={rule} />}
      {!rule && (failed ? <EmptyState>{texts.fetchFailed}</EmptyState> : <Skeleton height={220} maw={560} />)}
    </RulePage>
  );
};

/** One rule: its limit, and where it holds when it names a user. */
export const ApprovalRulePage = () => {
  const { approvalRuleId: id = "" } = useParams({ strict: false });
  const enabled = can(useSessionUser(), "approval:rules");
  if (enabled) return <LoadedRule id={id} />;
  return (
    <RulePage>
      <EmptyState>{texts.notEnabled}</EmptyState>
    </RulePage>
  );
};
