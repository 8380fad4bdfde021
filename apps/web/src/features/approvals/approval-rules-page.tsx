import { Button, Loader, Text } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approvals/rules.schema.ts";
import { EmptyState } from "@mcc/ui/empty-state.tsx";
import { PlainTable } from "@mcc/ui/plain-table.tsx";
import { IconChecklist, IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { listTexts } from "../../platform/lists/list.texts.ts";
import { Page } from "../../platform/page/page.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { CreateRule } from "./create-rule.tsx";
import { nameOf, RuleActions } from "./rule-actions.tsx";
import { rulesCrumbs } from "./rule-crumbs.tsx";
import { limitText, placesIn, ruleTexts as texts } from "./rules.texts.ts";
import { SelfApproval } from "./self-approval.tsx";
import { deactivateApprovals, enableApprovals } from "./switch-approvals.ts";
import { useRules } from "./use-rules.ts";

/** A button that works: it shows so, keeps the focus, and hears no second press meanwhile. */
const useWork = (work: () => Promise<void>) => {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (busy) return;
    setBusy(true);
    await work().finally(() => setBusy(false));
  };
  return {
    "aria-busy": busy,
    leftSection: busy && <Loader size={14} color="currentColor" aria-hidden />,
    onClick: () => void press(),
  };
};

/** Several rules of one user are told apart by where they hold. */
const NameCell = ({ rule }: { rule: ApprovalRuleRow }) => {
  const places = placesIn(rule);
  return (
    <>
      {nameOf(rule)}
      {places && (
        <Text size="xs" c="dimmed">
          {places}
        </Text>
      )}
    </>
  );
};

const columns = [
  { label: texts.name, cell: (rule: ApprovalRuleRow) => <NameCell rule={rule} /> },
  { label: texts.rule, cell: ({ limit }: ApprovalRuleRow) => limitText(limit) },
  { label: texts.actions, narrow: true, cell: (rule: ApprovalRuleRow) => <RuleActions rule={rule} /> },
];

const RulesTable = () => {
  const { rules, failed, refetch } = useRules();
  if (failed && !rules) {
    return (
      <EmptyState
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {listTexts.tryAgain}
          </Button>
        }
      >
        {texts.fetchFailed}
      </EmptyState>
    );
  }
  return (
    <PlainTable
      label={texts.title}
      columns={columns}
      rows={rules}
      rowKey={({ id }) => id}
      empty={texts.noRules}
    />
  );
};

const EnableButton = () => {
  const { company } = useSessionUser();
  const work = useWork(async () => {
    if (company) await enableApprovals(company);
  });
  return <Button {...work}>{texts.enable}</Button>;
};

const RuleButtons = () => {
  const { company } = useSessionUser();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const goThere = () => void navigate({ to: "/pending-approvals" });
  const work = useWork(async () => {
    if (company) await deactivateApprovals(company, goThere);
  });
  return (
    <>
      <Button variant="default" {...work}>
        {texts.deactivate}
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
        {texts.create}
      </Button>
      <CreateRule opened={creating} onClose={() => setCreating(false)} />
    </>
  );
};

/** Who approves orders, and from which total on. */
export const ApprovalRulesPage = () => {
  const enabled = can(useSessionUser(), "approval:rules");
  return (
    <Page title={texts.title} breadcrumbs={rulesCrumbs()} actions={enabled && <RuleButtons />}>
      {enabled ? (
        <>
          <SelfApproval />
          <RulesTable />
        </>
      ) : (
        <EmptyState icon={<IconChecklist size={28} stroke={1.5} />} action={<EnableButton />}>
          {texts.notEnabled}
        </EmptyState>
      )}
    </Page>
  );
};
