/** Focuses the page heading: after navigation, and when the pressed button is gone. */
export const focusHeading = (): void =>
  // The router restores the scroll position: going back returns to the same row.
  document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
