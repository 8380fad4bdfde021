/** The upper bounds of the durations that are told apart, in seconds. */
export const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is counted together: a path pattern, never a path, so that their number is limited. */
export interface RequestKind {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

interface Counted {
  readonly kind: RequestKind;
  /** For each bound, the requests that took at most this long and longer than the bound before. */
  readonly within: number[];
  count: number;
  seconds: number;
}

/**
 * Counts requests from the start of the process. It needs no library: the one that writes metrics is loaded when they
 * are read for the first time.
 */
export const makeRequestTally = () => {
  const counted = new Map<string, Counted>();
  return {
    add: (kind: RequestKind, seconds: number): void => {
      const key = `${kind.method} ${kind.route} ${kind.status}`;
      let own = counted.get(key);
      if (!own) {
        own = { kind, within: BOUNDS.map(() => 0), count: 0, seconds: 0 };
        counted.set(key, own);
      }
      const bound = BOUNDS.findIndex((most) => seconds <= most);
      if (bound >= 0) own.within[bound] = (own.within[bound] ?? 0) + 1;
      own.count++;
      own.seconds += seconds;
    },
    all: (): Iterable<Readonly<Counted>> => counted.values(),
  };
};
export type RequestTally = ReturnType<typeof makeRequestTally>;
