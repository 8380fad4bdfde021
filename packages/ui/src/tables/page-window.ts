const MOST = 5;

export interface PageLink {
  readonly page: number;
  /** The first or last page, with pages left out between it and the others. */
  readonly far: boolean;
}

/** At most five pages: the first, the last and those around the current one. */
export const pageWindow = (current: number, pages: number): PageLink[] => {
  const shown = Math.min(pages, MOST);
  const inner = Math.max(shown - 2, 0);
  // The middle ones move with the current page and stop at either end.
  const start = Math.min(Math.max(current - Math.floor(inner / 2), 2), Math.max(pages - inner, 2));
  const middle = Array.from({ length: inner }, (_, index) => start + index);
  const all = pages <= 1 ? [1] : [1, ...middle, pages];
  return all.map((page, index) => ({
    page,
    far:
      (index === 0 && (all[1] ?? page) - page > 1) ||
      (index === all.length - 1 && page - (all[index - 1] ?? page) > 1),
  }));
};
