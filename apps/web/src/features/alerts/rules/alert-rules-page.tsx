import { triggerList } from "@mcc/contract/alerts/triggers.api.ts";
import type { Trigger } from "@mcc/contract/alerts/triggers.schema.ts";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { useState } from "react";
import { useListState } from "../../../platform/lists/list-state.ts";
import { ResourceTable } from "../../../platform/lists/resource-table.tsx";
import { Page } from "../../../platform/page/page.tsx";
import { toast } from "../../../platform/page/toast.ts";
import { breadcrumbs } from "../../../platform/records/breadcrumbs.tsx";
import { CreateButton } from "../../../platform/records/forms/create-button.tsx";
import { alertTexts, FETCH_FAILED, triggerTexts as texts } from "../alerts.texts.ts";
import { SwitchFiltered, TriggerActions } from "./trigger-actions.tsx";
import { triggerColumns } from "./triggers-columns.tsx";

const loadDialogs = () => import("./trigger-dialogs.tsx");
const loadCreate = async () => (await loadDialogs()).CreateTrigger;
const loadEdit = async () => (await loadDialogs()).EditTrigger;

/** The alert rules of the user, or of everybody for company admins. */
export const AlertRulesPage = () => {
  const list = useListState(triggerList);
  const [edited, setEdited] = useState<Trigger>();
  const close = () => setEdited(undefined);
  const onFailure = (error: unknown) => {
    close();
    toast.failure(error);
  };
  const EditTrigger = useLazy(loadEdit, { early: false, needed: edited !== undefined, onFailure });
  return (
    <Page
      title={texts.title}
      breadcrumbs={breadcrumbs([{ to: "/alerts", label: alertTexts.title }], texts.title)}
      actions={<CreateButton label={texts.create} load={loadCreate} />}
    >
      <ResourceTable
        list={list}
        noun={texts.noun}
        searched={texts.searched}
        messages={{ failed: FETCH_FAILED, searchFailed: FETCH_FAILED }}
        columns={triggerColumns}
        rowKey={({ id }) => id}
        tools={<SwitchFiltered state={list.state} />}
        actions={(trigger: Trigger) => <TriggerActions trigger={trigger} onEdit={() => setEdited(trigger)} />}
        maxActions={2}
        open={setEdited}
        emptyHint={texts.empty}
      />
      {EditTrigger && edited && <EditTrigger trigger={edited} onClose={close} />}
    </Page>
  );
};
