interface Throttled {
  (): void;
  readonly cancel: () => void;
}

/** Acts immediately, and once more at the end of the interval if it was called again during it. */
export const throttle = (pauseMs: number, act: () => unknown): Throttled => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const run = (): void => {
    if (timer !== undefined) {
      again = true;
      return;
    }
    act();
    timer = setTimeout(() => {
      timer = undefined;
      if (!again) return;
      again = false;
      run();
    }, pauseMs);
  };
  return Object.assign(run, {
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
      again = false;
    },
  });
};
