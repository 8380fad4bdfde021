import { Button, Text, VisuallyHidden } from "@mantine/core";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { DialogFooter } from "@mcc/ui/overlays/dialog-footer.tsx";
import { Modal } from "@mcc/ui/overlays/modal.tsx";
import type { ModalSize } from "@mcc/ui/overlays/modal-size.ts";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { confirmationQuestion } from "../../session/confirmation.ts";
import { getGlobals } from "../../state/globals.ts";
import { type AppForm, type FormOptions, useAppForm } from "./form.ts";
import { confirmLeave } from "./leave-guard.ts";
import classes from "./wizard.module.css";

/** What a step tells the dialog it is in. */
interface Frame {
  readonly close: () => void;
  readonly setTitle: (title: string, step: StepNumber | undefined) => void;
  readonly setUnsaved: (unsaved: boolean) => void;
}
const nothing = () => {};
const FrameContext = createContext<Frame>({ close: nothing, setTitle: nothing, setUnsaved: nothing });

interface WizardProps {
  readonly opened: boolean;
  readonly size?: ModalSize;
  readonly onClose: () => void;
  /** One `WizardStep`, or a component that keeps which one it is. Removed with the dialog: the next time starts anew. */
  readonly children: ReactNode;
}

/** A dialog of one or several steps, each a form of its own. It asks before it closes on what is not saved. */
export const Wizard = ({ opened, size, onClose, children }: WizardProps) => {
  const [{ title, step }, setShown] = useState<{ title: string; step?: StepNumber | undefined }>({
    title: "",
  });
  const unsaved = useRef(false);
  const asking = useRef(false);
  /** Another dialog may lie above this one, and its Escape key reaches this one too. */
  const close = async () => {
    if (asking.current || confirmationQuestion.get() || getGlobals().modal.locked) return;
    asking.current = true;
    const may = !unsaved.current || (await confirmLeave());
    asking.current = false;
    if (may) onClose();
  };
  const latest = useRef(close);
  latest.current = close;
  const frame = useMemo<Frame>(
    () => ({
      close: () => void latest.current(),
      setTitle: (title, step) => setShown({ title, step }),
      setUnsaved: (now) => {
        unsaved.current = now;
      },
    }),
    [],
  );
  return (
    <Modal opened={opened} onClose={frame.close} title={title} size={size}>
      {/* It stays while the steps change, so that screen readers say which one begins. */}
      <Text size="sm" c="dimmed" role="status" mb={step && "sm"}>
        {step && `Step ${step.at} of ${step.of}`}
        {step && <VisuallyHidden>: {title}</VisuallyHidden>}
      </Text>
      <FrameContext.Provider value={frame}>{children}</FrameContext.Provider>
    </Modal>
  );
};

/** Which step of how many. */
export interface StepNumber {
  readonly at: number;
  readonly of: number;
}

interface WizardStepProps<Values extends Record<string, unknown>> extends FormOptions<Values> {
  readonly title: string;
  /** None for a dialog of one step. */
  readonly step?: StepNumber | ((values: Values) => StepNumber | undefined);
  readonly submit: string;
  /** To the step before this one, with what is typed here. Without it, the other button closes the dialog. */
  readonly back?: { readonly label: string; readonly go: (values: Values) => void };
  readonly cancel?: string;
  /** What earlier steps have collected is lost if the dialog is closed. */
  readonly keepsUnsaved?: boolean;
  /** Disables the submit button, for example while a field has an error. */
  readonly blocked?: (form: AppForm<Values>) => boolean;
  readonly children: (form: AppForm<Values>) => ReactNode;
}

/** The field that gets the focus when the dialog opens, and when the step replaces another one. */
const focusFirstField = (form: HTMLFormElement | null): void => {
  const field = form?.querySelector<HTMLElement>("input, textarea");
  field?.setAttribute("data-autofocus", "");
  field?.focus({ preventScroll: true });
};

/** One step of a `Wizard`: a form, and the buttons that lead on and back. It stays while there are errors. */
export const WizardStep = <Values extends Record<string, unknown>>({
  title,
  step,
  submit,
  back,
  cancel = "Cancel",
  keepsUnsaved = false,
  blocked,
  children,
  ...options
}: WizardStepProps<Values>) => {
  const form = useAppForm<Values>(options);
  const number = typeof step === "function" ? step(form.values) : step;
  const { close, setTitle, setUnsaved } = useContext(FrameContext);
  const { at, of } = number ?? {};
  useLayoutEffect(
    () => setTitle(title, at !== undefined && of !== undefined ? { at, of } : undefined),
    [title, at, of, setTitle],
  );
  const unsaved = keepsUnsaved || form.dirty;
  useEffect(() => {
    setUnsaved(unsaved);
    return () => setUnsaved(false);
  }, [unsaved, setUnsaved]);
  return (
    <form ref={focusFirstField} className={classes.form} onSubmit={form.submit} noValidate>
      <FormAlert>{form.failure}</FormAlert>
      {children(form)}
      <DialogFooter>
        <Button variant="default" onClick={back ? () => back.go(form.values) : close}>
          {back?.label ?? cancel}
        </Button>
        <Button type="submit" loading={form.sending} disabled={blocked?.(form)}>
          {submit}
        </Button>
      </DialogFooter>
    </form>
  );
};
