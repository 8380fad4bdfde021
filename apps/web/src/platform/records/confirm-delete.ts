import { isTransient } from "../api/call-error.ts";
import { confirm } from "../dialogs/confirm-dialog.ts";
import { focusHeading } from "../page/focus-heading.ts";
import { type Action, runAction } from "./action.ts";

interface Deletion extends Omit<Action<unknown>, "onSuccess"> {
  readonly title: string;
  readonly question: string;
  readonly confirm: string;
}

/**
 * Asks, deletes and reports. The delete button goes away with its record, so the page heading gets the focus, unless
 * the user has moved on.
 */
export const confirmDelete = async (deletion: Deletion): Promise<void> => {
  const { title, question, confirm: label, ...action } = deletion;
  const pressed = document.activeElement;
  if (!(await confirm({ title, content: question, confirm: label, tone: "danger" }))) return;
  const outcome = await runAction(action);
  if (!outcome) return;
  if (!outcome.ok) {
    if (isTransient(outcome.error)) return;
    await outcome.refetched; // refused: the record may have lost its delete button, or be gone
  }
  if ([pressed, document.body].includes(document.activeElement)) focusHeading();
};
