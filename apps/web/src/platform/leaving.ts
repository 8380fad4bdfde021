/** Work that belongs to whoever is signed in: an export, a download. It ends with them, however they leave. */
const underWay = new Set<() => void>();

/** `end` is called when the person leaves before the work is over; the answer tells that it is over. */
export const endWhenLeaving = (end: () => void): (() => void) => {
  underWay.add(end);
  return () => void underWay.delete(end);
};

export const endAllWork = (): void => {
  for (const end of [...underWay]) end();
  underWay.clear();
};
