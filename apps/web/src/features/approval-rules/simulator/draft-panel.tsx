import { Alert, Button, Group, Text } from "@mantine/core";
import { replaceApprovalRules } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import { startSimulation } from "@mcc/contract/approval-rules/simulations.api.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { Card } from "@mcc/ui/content/card.tsx";
import { Tag, type Tone } from "@mcc/ui/content/tag.tsx";
import { PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { IconAlertTriangle, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { call } from "../../../platform/api/call.ts";
import { CallError } from "../../../platform/api/call-error.ts";
import { confirm } from "../../../platform/dialogs/confirm-dialog.ts";
import { focusHeading } from "../../../platform/page/focus-heading.ts";
import { failureToast, runAction } from "../../../platform/records/action.ts";
import { ActionButton } from "../../../platform/records/action-button.tsx";
import { LoadFailed } from "../../../platform/records/load-failed.tsx";
import { holderAndPlaces, limitText, ruleTexts } from "../approval-rules.texts.ts";
import { nameOf } from "../rule-actions.tsx";
import { invalidateRules } from "../use-rules.ts";
import { draftTexts as texts } from "./draft.texts.ts";
import { bodyOf, type Draft, hasChanges, removedRules, statusOf, withRule } from "./draft.ts";
import { DraftRuleDialog } from "./draft-rule-dialog.tsx";
import { SimulationView } from "./simulation-view.tsx";
import { useDraft } from "./use-draft.ts";

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;
const TONES: Readonly<Record<ReturnType<typeof statusOf>, Tone>> = {
  isNew: "good",
  isChanged: "info",
  isSame: "neutral",
};

interface DraftTableProps {
  readonly draft: Draft;
  readonly onEdit: (rule: ApprovalRuleRow) => void;
  readonly onRemove: (rule: ApprovalRuleRow) => void;
}

const DraftTable = ({ draft, onEdit, onRemove }: DraftTableProps) => (
  <PlainTable
    inCard
    label={texts.title}
    rows={draft.rules.toSorted((a, b) => a.limit - b.limit || Number(a.id < 0) - Number(b.id < 0))}
    rowKey={({ id }) => id}
    empty={texts.noRules}
    columns={[
      {
        label: ruleTexts.name,
        cell: (rule) => (
          <>
            {nameOf(rule)}
            <Text size="xs" c="dimmed">
              {holderAndPlaces(rule)}
            </Text>
          </>
        ),
      },
      { label: ruleTexts.rule, cell: ({ limit }) => limitText(limit) },
      {
        label: texts.status,
        cell: (rule) => <Tag tone={TONES[statusOf(draft, rule)]}>{texts[statusOf(draft, rule)]}</Tag>,
      },
      {
        label: ruleTexts.actions,
        narrow: true,
        cell: (rule) => (
          <>
            <IconAction
              label={texts.edit}
              about={nameOf(rule)}
              icon={<IconPencil {...icon} />}
              onClick={() => onEdit(rule)}
            />
            <IconAction
              danger
              label={texts.remove}
              about={nameOf(rule)}
              icon={<IconTrash {...icon} />}
              onClick={() => onRemove(rule)}
            />
          </>
        ),
      },
    ]}
  />
);

/** What the server refuses about the rules of a draft, each with the name of its rule. */
const refusalsOf = (error: unknown, { rules }: Draft): string[] => {
  if (!(error instanceof CallError)) return [];
  return Object.entries(error.fields).flatMap(([field, messages]) => {
    const rule = rules[Number(/^rules\.(\d+)\./.exec(field)?.[1])];
    return messages.map((message) => (rule ? `${nameOf(rule)}: ${message}` : message));
  });
};

interface OpenDraftProps {
  readonly draft: Draft;
  readonly store: (draft: Draft | undefined) => void;
  readonly isOutdated: boolean;
  readonly onClose: () => void;
}

const OpenDraft = ({ draft, store, isOutdated, onClose }: OpenDraftProps) => {
  const [edited, setEdited] = useState<{ readonly rule: ApprovalRuleRow | undefined }>();
  const [isEditing, setEditing] = useState(false);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const edit = (rule: ApprovalRuleRow | undefined) => {
    setEdited({ rule });
    setEditing(true);
  };
  const change = (next: Draft) => {
    setRefusals([]);
    store(next);
  };
  const close = () => {
    store(undefined);
    onClose();
    focusHeading();
  };
  const run = async () => {
    setRefusals([]);
    try {
      const { id } = await call(startSimulation, { body: { rules: bodyOf(draft) } });
      store({ ...draft, simulation: id });
    } catch (error) {
      setRefusals(refusalsOf(error, draft));
      failureToast(texts.runFailed, error);
    }
  };
  const save = async () => {
    const { save: title, saveQuestion: content } = texts;
    if (!(await confirm({ title, content, confirm: title }))) return;
    setRefusals([]);
    const outcome = await runAction({
      key: ["replace-approval-rules"],
      send: () => call(replaceApprovalRules, { body: { version: draft.version, rules: bodyOf(draft) } }),
      success: texts.saved,
      failure: texts.saveFailed,
      invalidate: invalidateRules,
    });
    if (outcome?.ok) close();
    else if (outcome) setRefusals(refusalsOf(outcome.error, draft));
  };
  const discard = async () => {
    const { discard: title, discardQuestion: content } = texts;
    if (!hasChanges(draft) || (await confirm({ title, content, confirm: title, tone: "danger" }))) close();
  };
  const removed = removedRules(draft);
  return (
    <>
      {isOutdated && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} mb="md">
          {texts.rulesChanged}
        </Alert>
      )}
      <Text c="dimmed" mb="md">
        {texts.intro}
      </Text>
      <Card
        flush
        title={texts.title}
        aside={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => edit(undefined)}
          >
            {texts.add}
          </Button>
        }
      >
        <DraftTable
          draft={draft}
          onEdit={edit}
          onRemove={({ id }) =>
            change({ ...draft, rules: draft.rules.filter((rule) => rule.id !== id), simulation: null })
          }
        />
      </Card>
      {removed.length > 0 && (
        <Text size="sm" mt="xs">
          {texts.removed(removed.map(nameOf))}
        </Text>
      )}
      {refusals.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} mt="md">
          {refusals.map((refusal) => (
            <div key={refusal}>{refusal}</div>
          ))}
        </Alert>
      )}
      <Group my="md" gap="sm">
        <ActionButton action={run}>{texts.run}</ActionButton>
        <ActionButton variant="default" action={save} disabled={isOutdated || !hasChanges(draft)}>
          {texts.save}
        </ActionButton>
        <ActionButton variant="default" action={discard}>
          {texts.discard}
        </ActionButton>
      </Group>
      {draft.simulation !== null && (
        <SimulationView id={draft.simulation} onCancel={() => change({ ...draft, simulation: null })} />
      )}
      {edited && (
        <DraftRuleDialog
          rules={draft.rules}
          rule={edited.rule}
          opened={isEditing}
          onClose={() => setEditing(false)}
          onKeep={async (values) => change(await withRule(draft, values, edited.rule))}
        />
      )}
    </>
  );
};

/** The draft of the rules: edit, try, save or discard. */
export const DraftPanel = ({ onClose }: { onClose: () => void }) => {
  const { draft, store, isOutdated, error, refetch } = useDraft();
  if (draft) return <OpenDraft draft={draft} store={store} isOutdated={isOutdated} onClose={onClose} />;
  return error ? <LoadFailed retry={refetch}>{ruleTexts.fetchFailed}</LoadFailed> : null;
};
