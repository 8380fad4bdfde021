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
  /** For a form that cannot be sent as long as something is wrong with it. */
  readonly blocked?: (form: AppForm<Values>) => boolean;
  readonly children: (field: AppForm<Values>["field"], form: AppForm<Values>) => ReactNode;
}

/** What a dialog gives the focus to when it opens. */
const markFirstField = (form: HTMLFormElement | null): void =>
  form?.querySelector("input, textarea")?.setAttribute("data-autofocus", "");

/** A form in a dialog that makes something new: open while anything is wrong, closed once nothing is. */
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
    // The next thing to be made starts from an empty form.
    clearOnSubmit: options.clearOnSubmit ?? Object.keys(options.initialValues),
    send: async (values) => {
      await send(values);
      onClose();
    },
  });
  const asking = useRef(false);
  /** The question lies above the dialog, and its Escape is heard here too. */
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
