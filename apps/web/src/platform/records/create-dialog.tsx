import { Button } from "@mantine/core";
import { FormAlert } from "@mcc/ui/form-alert.tsx";
import { Modal } from "@mcc/ui/modal.tsx";
import { type ReactNode, useRef } from "react";
import classes from "./create-dialog.module.css";
import { type AppForm, type FormOptions, useAppForm } from "./form.ts";
import { confirmLeave } from "./leave-guard.ts";

interface CreateDialogProps<Values extends Record<string, unknown>> extends FormOptions<Values> {
  readonly title: string;
  readonly submit: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Disables the submit button, for example while a field has an error. */
  readonly blocked?: (form: AppForm<Values>) => boolean;
  readonly children: (field: AppForm<Values>["field"], form: AppForm<Values>) => ReactNode;
}

/** Marks the field that gets the focus when the dialog opens. */
const markFirstField = (form: HTMLFormElement | null): void =>
  form?.querySelector("input, textarea")?.setAttribute("data-autofocus", "");

/** A dialog with a form that creates a record. It stays open while there are errors, and closes after success. */
export const CreateDialog = <Values extends Record<string, unknown>>({
  title,
  submit: label,
  opened,
  onClose,
  children,
  blocked,
  send,
  ...options
}: CreateDialogProps<Values>) => {
  const form = useAppForm<Values>({
    ...options,
    // The next record starts with an empty form.
    clearOnSubmit: options.clearOnSubmit ?? Object.keys(options.initialValues),
    send: async (values) => {
      await send(values);
      onClose();
    },
  });
  const asking = useRef(false);
  /** The confirm dialog lies above this one, and its Escape key reaches this one too. */
  const close = async () => {
    if (asking.current) return;
    asking.current = true;
    const may = !form.dirty || (await confirmLeave());
    asking.current = false;
    if (!may) return;
    form.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={() => void close()} title={title}>
      <form ref={markFirstField} className={classes.form} onSubmit={form.submit} noValidate>
        <FormAlert>{form.failure}</FormAlert>
        {children(form.field, form)}
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" loading={form.sending} disabled={blocked?.(form)}>
            {label}
          </Button>
        </div>
      </form>
    </Modal>
  );
};
