/** Frequently used ranges of days. In views they are stored by name, as what they mean depends on the day. */
export const DATE_PRESETS = {
  today: "Today",
  "last-7-days": "Last 7 days",
  "last-30-days": "Last 30 days",
  "this-month": "This month",
  "last-month": "Last month",
  "this-year": "This year",
} as const;
export type DatePreset = keyof typeof DATE_PRESETS;

/** The first and the last day of a preset, from today as in 2026-03-31. */
export const presetDays = (preset: DatePreset, today: string): readonly [first: string, last: string] => {
  const [year = 0, month = 0, date = 0] = today.split("-").map(Number);
  // Months count from 0 here; a day 0 is the last one of the month before.
  const day = (ofYear: number, ofMonth: number, ofDate: number): string =>
    new Date(Date.UTC(ofYear, ofMonth - 1, ofDate)).toISOString().slice(0, 10);
  const ranges: Record<DatePreset, readonly [string, string]> = {
    today: [today, today],
    "last-7-days": [day(year, month, date - 6), today],
    "last-30-days": [day(year, month, date - 29), today],
    "this-month": [day(year, month, 1), day(year, month + 1, 0)],
    "last-month": [day(year, month - 1, 1), day(year, month, 0)],
    "this-year": [day(year, 1, 1), day(year, 12, 31)],
  };
  return ranges[preset];
};

export const isDatePreset = (value: unknown): value is DatePreset =>
  typeof value === "string" && Object.hasOwn(DATE_PRESETS, value);
