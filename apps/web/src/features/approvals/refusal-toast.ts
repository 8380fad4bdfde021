import { CallError, isTransient } from "../../platform/api/call-error.ts";
import { toast } from "../../platform/page/toast.ts";

/** Why the server refuses, unless that is said already or only a passing trouble. */
const reasonOf = (error: unknown, words: string): string | undefined =>
  error instanceof CallError && !isTransient(error) && error.detail !== words ? error.detail : undefined;

/** What could not be done, with the server's reason below it. */
export const refusalToast = (words: string, error: unknown): void => {
  console.error(words, error);
  toast.error(words, reasonOf(error, words));
};
