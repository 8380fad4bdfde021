import { Loader } from "@mantine/core";
import type { ModalButton } from "@mcc/ui/overlays/modal-buttons.tsx";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { isTransient } from "../api/call-error.ts";
import { listTexts } from "../lists/list.texts.ts";
import { type ModalState, openModal } from "../state/globals.ts";
import classes from "./action-dialog.module.css";

interface DialogAction<Result> {
  readonly title: string;
  readonly size?: ModalState["size"];
  readonly send: () => Promise<Result>;
  readonly running: { readonly label: string; readonly text: string };
  /** In words, or as content that shows the result. */
  readonly success: string | ((result: Result) => ReactNode);
  readonly failure: string;
  /** The dialog with the result is closed. */
  readonly onFinish?: () => void;
}

interface ActionDialog<Result> extends DialogAction<Result> {
  readonly question: ReactNode;
  readonly confirm: string;
  readonly tone?: ModalButton["tone"];
}

interface StateProps {
  readonly icon: ReactNode;
  readonly role: "status" | "alert";
  readonly alone?: boolean;
  readonly children: string;
}

const State = ({ icon, role, alone, children }: StateProps) => (
  <div className={classes.state} data-alone={alone} role={role}>
    {icon}
    {children}
  </div>
);

const close = { label: listTexts.close };

const showIn = (
  { size = "modal-sm", title }: Pick<DialogAction<unknown>, "size" | "title">,
  modal: Partial<ModalState>,
): void => openModal({ size, title, ...modal });

/**
 * Runs and shows the result, in the dialog that is open, which cannot be closed while the action runs. False keeps the
 * dialog open: its next state is there already.
 */
export const runInDialog = <Result,>(action: DialogAction<Result>): false => {
  const { send, success, running, failure, onFinish } = action;
  const show = (modal: Partial<ModalState>) => showIn(action, modal);

  const showResult = (content: ReactNode, canRetry: boolean): void => {
    let retries = false;
    const retry = {
      label: listTexts.tryAgain,
      onPress: () => {
        retries = true;
        return runInDialog(action);
      },
    };
    const finish = () => retries || onFinish?.();
    show({ content, buttons: canRetry ? [close, retry] : [close], onClose: finish, onDiscard: finish });
  };

  const run = async (): Promise<void> => {
    show({
      locked: true,
      content: (
        <State icon={<Loader size="sm" aria-label={running.label} />} role="status" alone>
          {running.text}
        </State>
      ),
    });
    try {
      const result = await send();
      const icon = <IconCircleCheck className={classes.good} size={28} aria-hidden />;
      const content =
        typeof success === "string" ? (
          <State {...{ icon, role: "status" }}>{success}</State>
        ) : (
          success(result)
        );
      showResult(content, false);
    } catch (error) {
      console.error(failure, error);
      const icon = <IconCircleX className={classes.bad} size={28} aria-hidden />;
      showResult(<State {...{ icon, role: "alert" }}>{failure}</State>, isTransient(error));
    }
  };

  void run();
  return false;
};

/** Asks, runs and shows the result, all in one dialog. */
export const openActionDialog = <Result,>(dialog: ActionDialog<Result>): void => {
  const { question, confirm, tone = "danger" } = dialog;
  showIn(dialog, {
    content: <div className={classes.question}>{question}</div>,
    buttons: [{ label: listTexts.cancel }, { label: confirm, tone, onPress: () => runInDialog(dialog) }],
  });
};
