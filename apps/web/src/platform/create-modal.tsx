import { Button } from "@mantine/core";
import { FormAlert } from "@mcc/ui/form-alert.tsx";
import { Modal } from "@mcc/ui/modal.tsx";
import type { ReactNode } from "react";
import classes from "./create-modal.module.css";
import { type FormOptions, useAppForm } from "./form.ts";

interface CreateModalProps<Values extends Record<string, unknown>> extends FormOptions<Values> {
  readonly title: string;
  readonly submit: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: (field: ReturnType<typeof useAppForm<Values>>["field"]) => ReactNode;
}

/** A form in a dialog that makes something new: open while anything is wrong, closed once nothing is. */
export const CreateModal = <Values extends Record<string, unknown>>({
  title,
  submit: label,
  opened,
  onClose,
  children,
  send,
  ...options
}: CreateModalProps<Values>) => {
  const form = useAppForm<Values>({
    ...options,
    // The next thing to be made starts from an empty form.
    clearOnSubmit: options.clearOnSubmit ?? Object.keys(options.initialValues),
    send: async (values) => {
      await send(values);
      onClose();
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <form className={classes.form} onSubmit={form.submit} noValidate>
        <FormAlert>{form.failure}</FormAlert>
        {children(form.field)}
        <Button type="submit" loading={form.sending} className={classes.submit}>
          {label}
        </Button>
      </form>
    </Modal>
  );
};
