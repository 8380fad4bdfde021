import type { DIRECTORY_ACTIONS, DIRECTORY_RECORDS } from "@mcc/contract/directory/directory.schema.ts";

/** What a request of the directory is about; completed while it is carried out, for the log. */
export interface Attempt {
  readonly record_type: (typeof DIRECTORY_RECORDS)[number];
  action: (typeof DIRECTORY_ACTIONS)[number];
  /** What the directory calls the user or group. */
  record: string;
  /** In words, sentence by sentence. */
  readonly details: string[];
  /** Nothing was changed, so nothing is written down. */
  isIdle: boolean;
  /** It was written down with the change. */
  isLogged?: true;
}
