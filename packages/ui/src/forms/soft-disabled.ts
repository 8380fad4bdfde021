/** Props of a button that is inactive but can keep the focus; with `disabled` it would lose it. */
export const softDisabled = (act: (() => void) | undefined) =>
  act ? { onClick: act } : { "aria-disabled": true, "data-disabled": true };
