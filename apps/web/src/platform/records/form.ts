import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from "@mantine/form";
import type { FieldErrors } from "@mcc/contract/kit/errors.ts";
import { type FocusEvent, type SyntheticEvent, useRef, useState } from "react";
import type { z } from "zod";
import { CallError, GENERIC_FAILURE } from "../api/call-error.ts";

export interface FormOptions<Values extends Record<string, unknown>> {
  readonly schema: z.ZodType<unknown, Values>;
  readonly initialValues: Values;
  /** Called only with values the schema accepts. */
  readonly send: (values: Values) => Promise<unknown>;
  /** Emptied once the server has taken them. */
  readonly clearOnSubmit?: readonly (keyof Values & string)[];
}

export type AppForm<Values extends Record<string, unknown>> = ReturnType<typeof useAppForm<Values>>;

/** In the order of the page, which need not be the order of the schema. */
const focusFirstBad = (formElement: HTMLElement | undefined, errors: FormErrors): void => {
  const fields = [...(formElement?.querySelectorAll<HTMLElement>("[data-path]") ?? [])];
  fields.find(({ dataset }) => dataset.path && dataset.path in errors)?.focus();
};

const firstMessages = (fields: FieldErrors): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, [first]]) => (first === undefined ? [] : [[field, first]])),
  );

/** An error that appears on the way to a link or a button would move it from under the pointer. */
const goesToControl = ({ relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof Element && relatedTarget.matches("a, button");

const bindField =
  <Values extends Record<string, unknown>>(form: UseFormReturnType<Values>) =>
  (name: keyof Values & string) => ({
    ...form.getInputProps(name),
    name,
    onBlur: (event: FocusEvent) => {
      if (!goesToControl(event)) form.validateField(name);
    },
  });

/**
 * A form that validates with the contract's schema on blur and on submit, asks the server only when nothing is wrong,
 * and puts the server's findings where they belong: on their field, or in `failure` when no field shows them.
 */
export const useAppForm = <Values extends Record<string, unknown>>({
  schema,
  initialValues,
  send,
  clearOnSubmit = [],
}: FormOptions<Values>) => {
  const [failure, setFailure] = useState<string>();
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const form = useForm<Values>({ initialValues, validate: schemaResolver(schema, { sync: true }) });

  const showRefusal = (error: unknown, formElement: HTMLElement | undefined): void => {
    const found = error instanceof CallError ? firstMessages(error.fields) : {};
    const elsewhere = Object.keys(found).find((field) => !(field in initialValues));
    form.setErrors(found);
    focusFirstBad(formElement, found);
    if (elsewhere) setFailure(found[elsewhere]);
    else if (Object.keys(found).length === 0)
      setFailure(error instanceof CallError ? error.detail : GENERIC_FAILURE);
  };

  const submit = form.onSubmit(
    async (values, event?: SyntheticEvent<HTMLFormElement>) => {
      if (busy.current) return;
      const formElement = event?.currentTarget;
      busy.current = true;
      setSending(true);
      setFailure(undefined);
      try {
        await send(values);
        const emptied = Object.fromEntries(clearOnSubmit.map((name) => [name, initialValues[name]]));
        form.setValues(emptied as Partial<Values>);
        form.resetDirty({ ...values, ...emptied });
      } catch (error) {
        showRefusal(error, formElement);
      } finally {
        busy.current = false;
        setSending(false);
      }
    },
    (errors, _values, event) => {
      setFailure(undefined);
      focusFirstBad(event?.currentTarget, errors);
    },
  );

  return {
    field: bindField(form),
    values: form.values,
    /** Changes some fields from elsewhere than their inputs; what was wrong with them is forgotten. */
    set: (values: Partial<Values>) => {
      for (const [name, value] of Object.entries(values)) form.setFieldValue(name, value as never);
    },
    errors: form.errors,
    submit,
    sending,
    failure,
    dirty: form.isDirty(),
    reset: () => {
      setFailure(undefined);
      form.reset();
    },
    isSending: () => busy.current,
  };
};
