export const jobTexts = {
  section: "MCC Admin",
  title: "Jobs",
  searched: "Queue or error",
  empty: "Nothing is pending, runs or has failed.",
  retry: "Retry",
  retried: "The job runs again",
  retryFailed: "The job could not be retried",
  drop: "Drop",
  dropTitle: "Drop job",
  dropQuestion: (queue: string): string =>
    `Do you want to drop this job of ${queue}? It will not be tried again.`,
  dropped: "The job was dropped",
  dropFailed: "The job could not be dropped",
} as const;
