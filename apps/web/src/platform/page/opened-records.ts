/** A record that the user has opened. */
export interface OpenedRecord {
  /** The path of its page, with its query. */
  readonly url: string;
  readonly name: string;
}

interface Stored {
  readonly userId: number;
  readonly records: readonly OpenedRecord[];
}

const KEY = "mcc.opened";
const MOST = 8;

const isRecord = (value: unknown): value is OpenedRecord => {
  const { url, name } = (value ?? {}) as Partial<OpenedRecord>;
  return typeof url === "string" && url.startsWith("/") && typeof name === "string";
};

/** What a user has opened last in this browser, newest first. */
export const openedRecords = (userId: number): readonly OpenedRecord[] => {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Stored> | null;
    return stored?.userId === userId && Array.isArray(stored.records) ? stored.records.filter(isRecord) : [];
  } catch {
    return []; // no storage, or not written by this page
  }
};

export const rememberOpened = (userId: number, opened: OpenedRecord): void => {
  const others = openedRecords(userId).filter(({ url }) => url !== opened.url);
  const stored: Stored = { userId, records: [opened, ...others].slice(0, MOST) };
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // Without storage nothing is remembered.
  }
};

/** When the user signs out: the next user of this browser sees nothing of it. */
export const forgetOpened = (): void => {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // There is no storage to forget in.
  }
};

/** The name of a record of any kind; none for one that has no name of its own. */
export const nameOfRecord = (record: unknown): string | undefined => {
  const { name, username } = (record ?? {}) as { readonly name?: unknown; readonly username?: unknown };
  return [name, username].find((text): text is string => typeof text === "string" && text !== "");
};
