/** Half of each has at most one digit more, so that the middle of a scale is not rounded. */
const STEPS = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10];

/** A round number at or above the largest value: the top of a chart. */
export const topOf = (values: readonly number[], least = 1): number => {
  const most = Math.max(...values, least);
  const power = 10 ** Math.floor(Math.log10(most));
  // Below ten, the middle of the smallest steps is no whole number.
  const step = STEPS.find((each) => each * power >= most && (power > 1 || Number.isInteger(each)));
  return (step ?? 10) * power;
};
