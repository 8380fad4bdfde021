import { Input, Loader } from "@mantine/core";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from "react";
import { toast } from "../../page/toast.ts";
import classes from "./json-field.module.css";

interface JsonFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  /** The name of the form field, which gets the focus when it has an error. */
  readonly name: string;
}

const loadEditor = async () => (await import("./json-editor.ts")).openJsonEditor;

/** A text of JSON in an editor with line numbers and colors, which is loaded when it is shown. */
export const JsonField = ({ label, description, value, onChange, error, name }: JsonFieldProps) => {
  const base = useId();
  const frame = useRef<HTMLDivElement>(null);
  const open = useLazy(loadEditor, { early: false, needed: true, onFailure: toast.failure });
  const change = useEffectEvent(onChange);
  const start = useEffectEvent((parent: HTMLElement) =>
    open?.(parent, {
      value,
      onChange: (typed) => change(typed),
      attributes: {
        "aria-labelledby": `${base}-label`,
        "aria-describedby": `${base}-description ${base}-error`,
        "data-path": name,
      },
    }),
  );
  useEffect(() => {
    const editor = open && frame.current ? start(frame.current) : undefined;
    return () => editor?.destroy();
  }, [open]);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${base}-label` }}
      description={description}
      descriptionProps={{ id: `${base}-description` }}
      error={error}
      errorProps={{ id: `${base}-error` }}
    >
      <div ref={frame} className={classes.frame} data-error={Boolean(error) || undefined}>
        {!open && <Loader size="sm" m={8} role="img" aria-label="Loading" />}
      </div>
    </Input.Wrapper>
  );
};
