import { Button } from "@mantine/core";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import type { ReactNode } from "react";
import classes from "../record-page.module.css";
import { type AppForm, type FormOptions, useAppForm } from "./form.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";

interface EditFormProps<Values extends Record<string, unknown>> extends FormOptions<Values> {
  readonly submit: string;
  /** A new record can be submitted as it is: its fields say what is missing. */
  readonly isNew?: boolean;
  /** Whether there is anything to save; by default, whether a field differs from its initial value. */
  readonly isChanged?: (values: Values) => boolean;
  readonly children: (form: AppForm<Values>) => ReactNode;
}

/** The form of a record page. It can be submitted once something has changed, and asks before changes are lost. */
export const EditForm = <Values extends Record<string, unknown>>({
  submit,
  isNew = false,
  isChanged,
  children,
  ...options
}: EditFormProps<Values>) => {
  const form = useAppForm<Values>(options);
  const changed = isChanged?.(form.values) ?? form.dirty;
  useLeaveGuard({ dirty: changed, isSending: form.isSending });
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <FormAlert>{form.failure}</FormAlert>
      {children(form)}
      <Button
        type="submit"
        className={classes.save}
        loading={form.sending}
        disabled={(!isNew && !changed) || Object.keys(form.errors).length > 0}
      >
        {submit}
      </Button>
    </form>
  );
};
