import { Button, Checkbox } from "@mantine/core";
import { NewView, VIEW_LIMITS } from "@mcc/contract/views/views.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { DialogFooter } from "@mcc/ui/overlays/dialog-footer.tsx";
import { useAppForm } from "../../records/forms/form.ts";
import dialog from "../../records/forms/wizard.module.css";
import { useSessionUser } from "../../session/session-user.ts";
import { closeModal } from "../../state/globals.ts";
import { listTexts } from "../list.texts.ts";
import { viewPanelTexts as says } from "./view-panel.texts.ts";

interface ViewFields {
  readonly name: string;
  readonly is_default: boolean;
  readonly shared: boolean;
}

interface ViewFormProps {
  readonly name?: string;
  /** Also has the choice between own and shared. */
  readonly isNew?: boolean;
  readonly send: (fields: ViewFields) => Promise<void>;
}

const schema = NewView.pick({ name: true, is_default: true, shared: true });

/** The form in the dialogs that save and rename a view. */
export const ViewForm = ({ name = "", isNew = false, send }: ViewFormProps) => {
  const isAdmin = useSessionUser().is_company_admin;
  const form = useAppForm<Record<string, unknown> & ViewFields>({
    schema: schema as never,
    initialValues: { name, is_default: false, shared: false },
    send: async (fields) => {
      await send(fields);
      closeModal();
    },
  });
  const checkbox = (field: "is_default" | "shared", label: string) => (
    <Checkbox
      label={label}
      checked={form.values[field]}
      onChange={({ currentTarget }) => form.set({ [field]: currentTarget.checked })}
    />
  );
  return (
    <form className={dialog.form} onSubmit={form.submit} noValidate>
      <FormAlert>{form.failure}</FormAlert>
      <TextField
        data-autofocus
        label={says.name}
        description={says.nameHint(VIEW_LIMITS.name)}
        maxLength={VIEW_LIMITS.name}
        {...form.field("name")}
      />
      {isNew && checkbox("is_default", says.setDefault)}
      {isNew && isAdmin && checkbox("shared", says.share)}
      <DialogFooter>
        <Button variant="default" onClick={() => closeModal()}>
          {listTexts.cancel}
        </Button>
        <Button type="submit" loading={form.sending}>
          {says.save}
        </Button>
      </DialogFooter>
    </form>
  );
};
