/** The time ranges of the slider, in days. */
const DAYS = [7, 14, 30, 180, 365] as const;

/** How the home page says and asks for one time range. */
export interface TimeRange {
  /** In the URL. */
  readonly key: string;
  readonly label: string;
  /** Undefined for all time. */
  readonly days?: number;
}

const ofDays = (days: number): TimeRange => ({
  key: String(days),
  label: `Last ${days} days`,
  days,
});

export const ALL_TIME: TimeRange = { key: "all", label: "All Time" };

export const RANGES: readonly TimeRange[] = [...DAYS.map(ofDays), ALL_TIME];
export const DEFAULT_RANGE = ofDays(30);

/** What is unknown means the default. */
export const rangeOf = (key: unknown): TimeRange => RANGES.find((one) => one.key === key) ?? DEFAULT_RANGE;

const DAY_MS = 24 * 60 * 60_000;
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** The first and the last day, in UTC; undefined for all time. */
export const daysOf = ({ days }: TimeRange, now: number) =>
  days === undefined ? undefined : { after: dayOf(now - days * DAY_MS), before: dayOf(now + DAY_MS) };

/** From 00:00 UTC on the first day to the last moment of tomorrow, UTC. */
export const momentsOf = (range: TimeRange, now: number) => {
  const days = daysOf(range, now);
  return days && { after: `${days.after}T00:00:00.000Z`, before: `${days.before}T23:59:59.999Z` };
};

/** As it stands in a sentence. */
export const inRange = ({ days }: TimeRange): string =>
  days === undefined ? "yet" : `in the last ${days} days`;

/** The period before, as it stands in a sentence; undefined for all time. */
export const beforeRange = ({ days }: TimeRange): string | undefined =>
  days === undefined ? undefined : `the ${days} days before`;
