import type { Arrangement } from "./column-arrangement.ts";

const moved = (ids: readonly string[], id: string, step: number): string[] => {
  const from = ids.indexOf(id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= ids.length) return [...ids];
  const rest = ids.filter((other) => other !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
};

const without = (ids: readonly string[], id: string): string[] => ids.filter((other) => other !== id);

/** The actions of the buttons in the dialog. */
export const arrange = {
  add: ({ shown, hidden }: Arrangement, id: string): Arrangement => ({
    shown: [...shown, id],
    hidden: without(hidden, id),
  }),
  remove: ({ shown, hidden }: Arrangement, id: string): Arrangement => ({
    shown: without(shown, id),
    hidden: [...hidden, id],
  }),
  moveUp: ({ shown, hidden }: Arrangement, id: string): Arrangement => ({
    shown: moved(shown, id, -1),
    hidden,
  }),
  moveDown: ({ shown, hidden }: Arrangement, id: string): Arrangement => ({
    shown: moved(shown, id, 1),
    hidden,
  }),
  /** Removes all columns except the one that identifies the record. */
  removeAll: ({ shown, hidden }: Arrangement, identity?: string): Arrangement => ({
    shown: shown.filter((id) => id === identity),
    hidden: [...hidden, ...shown.filter((id) => id !== identity)],
  }),
};
