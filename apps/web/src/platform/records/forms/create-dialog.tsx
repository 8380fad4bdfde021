import type { ModalSize } from "@mcc/ui/overlays/modal-size.ts";
import type { ReactNode } from "react";
import type { AppForm, FormOptions } from "./form.ts";
import { Wizard, WizardStep } from "./wizard.tsx";

interface CreateDialogProps<Values extends Record<string, unknown>> extends FormOptions<Values> {
  readonly title: string;
  readonly submit: string;
  readonly opened: boolean;
  readonly size?: ModalSize;
  readonly onClose: () => void;
  /** Disables the submit button, for example while a field has an error. */
  readonly blocked?: (form: AppForm<Values>) => boolean;
  readonly children: (field: AppForm<Values>["field"], form: AppForm<Values>) => ReactNode;
}

/** A dialog with a form that creates a record. It stays open while there are errors, and closes after success. */
export const CreateDialog = <Values extends Record<string, unknown>>({
  opened,
  size,
  onClose,
  children,
  send,
  ...step
}: CreateDialogProps<Values>) => (
  <Wizard opened={opened} size={size} onClose={onClose}>
    <WizardStep<Values>
      {...step}
      send={async (values) => {
        await send(values);
        onClose();
      }}
    >
      {(form) => children(form.field, form)}
    </WizardStep>
  </Wizard>
);
