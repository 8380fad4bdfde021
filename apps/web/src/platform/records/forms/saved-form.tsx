import type { ComponentProps } from "react";
import { saveRecord } from "../action.ts";
import { EditForm } from "./edit-form.tsx";

type Values = Record<string, unknown>;
type Saving<Result> = Omit<Parameters<typeof saveRecord<Result>>[0], "send">;

interface SavedFormProps<Sent extends Values, Result>
  extends Omit<ComponentProps<typeof EditForm<Sent>>, "send">,
    Saving<Result> {
  readonly send: (values: Sent) => Promise<Result>;
  /** What follows, such as another page. */
  readonly onSaved?: (saved: Result) => unknown;
}

/** The form of a record that is saved by one request: a toast says how it ended, and its errors are on the fields. */
export const SavedForm = <Sent extends Values, Result>({
  send,
  onSaved,
  success,
  failure,
  fieldErrorsOnly,
  onSuccess,
  onFailure,
  invalidate,
  ...form
}: SavedFormProps<Sent, Result>) => {
  const saving = { success, failure, fieldErrorsOnly, onSuccess, onFailure, invalidate };
  const save = async (values: Sent) => {
    const sent = send(values);
    await saveRecord({ ...saving, send: () => sent });
    await onSaved?.(await sent);
  };
  return <EditForm<Sent> {...form} send={save} />;
};
