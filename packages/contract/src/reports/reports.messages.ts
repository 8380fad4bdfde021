/** What became of a report for one reader. Everything but `waiting` and `sent` means that nothing was sent. */
export const RUN_RESULTS = [
  "waiting",
  "sent",
  "refused",
  "no_account",
  "no_right",
  "no_email",
  "view_invalid",
  "canceled",
  "failed",
] as const;
export type RunResult = (typeof RUN_RESULTS)[number];

/** Server messages about reports. */
export const reportMessages = {
  nameRequired: "Name field is required",
  nameTaken: "You already have a report with this name.",
  scheduleRequired: "Choose when the report is sent.",
  every: "This must be one of day, workday, week, month.",
  weekday: "Choose a weekday: a number from 1, Monday, to 7, Sunday.",
  day: "Choose a day of the month, from 1 to 31.",
  at: "Enter a time as HH:MM, such as 07:00.",
  format: "This must be one of xlsx, csv.",
  list: "This is not a list that has views.",
  viewRequired: "Choose the view that the report has.",
  filterInvalid: "A filter of this view does not work in this list.",
  viewBroken: "A filter of the view no longer works: choose the view again.",
  viewUnknown: "This view does not exist anymore.",
  readersRequired: "Choose at least one reader.",
  readerUnknown: "One of these people does not exist.",
  attachNotAllowed: "Your company does not allow attached files: the e-mail has a link to the file.",
  deleted: "Report deleted correctly",
  left: "You no longer get this report.",
  started: "The report is on its way.",
  justRan: "The report ran a moment ago. It can run again in a minute.",
} as const;

/** What became of a report for one reader, in words. */
export const runResultWords: Record<RunResult, string> = {
  waiting: "On its way",
  sent: "Sent",
  refused: "Not sent: the mail server refuses the address.",
  no_account: "Not sent: the account is no longer there or may not sign in.",
  no_right: "Not sent: this person may no longer see this list.",
  no_email: "Not sent: this person has no e-mail address.",
  view_invalid: "Not sent: a filter of the view no longer works.",
  canceled: "Not sent: the report was paused or ended before.",
  failed: "Not sent: something went wrong.",
};
