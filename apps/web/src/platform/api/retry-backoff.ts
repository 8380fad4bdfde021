import { useEffect, useEffectEvent } from "react";
import { backoffDelay } from "../live/listen.ts";
import { isTransient } from "./call-error.ts";

/** The retries of the query itself count as well, so the first attempt comes after some seconds. */
const TRIED = 2;

/**
 * Retries a failed load with growing delays until it succeeds. The attempts show no toasts: the page already says that
 * loading failed.
 */
export const useRetryWithBackoff = (
  failure: Error | null,
  attempt: (signal: AbortSignal) => Promise<void>,
): void => {
  const tryAgain = useEffectEvent(attempt);
  useEffect(() => {
    if (!failure || !isTransient(failure)) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const wait = (failures: number) => {
      timer = setTimeout(() => {
        // A hidden page does not retry: it refetches when the user returns to it.
        const attempted = document.hidden ? Promise.reject() : tryAgain(stop.signal);
        attempted.catch(() => stop.signal.aborted || wait(failures + 1));
      }, backoffDelay(failures));
    };
    wait(TRIED + 1);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [failure]);
};
