/** The alerts that this tab has received, so that it shows none of them again: not even after a reload. */
interface Seen {
  readonly userId: number;
  /** The stream has sent everything up to this alert. */
  readonly streamed: number;
  /** The last ones, from the stream and by polling. */
  readonly ids: readonly number[];
}

const KEY = "mcc.alerts.seen";
/** More than a stream sends at once. */
const MOST_IDS = 50;

const isSeen = (value: unknown, userId: number): value is Seen => {
  const { userId: whose, streamed, ids } = (value ?? {}) as Partial<Seen>;
  return (
    whose === userId &&
    Number.isSafeInteger(streamed) &&
    Array.isArray(ids) &&
    ids.every(Number.isSafeInteger)
  );
};

/** Undefined in a tab that has seen none for this user. */
const readSeen = (userId: number): Seen | undefined => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return isSeen(stored, userId) ? stored : undefined;
  } catch {
    return undefined; // no storage, or not written by this page
  }
};

const writeSeen = (seen: Seen): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(seen));
  } catch {
    // Without storage, a reload forgets.
  }
};

export const seenAlerts = (userId: number) => {
  let seen = readSeen(userId);
  const keep = (now: Seen): void => {
    seen = now;
    writeSeen(now);
  };
  return {
    isStarted: () => seen !== undefined,
    /** Alerts up to this one are older than the page. */
    start: (newest: number) => keep({ userId, streamed: newest, ids: [] }),
    streamed: () => seen?.streamed,
    newest: () => (seen ? Math.max(seen.streamed, ...seen.ids) : 0),
    /** Whether it was not received before. */
    add: (id: number, from: "stream" | "poll"): boolean => {
      const { streamed = 0, ids = [] } = seen ?? {};
      const isNew = !ids.includes(id);
      keep({
        userId,
        streamed: from === "stream" ? Math.max(streamed, id) : streamed,
        ids: isNew ? [...ids, id].slice(-MOST_IDS) : ids,
      });
      return isNew;
    },
  };
};
