/** The heading of the page takes the focus: after a change of page, and when what was pressed is gone. */
export const focusHeading = (): void =>
  // Where the page is scrolled to is the router's business: going back returns to the same row.
  document.querySelector<HTMLElement>("[data-page-heading]")?.focus({ preventScroll: true });
