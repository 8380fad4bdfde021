import { Spinner } from "@mcc/ui/feedback/spinner.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { useSlice } from "../state/cache-slice.ts";
import { confirmationQuestion } from "./confirmation.ts";

const loadDialog = async () => (await import("./confirmation-dialog.tsx")).ConfirmationDialog;

/** Asks whether it is still the user, above every other dialog, when a request needs it. */
export const ConfirmationHost = () => {
  const question = useSlice(confirmationQuestion);
  const needed = question !== null;
  const onFailure = () => question?.answer(false);
  const Dialog = useLazy(loadDialog, { early: false, needed, onFailure });
  if (!question) return null;
  return Dialog ? <Dialog question={question} /> : <Spinner />;
};
