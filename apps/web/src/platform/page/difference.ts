const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 0 });
const points = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

const moreOrLess = (by: string, isMore: boolean, period: string): string =>
  `${by} ${isMore ? "more" : "less"} than ${period}`;

/** How a number differs from the one of another period, in words: "12% more than the 30 days before". */
export const differenceText = (now: number, before: number, period: string): string => {
  if (now === before) return `Same as ${period}`;
  if (before === 0) return `None in ${period}`;
  const share = Math.abs(now - before) / before;
  // A tenfold number is easier to read than 900%.
  if (now > before && share >= 9) return `${points.format(now / before)} times ${period}`;
  if (share < 0.005) return `About the same as ${period}`;
  return moreOrLess(percent.format(share), now > before, period);
};

/** The same for shares: 3 of 100 more are 3 points more. */
export const shareDifferenceText = (now: number, before: number, period: string): string => {
  const by = points.format(Math.abs(now - before) * 100);
  if (by === "0") return `About the same as ${period}`;
  return moreOrLess(`${by} ${by === "1" ? "point" : "points"}`, now > before, period);
};
