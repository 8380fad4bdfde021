/** A button that has nothing to do now, but keeps the focus, which a disabled one would lose. */
export const softDisabled = (act: (() => void) | undefined) =>
  act ? { onClick: act } : { "aria-disabled": true, "data-disabled": true };
