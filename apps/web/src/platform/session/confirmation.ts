import { CallError } from "../api/call-error.ts";
import { localSlice } from "../state/cache-slice.ts";
import { onSessionEnd } from "./session-tasks.ts";

const CODE = "auth.confirmation_required";
const NOT_CONFIRMED = "You did not confirm that it is you, so nothing was changed.";

/** The question whether it is still the user. */
export interface ConfirmationQuestion {
  /** The password is not enough. */
  readonly needsFactor: boolean;
  readonly answer: (confirmed: boolean) => void;
}

/** Null when nothing has to be confirmed. */
export const confirmationQuestion = localSlice<ConfirmationQuestion | null>("confirmation", null);

export const needsConfirmation = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === CODE;

let asking: Promise<boolean> | undefined;

const ask = (needsFactor: boolean): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (confirmed: boolean) => {
      forget();
      asking = undefined;
      confirmationQuestion.set(null);
      resolve(confirmed);
    };
    const forget = onSessionEnd(() => answer(false));
    confirmationQuestion.set({ needsFactor, answer });
  });

/** Asks whether it is still the user: once for all requests that wait for it. Throws unless they confirm. */
export const askForConfirmation = async ({ status, facts }: CallError): Promise<void> => {
  const needsFactor = facts.needs_factor === true;
  const asked = confirmationQuestion.get();
  if (asked && needsFactor) confirmationQuestion.set({ ...asked, needsFactor });
  asking ??= ask(needsFactor);
  if (!(await asking)) throw new CallError({ kind: "refused", status, code: CODE, detail: NOT_CONFIRMED });
};
