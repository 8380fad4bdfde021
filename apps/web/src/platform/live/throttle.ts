interface Throttled {
  (): void;
  readonly cancel: () => void;
}

/** Acts at once, and for everything that is asked during the pause after it once more at its end. */
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
