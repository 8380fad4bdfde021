/** How decisions of one key took, as the database has counted them. */
export interface TimeCounts {
  readonly key: string;
  /** How many took so long: two bytes of a time and one of a number, again and again. */
  readonly times: Buffer;
  readonly decisions: number;
  readonly escalated: number;
  readonly delegated: number;
  readonly by_email: number;
  readonly rejected: number;
}

export interface Times extends Omit<TimeCounts, "times"> {
  /** In minutes of working time: half of the decisions took no longer, nine of ten, all. */
  readonly median: number;
  readonly slow: number;
  readonly longest: number;
}

/** As `tenant.packed_times` writes: above 200 hours, a time is in steps of 4 hours. */
const EXACT = 12_000;
const STEP = 240;
const minutesOf = (time: number): number => (time <= EXACT ? time : EXACT + (time - EXACT) * STEP);
const BYTES = 3;
const counts = new Int32Array(2 ** 15);

/** Adds up times of one key in `counts`, and returns the shortest and the longest. */
const addUp = (parts: readonly TimeCounts[]): readonly [number, number] => {
  let [shortest, longest] = [counts.length, -1];
  for (const { times } of parts)
    for (let at = 0; at < times.length; at += BYTES) {
      const time = ((times[at] as number) << 8) | (times[at + 1] as number);
      counts[time] = (counts[time] as number) + (((times[at + 2] as number) << 24) >> 24);
      if (time < shortest) shortest = time;
      if (time > longest) longest = time;
    }
  return [shortest, longest];
};

const timesOf = (key: string, parts: readonly TimeCounts[]): Times => {
  const sum = { decisions: 0, escalated: 0, delegated: 0, by_email: 0, rejected: 0 };
  for (const part of parts)
    for (const each of Object.keys(sum) as (keyof typeof sum)[]) sum[each] += part[each];
  const { decisions } = sum;
  const within = { median: -1, slow: -1, longest: 0 };
  let upTo = 0;
  const [shortest, most] = addUp(parts);
  for (let time = shortest; time <= most; time++) {
    const more = counts[time] as number;
    if (more === 0) continue;
    counts[time] = 0;
    upTo += more;
    if (within.median < 0 && upTo * 2 >= decisions) within.median = time;
    if (within.slow < 0 && upTo * 10 >= decisions * 9) within.slow = time;
    within.longest = time;
  }
  const { median, slow, longest } = within;
  return { key, ...sum, median: minutesOf(median), slow: minutesOf(slow), longest: minutesOf(longest) };
};

/** The times of each key, slowest first. */
export const timesByKey = (given: readonly TimeCounts[]): Times[] =>
  [...Map.groupBy(given, ({ key }) => key)]
    .map(([key, parts]) => timesOf(key, parts))
    .filter(({ decisions }) => decisions !== 0)
    .sort(
      (one, other) =>
        other.median - one.median || other.decisions - one.decisions || (one.key < other.key ? -1 : 1),
    );
