/** A memory of the latest few; the one that was kept longest ago goes first. */
export interface Latest<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
}

export const makeLatest = <Key, Value>(most: number): Latest<Key, Value> => {
  const kept = new Map<Key, Value>();
  return {
    get: (key) => kept.get(key),
    set: (key, value) => {
      kept.delete(key);
      kept.set(key, value);
      if (kept.size > most) kept.delete(kept.keys().next().value as Key);
    },
    delete: (key) => kept.delete(key),
  };
};
