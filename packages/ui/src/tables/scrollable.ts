/**
 * For what scrolls: without a pointer, only what has the focus can be scrolled. The lint allows a place in the tab
 * order for buttons and the like only, and knows nothing of scrolling.
 */
export const scrollable = { tabIndex: 0 } as const;
