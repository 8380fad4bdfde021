import { findGroup, updateGroup } from "@mcc/contract/hierarchy/groups.api.ts";
import type { Group } from "@mcc/contract/hierarchy/groups.schema.ts";
import { useParams } from "@tanstack/react-router";
import { call } from "../../platform/api/call.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { useBack } from "../../platform/records/edit-or-clone.ts";
import { EditForm } from "../../platform/records/forms/edit-form.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { GroupFields, GroupForm, type GroupValues } from "./group-fields.tsx";
import { nodeTexts, groupTexts as texts } from "./nodes-and-groups.texts.ts";
import { refreshHierarchy } from "./refresh-hierarchy.ts";

/** It stays open after saving, and keeps its values (HIER-055). */
const EditGroup = ({ group }: { group: Group }) => {
  const { name, tree_visibility } = group;
  const send = (body: GroupValues) =>
    saveRecord({
      send: () => call(updateGroup, { params: { id: group.id }, body }),
      success: texts.updated,
      failure: texts.updateFailed,
      invalidate: refreshHierarchy,
    });
  return (
    <EditForm<GroupValues>
      schema={GroupForm}
      initialValues={{ name, tree_visibility }}
      submit={texts.save}
      send={send}
    >
      {({ field }) => <GroupFields field={field} />}
    </EditForm>
  );
};

/** One group: its name, and whether the tree shows its nodes. */
export const GroupPage = () => {
  const { id = "" } = useParams({ strict: false });
  const back = useBack();
  const loaded = useRecord(findGroup, { params: { id } }, { failed: texts.fetchFailed, gcTime: 0 });
  const toList = { to: "/hierarchy/groups", search: back } as const;
  const above = [
    { to: "/hierarchy", label: nodeTexts.title },
    { ...toList, label: texts.title },
  ] as const;
  return (
    <RecordPage
      title={loaded.record ? `${texts.editTitle}: ${loaded.record.name}` : texts.editTitle}
      breadcrumbs={breadcrumbs(above, texts.editTitle)}
      back={{ ...toList, label: texts.back }}
      failed={texts.fetchFailed}
      loaded={loaded}
    >
      {(group) => <EditGroup key={group.id} group={group} />}
    </RecordPage>
  );
};
