import { Button, Group, Text } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconChecklist, IconFlask, IconRoute } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { NOT_ENABLED } from "../../platform/page/not-enabled.ts";
import { Page } from "../../platform/page/page.tsx";
import { toast } from "../../platform/page/toast.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { RecordLink } from "../../platform/records/record-link.tsx";
import { RecordTable } from "../../platform/records/record-table.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { openModal } from "../../platform/state/globals.ts";
import { holderAndPlaces, limitText, ruleTexts as texts } from "./approval-rules.texts.ts";
import { nameOf, RuleActions, ruleLink } from "./rule-actions.tsx";
import { ruleBreadcrumbs } from "./rule-breadcrumbs.tsx";
import { SelfApproval } from "./self-approval.tsx";
import { rememberedDraft } from "./simulator/draft-memory.ts";
import { deactivateApprovals, enableApprovals } from "./switch-approvals.ts";
import { useRules } from "./use-rules.ts";

/** The rules of one user differ by where they apply. */
const NameCell = ({ rule }: { rule: ApprovalRuleRow }) => (
  <>
    <RecordLink to={ruleLink(rule)}>{nameOf(rule)}</RecordLink>
    <Text size="xs" c="dimmed">
      {holderAndPlaces(rule)}
    </Text>
  </>
);

const columns = [
  { label: texts.name, cell: (rule: ApprovalRuleRow) => <NameCell rule={rule} /> },
  { label: texts.rule, cell: ({ limit }: ApprovalRuleRow) => limitText(limit) },
  { label: texts.actions, narrow: true, cell: (rule: ApprovalRuleRow) => <RuleActions rule={rule} /> },
];

const RulesTable = () => {
  const { rules, error, refetch } = useRules();
  return (
    <RecordTable
      label={texts.title}
      columns={columns}
      rows={rules}
      empty={texts.noRules}
      error={error}
      failed={texts.fetchFailed}
      retry={refetch}
    />
  );
};

const openTryTotal = async (): Promise<void> => {
  const { RulePreview } = await import("./rule-preview.tsx");
  openModal({ title: texts.tryTotal, content: <RulePreview />, buttons: [{ label: texts.close }] });
};

const TryButtons = ({ tryChanges }: { tryChanges: () => void }) => (
  <Group mt="md" gap="sm">
    <Button
      variant="default"
      leftSection={<IconRoute size={16} aria-hidden />}
      onClick={() => void openTryTotal().catch(toast.failure)}
    >
      {texts.tryTotal}
    </Button>
    <Button variant="default" leftSection={<IconFlask size={16} aria-hidden />} onClick={tryChanges}>
      {texts.tryChanges}
    </Button>
  </Group>
);

/** The rules, and instead of them a draft while the user has one. */
const RulesOrDraft = () => {
  const userId = useSessionUser().id;
  const [isTrying, setTrying] = useState(() => rememberedDraft(userId) !== null);
  const onFailure = (error: unknown) => {
    setTrying(false);
    toast.failure(error);
  };
  const load = async () => (await import("./simulator/draft-panel.tsx")).DraftPanel;
  const DraftPanel = useLazy(load, { early: false, needed: isTrying, onFailure });
  if (isTrying && DraftPanel) return <DraftPanel onClose={() => setTrying(false)} />;
  return (
    <>
      <RulesTable />
      <TryButtons tryChanges={() => setTrying(true)} />
    </>
  );
};

const EnableButton = () => {
  const { company } = useSessionUser();
  return <ActionButton action={async () => company && enableApprovals(company)}>{texts.enable}</ActionButton>;
};

const RuleButtons = () => {
  const { company } = useSessionUser();
  const navigate = useNavigate();
  const showPending = () => void navigate({ to: "/pending-approvals" });
  const deactivate = async () => company && deactivateApprovals(company, showPending);
  return (
    <>
      <ActionButton variant="default" action={deactivate}>
        {texts.deactivate}
      </ActionButton>
      <CreateButton label={texts.create} load={async () => (await import("./create-rule.tsx")).CreateRule} />
    </>
  );
};

/** The approval rules of the company, with the settings of reminders below. */
export const ApprovalRulesPage = ({ reminders }: { reminders: ReactNode }) => {
  const enabled = can(useSessionUser(), "approval:rules");
  return (
    <Page title={texts.title} breadcrumbs={ruleBreadcrumbs()} actions={enabled && <RuleButtons />}>
      {enabled ? (
        <>
          <SelfApproval />
          <RulesOrDraft />
          {reminders}
        </>
      ) : (
        <EmptyState icon={<IconChecklist size={28} stroke={1.5} />} action={<EnableButton />}>
          {NOT_ENABLED}
        </EmptyState>
      )}
    </Page>
  );
};
