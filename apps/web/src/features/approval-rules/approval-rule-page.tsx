import { Alert } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import { findApprovalRule, updateApprovalRule } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { IconInfoCircle } from "@tabler/icons-react";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { NOT_ENABLED } from "../../platform/page/not-enabled.ts";
import { Page } from "../../platform/page/page.tsx";
import { saveRecord } from "../../platform/records/action.ts";
import { EditForm } from "../../platform/records/forms/edit-form.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { editTitleOf, ruleTexts as texts } from "./approval-rules.texts.ts";
import { refreshRules } from "./refresh-rules.ts";
import { nameOf } from "./rule-actions.tsx";
import { ruleBreadcrumbs } from "./rule-breadcrumbs.tsx";
import { RuleFields } from "./rule-fields.tsx";
import { changesOf, isChanged, RuleForm, type RuleValues, valuesOf } from "./rule-form.schema.ts";
import { invalidateRules, storeRule } from "./use-rules.ts";

const EditRule = ({ rule: current }: { rule: ApprovalRuleRow }) => {
  // As it was opened: a refetched rule would make someone else's change look like one to undo.
  const [rule] = useState(current);
  const navigate = useNavigate();
  const send = async (values: RuleValues) => {
    const body = changesOf(rule, values);
    await saveRecord({
      send: () => call(updateApprovalRule, { params: { id: rule.id }, body }),
      success: texts.updated,
      failure: texts.updateFailed,
      onSuccess: storeRule,
      onFailure: refreshRules, // a site or node may be in use by now
      invalidate: invalidateRules,
    });
    await navigate({ to: "/configuration/approvals" });
  };
  return (
    <EditForm<RuleValues>
      schema={RuleForm}
      initialValues={valuesOf(rule)}
      isChanged={(values) => isChanged(rule, values)}
      submit={texts.save}
      send={send}
    >
      {(form) => (
        <>
          {rule.has_pending_approvals && (
            <Alert icon={<IconInfoCircle aria-hidden />} role="note">
              {texts.keepSteps}
            </Alert>
          )}
          <RuleFields form={form} rule={rule} />
        </>
      )}
    </EditForm>
  );
};

const LoadedRule = ({ id }: { id: string }) => {
  // Not cached: the form starts with the rule as the server has it now.
  const loaded = useRecord(findApprovalRule, { params: { id } }, { failed: texts.fetchFailed, gcTime: 0 });
  return (
    <RecordPage
      title={loaded.record ? editTitleOf(nameOf(loaded.record)) : texts.editTitle}
      breadcrumbs={ruleBreadcrumbs(texts.editTitle)}
      back={{ to: "/configuration/approvals", label: texts.returnToRules }}
      failed={texts.fetchFailed}
      loaded={loaded}
    >
      {(rule) => <EditRule key={rule.id} rule={rule} />}
    </RecordPage>
  );
};

/** One rule: its limit, and where it applies when it names a user. */
export const ApprovalRulePage = () => {
  const { approvalRuleId: id = "" } = useParams({ strict: false });
  if (can(useSessionUser(), "approval:rules")) return <LoadedRule id={id} />;
  return (
    <Page title={texts.editTitle} breadcrumbs={ruleBreadcrumbs(texts.editTitle)}>
      <EmptyState>{NOT_ENABLED}</EmptyState>
    </Page>
  );
};
