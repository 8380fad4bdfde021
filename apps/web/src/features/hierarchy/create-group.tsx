import { createGroup } from "@mcc/contract/hierarchy/groups.api.ts";
import { call } from "../../platform/api/call.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { GroupFields, GroupForm, type GroupValues } from "./group-fields.tsx";
import { groupTexts as texts } from "./nodes-and-groups.texts.ts";
import { refreshHierarchy } from "./refresh-hierarchy.ts";

const create = (body: GroupValues): Promise<void> =>
  saveRecord({
    send: () => call(createGroup, { body }),
    success: texts.created,
    failure: texts.createFailed,
    fieldErrorsOnly: true,
    invalidate: refreshHierarchy,
  });

/** The dialog that creates a group. Each time it is opened, it is empty. */
export const CreateGroup = (dialog: { opened: boolean; onClose: () => void }) => (
  <CreateDialog<GroupValues>
    {...dialog}
    title={texts.create}
    submit={texts.createSubmit}
    schema={GroupForm}
    initialValues={{ name: "", tree_visibility: true }}
    send={create}
  >
    {(field) => <GroupFields field={field} />}
  </CreateDialog>
);
