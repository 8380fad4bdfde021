import type { RunResult } from "./reports.schema.ts";

/** What became of a report for one reader, in words. */
export const runResultWords: Record<RunResult, string> = {
  waiting: "On its way",
  sent: "Sent",
  refused: "Not sent: the mail server refuses the address.",
  no_account: "Not sent: the account is no longer there or may not sign in.",
  no_right: "Not sent: this person may no longer see this list.",
  no_email: "Not sent: this person has no e-mail address.",
  view_invalid: "Not sent: a filter of the view no longer works.",
  failed: "Not sent: something went wrong.",
};
