/** Props of a button that does nothing now but keeps the focus, which `disabled` would lose. */
export const softDisabled = (act: (() => void) | undefined) =>
  act ? { onClick: act } : { "aria-disabled": true, "data-disabled": true };
