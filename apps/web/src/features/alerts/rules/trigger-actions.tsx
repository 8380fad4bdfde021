import { Switch } from "@mantine/core";
import {
  deleteTrigger,
  triggerList,
  updateTrigger,
  updateTriggers,
} from "@mcc/contract/alerts/triggers.api.ts";
import type { Trigger } from "@mcc/contract/alerts/triggers.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { IconPencil, IconToggleLeft, IconToggleRight } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, queryFor } from "../../../platform/api/call.ts";
import type { ListState } from "../../../platform/lists/list-state.ts";
import { runAction, useIsRunning } from "../../../platform/records/action.ts";
import { ActionButton } from "../../../platform/records/action-button.tsx";
import { confirmDelete } from "../../../platform/records/confirm-delete.ts";
import { deleteEntry } from "../../../platform/records/record-actions.tsx";
import { RowMenu } from "../../../platform/records/row-menu.tsx";
import { triggerTexts as texts } from "../alerts.texts.ts";
import { refreshAlerts } from "../refresh-alerts.ts";

const nameOf = ({ rule, user, site }: Trigger): string => `${rule}, ${user.username}, ${site.name}`;

/** Shows the new value while it is saved. */
export const TriggerSwitch = ({ trigger }: { trigger: Trigger }) => {
  const { id, enabled } = trigger;
  const key = [updateTrigger.path, id] as const;
  const checked = useIsRunning(key) ? !enabled : enabled;
  const turn = () =>
    runAction({
      key,
      send: () => call(updateTrigger, { params: { id }, body: { id, enabled: !enabled } }),
      success: texts.updated,
      failure: texts.updateFailed,
      invalidate: refreshAlerts,
    });
  return (
    <Switch
      size="sm"
      aria-label={`${texts.enabled}, ${nameOf(trigger)}`}
      checked={checked}
      onChange={() => void turn()}
    />
  );
};

const ENABLED = "Enabled";

/** Disables all filtered rules while one of them is enabled, on whichever page; otherwise enables them. */
export const SwitchFiltered = ({ state }: Pick<ListState<typeof triggerList>, "state">) => {
  const { ordering: _order, limit: _limit, offset: _offset, ...filters } = state;
  const canBeEnabled = !filters.status || filters.status.includes(ENABLED);
  const { data } = useQuery({
    ...queryFor(triggerList.page, { query: { ...filters, status: ENABLED, limit: "1" } }),
    enabled: canBeEnabled,
    placeholderData: keepPreviousData,
  });
  const enables = !canBeEnabled || data?.count === 0;
  const turn = () =>
    runAction({
      key: [updateTriggers.path],
      send: () => call(updateTriggers, { query: filters, body: { enableFilters: enables } }),
      success: texts.allUpdated,
      failure: texts.allUpdateFailed,
      invalidate: refreshAlerts,
    });
  const ToggleIcon = enables ? IconToggleLeft : IconToggleRight;
  return (
    <ActionButton variant="default" icon={<ToggleIcon size={16} aria-hidden />} action={turn}>
      {enables ? texts.enableAll : texts.disableAll}
    </ActionButton>
  );
};

const askToDelete = ({ id, rule, user, site }: Trigger): Promise<void> =>
  confirmDelete({
    key: [deleteTrigger.path, id],
    title: texts.deleteTitle,
    question: texts.deleteQuestion(rule, user.username, site.name),
    confirm: texts.delete,
    send: () => call(deleteTrigger, { params: { id } }),
    success: texts.deleted,
    failure: texts.deleteFailed,
    invalidate: refreshAlerts,
  });

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

export const TriggerActions = ({ trigger, onEdit }: { trigger: Trigger; onEdit: () => void }) => (
  <>
    <IconAction label="Edit" about={nameOf(trigger)} icon={<IconPencil {...icon} />} onClick={onEdit} />
    <RowMenu about={nameOf(trigger)} actions={[deleteEntry(() => void askToDelete(trigger))]} />
  </>
);
