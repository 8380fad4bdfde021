import { ownFactors } from "@mcc/contract/factors/factors.api.ts";
import { ownSessions } from "@mcc/contract/profile/profile.api.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { toast } from "../../platform/page/toast.ts";
import { showRecoveryCodes } from "./recovery-codes.tsx";

/** The first factor ends the other sessions, and may be what the user had to set up. */
export const refreshFactors = (): Promise<unknown> => invalidate([ownFactors, ownSessions, currentUser]);

/**
 * After a new factor: says so, and shows the recovery codes that come with the first one. What is loaded again is not
 * waited for: the dialog of the factor would stay open below the codes, and its Escape would replace them by a question.
 */
export const factorAdded = (message: string, codes: readonly string[]): void => {
  toast.success(message);
  if (codes.length > 0) showRecoveryCodes(codes);
  void refreshFactors();
};
