import {
  RETENTION,
  type RetentionCounts,
  type RetentionKind,
} from "@mcc/contract/retention/retention.schema.ts";

const number = (count: number): string => count.toLocaleString("en-US");

const words: Record<RetentionKind, readonly [one: string, many: string]> = {
  alerts: ["alert", "alerts"],
  messages: ["message", "messages"],
  sign_ins: ["sign-in", "sign-ins"],
  audit: ["audit entry", "audit entries"],
  documents: ["document", "documents"],
};

/** "3 alerts and 1 document". */
export const removedWords = (counts: RetentionCounts, more?: (count: number) => boolean): string => {
  const parts = (Object.keys(words) as RetentionKind[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => {
      const count = counts[kind];
      return `${more?.(count) ? `${number(count)} or more` : number(count)} ${words[kind][count === 1 ? 0 : 1]}`;
    });
  return new Intl.ListFormat("en-US").format(parts);
};

export const retentionTexts = {
  title: "Data Retention",
  back: "Return to configuration",
  fetchFailed: "The retention settings could not be loaded",
  save: "Save",
  saved: "The retention settings were saved",
  saveFailed: "The retention settings were not saved",
  days: {
    alerts: "Days to keep alerts",
    messages: "Days to keep sent messages",
    sign_ins: "Days to keep sign-ins",
    audit: "Days to keep the audit",
    documents: "Days to keep documents",
  } satisfies Record<RetentionKind, string>,
  hints: {
    alerts: "Older ones are removed for everybody.",
    messages: "The record of e-mails and text messages that were sent.",
    sign_ins: "Empty: 400 days, the most that the platform keeps.",
    audit: "The chain of the remaining entries can still be verified.",
    documents: "Counted from the day they arrived. Older ones are deleted for good, with their files.",
  } satisfies Record<RetentionKind, string>,
  range: (kind: RetentionKind): string =>
    `From ${number(RETENTION[kind].least)} to ${number(RETENTION[kind].most)}.${kind === "sign_ins" ? "" : " Empty: no limit."}`,
  wrong: (kind: RetentionKind): string =>
    `Enter a whole number from ${RETENTION[kind].least} to ${RETENTION[kind].most}, or nothing.`,
  preview: "What would be removed",
  previewFailed: "It could not be counted what would be removed",
  nothing: "Nothing is old enough to be removed.",
  wouldGo: (what: string): string => `${what} would be removed in the coming night. This cannot be undone.`,
  confirmTitle: "Remove data for good?",
  confirmSave: "Save and remove",
  runs: "What was removed",
  runsTable: "Removed by run",
  when: "When",
  what: "Removed",
  noRuns: "Nothing has been removed so far.",
  checked: (moment: string): string => `Last looked at: ${moment}. Every night what is too old is removed.`,
  notChecked: "Every night what is too old is removed.",
  erased: "Erased people",
  erasedTable: "People who were erased",
  erasedFailed: "The erased people could not be loaded",
  noneErased: "Nobody has been erased. A person is erased on the page of the user.",
  name: "Named in history",
  askedBy: "Asked by",
  result: "Result",
  underWay: "Under way",
  done: (records: number, entries: number, messages: number): string =>
    `Taken out of ${number(records)} records, ${number(entries)} audit entries and ${number(messages)} messages`,
} as const;
