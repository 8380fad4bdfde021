import { AppError, type ErrorCode } from "@mcc/contract/kit/errors.ts";

/** The number of callers kept; beyond it the oldest is removed. */
const MOST_CALLERS = 50_000;

/** Counts calls in this process, without the database: refuses a caller with more calls within the window. */
export const makeRateWindow = ({
  most,
  seconds,
  refusal = "rate.limited",
}: {
  most: number;
  seconds: number;
  refusal?: ErrorCode;
}) => {
  const calls = new Map<string, number>();
  let endsAt = 0;
  return (caller: string): void => {
    const now = Date.now();
    if (now >= endsAt) {
      calls.clear();
      endsAt = now + seconds * 1000;
    }
    const count = (calls.get(caller) ?? 0) + 1;
    calls.set(caller, count);
    if (calls.size > MOST_CALLERS) calls.delete(calls.keys().next().value as string);
    if (count > most) throw new AppError(refusal, { retryAfter: Math.ceil((endsAt - now) / 1000) });
  };
};
