import { type FormErrors, schemaResolver, type UseFormReturnType, useForm } from "@mantine/form";
import type { FieldErrors } from "@mcc/contract/kit/errors.ts";
import { type FocusEvent, type SyntheticEvent, useRef, useState } from "react";
import type { z } from "zod";
import { CallError, GENERIC_FAILURE } from "../../api/call-error.ts";

/** Questions to the server about single fields: each answers with the error of the field, if there is one. */
type FieldChecks<Values> = {
  readonly [Name in keyof Values & string]?: (value: Values[Name]) => Promise<string | undefined>;
};

export interface FormOptions<Values extends Record<string, unknown>> {
  readonly schema: z.ZodType<unknown, Values>;
  readonly initialValues: Values;
  /** The field of the form that an error of the server is shown on, if the two have different names. */
  readonly fieldOf?: (field: string) => string;
  /** Errors that are known from the start, such as those of an earlier attempt. */
  readonly initialErrors?: Readonly<Record<string, string>>;
  /** Asked when a field is left with a value that the schema accepts. */
  readonly checks?: FieldChecks<Values>;
  /** Asked once the values are valid: nothing is sent unless it answers true. */
  readonly confirmSubmit?: (values: Values) => Promise<boolean>;
  /** Called only with values the schema accepts. */
  readonly send: (values: Values) => Promise<unknown>;
  /** Fields that are reset after a successful submit. */
  readonly clearOnSubmit?: readonly (keyof Values & string)[];
}

export type AppForm<Values extends Record<string, unknown>> = ReturnType<typeof useAppForm<Values>>;

/** The first in the order of the page, which may differ from the order of the schema. */
const focusFirstBad = (formElement: HTMLElement | undefined, errors: FormErrors): void => {
  const fields = [...(formElement?.querySelectorAll<HTMLElement>("[data-path]:not(:disabled)") ?? [])];
  fields.find(({ dataset }) => dataset.path && dataset.path in errors)?.focus();
};

/** The first message of each field, which is the one shown. */
export const firstMessages = (fields: FieldErrors): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, [first]]) => (first === undefined ? [] : [[field, first]])),
  );

/**
 * The messages by the fields of a form. One about an entry of a field, such as `users.1` or `sites.0.name`, is shown on
 * that field, and says which entry it is about.
 */
export const messagesByField = (
  fields: FieldErrors,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const [key, message] of Object.entries(firstMessages(fields))) {
    const [field = key, entry] = key.split(".");
    const isEntry = !(key in values) && field in values && /^\d+$/.test(entry ?? "");
    found[isEntry ? field : key] ??= isEntry ? `Entry ${Number(entry) + 1}: ${message}` : message;
  }
  return found;
};

const renamed = (fields: FieldErrors, nameOf: (field: string) => string): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([field, messages]) => [nameOf(field), messages]));

/** An error message that appears on blur would move the link, button or check box that the user is about to click. */
const goesToControl = ({ relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof Element && relatedTarget.matches("a, button, [type=checkbox], [type=radio]");

/** An answer that comes after the value has changed says nothing about the field. A failed question says nothing. */
const checkField = async <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  checks: FieldChecks<Values>,
  name: keyof Values & string,
): Promise<void> => {
  const asked = form.getValues()[name];
  const message = await checks[name]?.(asked).catch(() => undefined);
  if (message !== undefined && form.getValues()[name] === asked) form.setFieldError(name, message);
};

const bindField =
  <Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, checks: FieldChecks<Values>) =>
  (name: keyof Values & string) => ({
    ...form.getInputProps(name),
    name,
    onBlur: (event: FocusEvent) => {
      if (goesToControl(event)) return;
      if (!form.validateField(name).hasError) void checkField(form, checks, name);
    },
  });

/**
 * A form that validates with the contract's schema on blur and on submit, and sends only valid values. Errors of the
 * server appear on their fields, or in `failure` when no field matches.
 */
export const useAppForm = <Values extends Record<string, unknown>>({
  schema,
  initialValues,
  initialErrors,
  fieldOf = (field) => field,
  checks = {},
  confirmSubmit,
  send,
  clearOnSubmit = [],
}: FormOptions<Values>) => {
  const [failure, setFailure] = useState<string>();
  const [sending, setSending] = useState(false);
  const busy = useRef(false);
  const form = useForm<Values>({
    initialValues,
    initialErrors: { ...initialErrors },
    validate: schemaResolver(schema, { sync: true }),
  });

  const showRefusal = (error: unknown, formElement: HTMLElement | undefined): void => {
    const found =
      error instanceof CallError ? messagesByField(renamed(error.fields, fieldOf), initialValues) : {};
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
      if (confirmSubmit && !(await confirmSubmit(values))) return;
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
    field: bindField(form, checks),
    values: form.values,
    /** Sets fields without their inputs, and clears their errors. */
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
