const DAY_MS = 86_400_000;

const dayAt = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** The days of a window up to today, and the window of as many days before it; undefined without a first day. */
export const periodBefore = ({
  after,
  before,
}: {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}) => {
  if (after === undefined) return undefined;
  const today = dayAt(Date.now());
  const last = before !== undefined && before < today ? before : today;
  const days = Math.round((Date.parse(last) - Date.parse(after)) / DAY_MS) + 1;
  if (days < 1) return undefined;
  const first = Date.parse(after) - days * DAY_MS;
  // Dates of the product begin with 1900.
  if (first < Date.parse("1900-01-01")) return undefined;
  return { days, after: dayAt(first), before: dayAt(Date.parse(after) - DAY_MS) };
};
