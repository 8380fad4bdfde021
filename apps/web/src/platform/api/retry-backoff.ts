import { useEffect, useEffectEvent } from "react";
import { backoffDelay } from "../live/listen.ts";
import { isTransient } from "./call-error.ts";

/** Those that the call itself has tried count as well: the first comes after some seconds. */
const TRIED = 2;

/**
 * While something could not be loaded, it is asked for again, more and more seldom, until it comes. Nobody is told of
 * the attempts: what stands on the screen says that it failed, and stays until there is something else to show.
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
        // Nobody looks: whoever comes back to the page has it asked for anyway.
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
