import { setImmediate as turn } from "node:timers/promises";

/** All long work together may keep other requests waiting this long at a time. */
const SLICE_MS = 10;

let sliceEnds = 0;
let next: Promise<void> | undefined;

const beginSlice = async (): Promise<void> => {
  await turn();
  sliceEnds = performance.now() + SLICE_MS;
  next = undefined;
};

/**
 * Called again and again during long work on the thread that answers all requests. While the slice lasts, the work goes
 * on; then it waits until other requests had their turn.
 */
export const pauseForOthers = (): Promise<void> | undefined => {
  if (performance.now() < sliceEnds) return undefined;
  next ??= beginSlice();
  return next;
};
